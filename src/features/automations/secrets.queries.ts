import type { TenantDb } from "../../db/tenant.ts";

export async function listNodesWithPassword(db: TenantDb, automationId: string): Promise<string[]> {
  const rows = await db.sql<{ node: string }[]>`
    select node from automation_secret where tenant_id = ${db.tenantId} and automation_id = ${automationId}`;
  return rows.map(({ node }) => node);
}

export async function upsertPassword(
  db: TenantDb,
  automationId: string,
  { node, password }: { node: string; password: Uint8Array },
): Promise<void> {
  await db.sql`
    insert into automation_secret (tenant_id, automation_id, node, password)
    values (${db.tenantId}, ${automationId}, ${node}, ${password})
    on conflict (tenant_id, automation_id, node) do update set password = excluded.password`;
}

/** Of nodes that are no longer in the graph. */
export async function deleteOtherPasswords(
  db: TenantDb,
  automationId: string,
  nodes: readonly string[],
): Promise<void> {
  await db.sql`
    delete from automation_secret
    where tenant_id = ${db.tenantId} and automation_id = ${automationId} and node <> all(${[...nodes]}::text[])`;
}

export async function updatePassword(
  db: TenantDb,
  id: string,
  change: { from: Uint8Array; to: Uint8Array },
): Promise<boolean> {
  const rows = await db.sql`
    update automation_secret set password = ${change.to}
    where tenant_id = ${db.tenantId} and id = ${id} and password = ${change.from} returning id`;
  return rows.length === 1;
}
