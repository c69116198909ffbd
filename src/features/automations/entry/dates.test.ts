import { expect, it } from "vitest";
import { insertContactsOfCity } from "../../../../tests/harness/factories/bulk-contacts.ts";
import { company } from "../../../../tests/harness/factories/company.ts";
import type { TenantDb } from "../../../db/tenant.ts";
import { listContactsByDate, type DateQuestion } from "./dates.queries.ts";

const day = "2026-05-17";
const question = { day, monthDays: ["05-17"], after: "0", limit: 2000 };

const rowsRead = async ({ sql }: TenantDb): Promise<number> => {
  const [reads] = await sql<{ rows: number }[]>`
    select (seq_tup_read + idx_tup_fetch)::int as rows from pg_stat_xact_user_tables where relname = 'contact'`;
  return reads?.rows ?? 0;
};

/** All pages of a question, and how many rows of the table of contacts they read. */
const readAll = (db: TenantDb, asked: DateQuestion) =>
  db.transaction(async (inner) => {
    const before = await rowsRead(inner);
    const found: string[] = [];
    for (let after: string | null = asked.after; after !== null;) {
      const page = await listContactsByDate(inner, { ...asked, after });
      found.push(...page.contactIds);
      after = page.next;
    }
    return { found, rows: (await rowsRead(inner)) - before };
  });

it("reads the contacts of its company once for a custom field, and only those of the day for a birthday", async () => {
  const [test, other] = [await company(), await company()];
  const { db } = test.ctx;
  const { id: field } = await test.api.ok("createCustomField", { body: { name: "W", type: "date", options: [] } });
  await insertContactsOfCity(other, 5000);
  await insertContactsOfCity(test, 400);
  const chosen = await test.aContact({ customFields: { [field]: day }, birthday: "1990-05-17" });
  // The plan depends on how many rows of others the server knows of.
  await test.app.db.sql.unsafe("vacuum analyze contact");
  const { shopId } = test;
  const custom = await readAll(db, { ...question, shopId, field: `customFields.${field}` });
  expect(custom.found).toEqual([chosen.id]);
  expect(custom.rows).toBeLessThanOrEqual(401);
  const birthday = await readAll(db, { ...question, shopId, field: "birthday" });
  expect(birthday).toEqual({ found: [chosen.id], rows: 1 });
});

it("reads every contact once also where many of them match", async () => {
  const [test, other] = [await company(), await company()];
  const { db } = test.ctx;
  const { id: field } = await test.api.ok("createCustomField", { body: { name: "W", type: "date", options: [] } });
  await insertContactsOfCity(other, 2000);
  await insertContactsOfCity(test, 400);
  const values = JSON.stringify({ [field]: day });
  await db.sql`update contact set custom_fields = ${values}::text::jsonb where tenant_id = ${db.tenantId}`;
  await test.app.db.sql.unsafe("vacuum analyze contact");
  const { found, rows } = await readAll(db, {
    ...question,
    shopId: test.shopId,
    field: `customFields.${field}`,
    limit: 50,
  });
  expect([found.length, new Set(found).size]).toEqual([400, 400]);
  expect(rows).toBeLessThanOrEqual(400);
});
