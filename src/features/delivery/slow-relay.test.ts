import { expect, it } from "vitest";
import { anEmail, company, type TestCompany } from "../../../tests/harness/factories/company.ts";
import { anEngine, aSendingCampaign } from "../../../tests/harness/factories/sending-campaigns.ts";
import type { SendOutcome } from "../../mail/outcome.ts";

const sent: SendOutcome = { outcome: "sent", response: "250 ok" };

async function people(test: TestCompany, count: number) {
  const { id: listId } = await test.aList();
  const emails: string[] = [];
  for (let index = 0; index < count; index += 1) {
    const { email } = await test.aContact({ email: anEmail(), listIds: [listId] });
    emails.push(email);
  }
  return { listId, emails };
}

const statesOf = async ({ ctx: { db } }: TestCompany, id: string) => {
  const rows = await db.sql<{ state: string; n: number }[]>`
    select state, n from message_state_count where tenant_id = ${db.tenantId} and source_id = ${id} and n > 0 order by state`;
  return rows.map(({ state, n }) => `${n} ${state}`);
};

it("keeps every connection of a slow relay busy, and claims no more than they hold", async () => {
  const test = await company();
  const connections = 4;
  const { listId, emails } = await people(test, 5 * connections);
  const id = await aSendingCampaign(test, { listIds: [listId] });
  let waiting: (() => void)[] = [];
  const { run, transport, takenFor } = anEngine(test, async ({ envelope }) => {
    if (!emails.includes(envelope.to)) return sent;
    // Nothing is answered before all connections have a message.
    await new Promise<void>((resolve) => {
      waiting.push(resolve);
      expect(waiting.length).toBeLessThanOrEqual(connections);
      if (waiting.length < connections) return;
      for (const answer of waiting) answer();
      waiting = [];
    });
    return sent;
  });
  transport.capacity = () => ({ concurrent: connections, startable: connections });
  await run();
  expect(takenFor(emails).toSorted()).toEqual(emails.toSorted());
  expect(await statesOf(test, id)).toEqual([`${emails.length} sent`]);
});

it("writes the outcomes of a group while one of its messages is still with the relay", async () => {
  const test = await company();
  const { listId, emails } = await people(test, 3);
  const id = await aSendingCampaign(test, { listIds: [listId] });
  let answer = () => {};
  const { run } = anEngine(test, async ({ envelope }) => {
    if (envelope.to === emails[1]) await new Promise<void>((resolve) => (answer = resolve));
    return sent;
  });
  const sending = run();
  await expect.poll(() => statesOf(test, id)).toEqual(["1 queued", "2 sent"]);
  answer();
  await sending;
  expect(await statesOf(test, id)).toEqual(["3 sent"]);
});
