import { expect, it } from "vitest";
import { company, testWorker, type TestCompany } from "../../tests/harness/factories/company.ts";
import { captureMail } from "../../tests/harness/servers/sign-in.ts";
import { insertParked } from "../journal/parked.queries.ts";
import { notifyOperator } from "./operator-notice.ts";

const operatorEmail = "operator@example.com";

async function park({ ctx: { db } }: TestCompany, id: string): Promise<void> {
  const error = { errorClass: "TypeError", errorMessage: "no <list>" };
  const ref = { reader: "lists.notices", tx: "7", id, place: 0, type: "list_added" };
  await insertParked(db, { ...ref, ...error, attempts: 6, parkedAt: new Date() });
}

it("notifies the operator once of each parked entry, of all companies in one e-mail", async () => {
  const [one, other] = [await company(), await company()];
  const { caught, transport } = captureMail();
  const notify = (address?: string) => notifyOperator({ ...testWorker(one.app), transport, operatorEmail: address });
  await notify(operatorEmail);
  caught.length = 0;
  await park(one, "1");
  await park(one, "2");
  await park(other, "3");
  await notify();
  expect(caught).toEqual([]);
  await notify(operatorEmail);
  expect(caught).toMatchObject([{ sender: "operator-notice", to: operatorEmail }]);
  const raw = caught[0]?.raw ?? "";
  expect(raw).toContain("Subject: 3 journal entries were parked");
  expect(raw).toContain(`2 of lists.notices, company ${one.tenant}: TypeError: no <list>`);
  expect(raw).toContain(`postrider journal retry --tenant ${other.tenant}`);
  await notify(operatorEmail);
  await park(other, "4");
  await notify(operatorEmail);
  expect(caught).toHaveLength(2);
  expect(caught[1]?.raw).toContain("Subject: A journal entry was parked");
});
