import { finalInParts } from "../../db/in-parts.ts";
import { inlinedPart, lastPart, part, partIfRows } from "../../db/parts.ts";
import { exclusiveLock } from "../../db/locks.ts";
import { singleRow } from "../../db/rows.ts";
import { node } from "../../db/sql-node.ts";
import type { TenantDb } from "../../db/tenant.ts";
import { applyCouponCounts } from "./counts.sql.ts";
import { codeKey } from "./code-list.ts";

/**
 * Adds the codes that the stack does not have; answers how many. Uploads to a stack run one after another, so the codes need no
 * check for conflicts, which takes as long as writing them.
 */
export async function insertCodes(db: TenantDb, stackId: string, codes: readonly string[]): Promise<number> {
  const { tenantId } = db;
  const counted = applyCouponCounts(tenantId, node`select stack_id, 'free' as state, 1 as n from added`);
  const rows = await db.pipelinedTransaction((inner) => {
    const { sql } = inner;
    return finalInParts<{ added: number }>(inner, {
      before: sql`select ${exclusiveLock(sql, "couponCodes", tenantId, stackId)}`.execute(),
      parts: [
        inlinedPart(
          "given",
          [],
          sql`
        select code, key, position
        from unnest(${[...codes]}::text[], ${codes.map(codeKey)}::text[]) with ordinality as g(code, key, position)`,
        ),
        inlinedPart(
          "first",
          ["given"],
          sql`
        select distinct on (key) code, key, position from given order by key, position`,
        ),
        inlinedPart(
          "missing",
          ["first"],
          sql`
        -- One look-up per code: the planner would otherwise read all codes of the stack.
        select code, key from first left join lateral (
          select true as is_there from coupon k
          where k.tenant_id = ${tenantId} and k.stack_id = ${stackId} and k.code_key = first.key limit 1) known on true
        where known.is_there is null order by position`,
        ),
        part(
          "numbered",
          ["missing"],
          sql`
        -- Ids in the order of the text: the oldest free code is assigned first.
        select nextval((select pg_get_serial_sequence('coupon', 'id'))::regclass) as id, code, key from missing`,
        ),
        partIfRows(
          "added",
          ["numbered"],
          sql`
        insert into coupon (tenant_id, id, stack_id, code, code_key)
        select ${tenantId}, id, ${stackId}, code, key from numbered returning stack_id`,
        ),
        partIfRows("counted", ["added"], counted),
      ],
      last: lastPart(
        ["added"],
        sql`
      select count(*)::int as added from added`,
      ),
    });
  });
  return singleRow(rows).added;
}
