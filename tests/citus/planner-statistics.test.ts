import { expect, it } from "vitest";
import type { TenantDb } from "../../src/db/tenant.ts";
import { analyzeIfCompanyUnderestimated } from "../../src/features/contacts/planner-stats.queries.ts";
import { insertContactsOfCity, insertUnanalyzedContacts } from "../harness/factories/bulk-contacts.ts";
import { company } from "../harness/factories/company.ts";

/** How many contacts the planner of the company's node expects. */
async function readEstimate({ sql, tenantId }: TenantDb): Promise<number> {
  const plan = await sql`explain (format json) select from contact where tenant_id = ${tenantId}`;
  return Number([...JSON.stringify(plan).matchAll(/"Plan Rows":\s*(\d+)/g)].at(-1)?.[1]);
}

it("analyzes the shards of a company that grew since the last statistics", async () => {
  const [own, other] = [await company(), await company()];
  const { db } = own.ctx;
  await insertContactsOfCity(other, 20_000);
  await insertUnanalyzedContacts(own, 2000);
  expect(await readEstimate(db)).toBeLessThan(200);
  await analyzeIfCompanyUnderestimated(db);
  expect(await readEstimate(db)).toBeGreaterThan(1000);
});
