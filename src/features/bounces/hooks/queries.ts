import { singleRow } from "../../../db/rows.ts";
import { throughLookUp } from "../../../db/distribution/look-up.ts";
import type { SystemDb, TenantDb } from "../../../db/tenant.ts";
import type { HookProvider } from "./contract.ts";

export type HookRecord = { id: string; provider: HookProvider; hint: string; createdAt: Date; usedAt: Date | null };

export async function listHooks(db: TenantDb): Promise<HookRecord[]> {
  return db.sql<HookRecord[]>`
    select id, provider, hint, created_at, used_at from sending_hook where tenant_id = ${db.tenantId} order by id`;
}

/** Undefined at the limit. The company lock serializes concurrent inserts. */
export async function insertHook(
  db: TenantDb,
  hook: { provider: HookProvider; hint: string; hash: Buffer; at: Date; maxHooks: number },
): Promise<HookRecord | undefined> {
  await db.sql`select from company where tenant_id = ${db.tenantId} for update`;
  const { n } = singleRow(
    await db.sql<{ n: number }[]>`select count(*)::int as n from sending_hook where tenant_id = ${db.tenantId}`,
  );
  if (n >= hook.maxHooks) return undefined;
  const row = singleRow(
    await db.sql<HookRecord[]>`
      insert into sending_hook (tenant_id, provider, hint, created_at)
      values (${db.tenantId}, ${hook.provider}, ${hook.hint}, ${hook.at})
      returning id, provider, hint, created_at, used_at`,
  );
  await db.sql`
    insert into sending_hook_lookup (secret_hash, tenant_id, hook_id) values (${hook.hash}, ${db.tenantId}, ${row.id})`;
  return row;
}

export async function deleteHook(db: TenantDb, id: string): Promise<boolean> {
  await db.sql`delete from sending_hook_lookup where tenant_id = ${db.tenantId} and hook_id = ${id}`;
  const { count } = await db.sql`delete from sending_hook where tenant_id = ${db.tenantId} and id = ${id}`;
  return count > 0;
}

/** Found by the secret alone, which does not contain the company. */
export async function findHookBySecret(
  db: SystemDb,
  provider: HookProvider,
  hash: Buffer,
): Promise<{ tenantId: string; hookId: string } | undefined> {
  const { sql } = db;
  const lookUp = {
    table: "sending_hook_lookup",
    idColumn: "hook_id",
    where: sql`l.secret_hash = ${hash}`,
    company: sql`h.tenant_id`,
  };
  return throughLookUp(
    db,
    lookUp,
    ({ from, where }) => sql<{ tenantId: string; hookId: string }[]>`
      select l.tenant_id, l.hook_id from ${from}
      join sending_hook h on h.tenant_id = l.tenant_id and h.id = l.hook_id
      where ${where} and h.provider = ${provider}`,
  );
}

/** The time has a resolution of an hour, so that thousands of calls cause one write. */
export async function updateHookUsed(db: TenantDb, id: string, at: Date): Promise<void> {
  await db.sql`
    update sending_hook set used_at = ${at}
    where tenant_id = ${db.tenantId} and id = ${id} and (used_at is null or used_at < ${at}::timestamptz - interval '1 hour')`;
}
