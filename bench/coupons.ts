import { openPool } from "../src/db/tenant.ts";
import { assignCodes } from "../src/features/coupons/assignment.queries.ts";
import { insertCodes } from "../src/features/coupons/codes.queries.ts";
import { withEnvironment } from "./support/environment.ts";

const codes = 100_000;
const chunk = 10_000;
const groupSize = 100;
const workers = 3;

/** Codes assigned to groups of recipients by several workers at once, as a campaign does it. */
export async function benchCoupons(): Promise<object[]> {
  return withEnvironment(async ({ url, sql, company }) => {
    const database = openPool(url, workers);
    try {
      const db = database.forTenant(company.tenantId);
      const [stack] = await sql<{ id: string }[]>`
        insert into coupon_stack (tenant_id, name, merge_key, note, created_at)
        values (${company.tenantId}, 'Bench', 'bench', '', now()) returning id`;
      const stackId = stack?.id ?? "";
      const insertedAt = performance.now();
      for (let start = 0; start < codes; start += chunk) {
        const some = Array.from({ length: chunk }, (_, n) => `CODE-${start + n}`);
        await insertCodes(db, stackId, some);
      }
      const insertSeconds = (performance.now() - insertedAt) / 1000;
      let next = 0;
      const startedAt = performance.now();
      const work = async () => {
        for (let first = next; first < codes; first = next) {
          next += groupSize;
          const contactIds = Array.from({ length: groupSize }, (_, n) => String(first + n + 1));
          await assignCodes(db, stackId, { contactIds, at: new Date() });
        }
      };
      await Promise.all(Array.from({ length: workers }, work));
      const seconds = (performance.now() - startedAt) / 1000;
      return [
        {
          bench: "coupon codes: added, and assigned in groups of 100 by 3 workers",
          target: "assignment at least 7 times the sending rate of a campaign",
          addedPerSecond: Math.round(codes / insertSeconds),
          assignedPerSecond: Math.round(codes / seconds),
        },
      ];
    } finally {
      await database.close();
    }
  });
}
