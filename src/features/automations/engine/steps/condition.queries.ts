import { node, runUnprepared, type SqlNode } from "../../../../db/sql-node.ts";
import type { TenantDb } from "../../../../db/tenant.ts";

/** The contacts that meet a condition on `contact c`. */
export async function listMatching(db: TenantDb, condition: SqlNode, ids: readonly string[]): Promise<string[]> {
  const rows = await runUnprepared<{ id: string }>(
    db,
    node`select c.id from contact c
      where c.tenant_id = ${db.tenantId} and c.id = any(${ids}::bigint[]) and ${condition}`,
  );
  return rows.map(({ id }) => id);
}
