import { expect, it } from "vitest";
import type { TenantDb } from "../../src/db/tenant.ts";
import { analyzeIfCompanyUnderestimated } from "../../src/features/contacts/planner-stats.queries.ts";
import { insertContactsOfCity } from "../harness/factories/bulk-contacts.ts";
import { company } from "../harness/factories/company.ts";

/** How many contacts the planner of the company's node expects. */
async function estimateOf({ sql, tenantId }: TenantDb): Promise<number> {
  const plan = await sql`explain (format json) select from contact where tenant_id = ${tenantId}`;
  return Number([...JSON.stringify(plan).matchAll(/"Plan Rows":\s*(\d+)/g)].at(-1)?.[1]);
}

it("analyzes the shards of a company that grew since the last statistics", async () => {
  const [own, other] = [await company(), await company()];
  const { db } = own.ctx;
  await insertContactsOfCity(other, 100);
  await own.app.db.sql.unsafe("analyze contact");
  await insertContactsOfCity(own, 5000);
  expect(await estimateOf(db)).toBeLessThan(500);
  await analyzeIfCompanyUnderestimated(db);
  expect(await estimateOf(db)).toBeGreaterThan(2500);
});
