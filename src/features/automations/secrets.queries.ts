import type { TenantDb } from "../../db/tenant.ts";

type SecretPlace = { readonly node: string; readonly place: string };

export const listSecretPlaces = async (db: TenantDb, automationId: string): Promise<SecretPlace[]> =>
  db.sql<SecretPlace[]>`
    select node, place from automation_secret where tenant_id = ${db.tenantId} and automation_id = ${automationId}`;

export const listNodeSecrets = async (
  db: TenantDb,
  automationId: string,
  node: string,
): Promise<{ place: string; value: Buffer }[]> =>
  db.sql<{ place: string; value: Buffer }[]>`
    select place, value from automation_secret
    where tenant_id = ${db.tenantId} and automation_id = ${automationId} and node = ${node}`;

export async function upsertSecret(
  db: TenantDb,
  automationId: string,
  { node, place, value }: SecretPlace & { readonly value: Uint8Array },
): Promise<void> {
  await db.sql`
    insert into automation_secret (tenant_id, automation_id, node, place, value)
    values (${db.tenantId}, ${automationId}, ${node}, ${place}, ${value})
    on conflict (tenant_id, automation_id, node, place) do update set value = excluded.value`;
}

/** Deletes the secrets that the graph no longer has. */
export async function deleteOtherSecrets(
  db: TenantDb,
  automationId: string,
  kept: readonly SecretPlace[],
): Promise<void> {
  const [nodes, places] = [kept.map(({ node }) => node), kept.map(({ place }) => place)];
  await db.sql`
    delete from automation_secret s
    where s.tenant_id = ${db.tenantId} and s.automation_id = ${automationId}
      and not exists (
        select from unnest(${nodes}::text[], ${places}::text[]) as kept(node, place)
        where kept.node = s.node and kept.place = s.place)`;
}

export async function replaceSecret(
  db: TenantDb,
  id: string,
  change: { from: Uint8Array; to: Uint8Array },
): Promise<boolean> {
  const rows = await db.sql`
    update automation_secret set value = ${change.to}
    where tenant_id = ${db.tenantId} and id = ${id} and value = ${change.from} returning id`;
  return rows.length === 1;
}
