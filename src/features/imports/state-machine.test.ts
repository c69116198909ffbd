import { expect, it } from "vitest";
import { company, type TestCompany } from "../../../tests/harness/factories/company.ts";
import { importBody } from "../../../tests/harness/factories/imports.ts";
import { inTransaction } from "../../context.ts";
import { findContactCountDifferences } from "../contacts/counts.sql.ts";
import { advanceImport, type ImportCheckpoint } from "./state-machine.ts";

const rows = 3500;

const toCsv = (city: string) =>
  `email,city\n${Array.from({ length: rows }, (_, n) => `person${n}@example.com,${city}\n`).join("")}`;

/** Runs the import step by step; `between` is called with the number of each step. */
async function runSteps(one: TestCompany, text: string, between: (step: number) => Promise<void>) {
  const mapping = [
    ["email", "email"],
    ["city", "city"],
  ] as const;
  const { id } = await one.api.ok("createImport", { body: await importBody(one, { text, mapping }) });
  const applied: number[] = [];
  let done: ImportCheckpoint | undefined;
  for (;;) {
    const step = await inTransaction(one.ctx, (inner) => advanceImport(inner, id, done));
    if ("result" in step) break;
    const before = done === undefined ? 0 : done.created + done.updated;
    done = step.checkpoint;
    applied.push(done.created + done.updated - before);
    await between(applied.length);
  }
  const { result } = await one.api.ok("getImport", { params: { import_id: id } });
  return { applied, result };
}

const nothing = () => Promise.resolve();

it("applies growing slices, and none of the rows of contacts erased between them", { timeout: 120_000 }, async () => {
  const one = await company();
  const fresh = await runSteps(one, toCsv("Brno"), nothing);
  expect(fresh.applied).toEqual([0, 250, 500, 1000, 1750]);
  const again = await runSteps(one, toCsv("Zlín"), async (step) => {
    if (step !== 2) return;
    const [contact] = (await one.api.ok("listContacts", { query: { q: "person3333@example.com" } })).items;
    await one.api.ok("eraseContact", { params: { id: contact?.id ?? "" }, body: { confirm: true } });
    const [early] = (await one.api.ok("listContacts", { query: { q: "person10@example.com" } })).items;
    await one.api.ok("eraseContact", { params: { id: early?.id ?? "" }, body: { confirm: true } });
  });
  expect(again.applied).toEqual([0, 250, 500, 1000, 1749]);
  expect(again.result).toMatchObject({ rows, updated: 3499, unchanged: 0, skipped: 1, invalid: 0 });
  expect(again.result?.problems).toEqual([{ row: 3335, column: "email", code: "erased" }]);
  const { db } = one.ctx;
  const cities = await db.sql`
    select city, count(*)::int as n from contact where tenant_id = ${db.tenantId} group by city`;
  expect([...cities]).toEqual([{ city: "Zlín", n: rows - 2 }]);
  expect(await findContactCountDifferences(db)).toEqual([]);
});
