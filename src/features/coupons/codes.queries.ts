import { singleRow } from "../../db/rows.ts";
import { node, toFragment } from "../../db/sql-node.ts";
import type { TenantDb } from "../../db/tenant.ts";
import { applyCouponCounts } from "./counts.sql.ts";
import { codeKey } from "./code-list.ts";

/** Adds the codes that the stack does not have; answers how many. In key order, so that concurrent uploads do not deadlock. */
export async function insertCodes(db: TenantDb, stackId: string, codes: readonly string[]): Promise<number> {
  const counted = applyCouponCounts(db.tenantId, node`select stack_id, 'free' as state, 1 as n from added`);
  const rows = await db.sql<{ added: number }[]>`
    with given as (
      select code, key, position
      from unnest(${[...codes]}::text[], ${codes.map(codeKey)}::text[]) with ordinality as g(code, key, position)
    ), first as (
      select distinct on (key) code, key, position from given order by key, position
    ), numbered as (
      -- Ids in the order of the text: the oldest free code is assigned first.
      select nextval(pg_get_serial_sequence('coupon', 'id')) as id, code, key
      from (select code, key from first order by position) ordered
    ), added as (
      insert into coupon (tenant_id, id, stack_id, code, code_key)
      select ${db.tenantId}, id, ${stackId}, code, key from numbered order by key
      on conflict (tenant_id, stack_id, code_key) do nothing returning stack_id
    ), counted as (${toFragment(db.sql, counted)})
    select count(*)::int as added from added`;
  return singleRow(rows).added;
}
