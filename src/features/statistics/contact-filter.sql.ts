import type { Fragment } from "../../db/client.ts";
import { toFragment } from "../../db/sql-node.ts";
import type { TenantDb } from "../../db/tenant.ts";
import { matchesSearch } from "../contacts/search.sql.ts";

export type ContactFilter = { readonly q: string; readonly engagement: string | undefined };

/** The condition that the column is the id of a contact that matches the search and has the engagement. */
export function contactCondition(
  { sql, tenantId }: TenantDb,
  column: Fragment,
  { q, engagement }: ContactFilter,
): Fragment {
  if (q === "" && engagement === undefined) return sql``;
  return sql`and ${column} in (
    select id from contact where tenant_id = ${tenantId}
      ${q === "" ? sql`` : sql`and ${toFragment(sql, matchesSearch(tenantId, q))}`}
      ${engagement === undefined ? sql`` : sql`and engagement = ${engagement}`})`;
}
