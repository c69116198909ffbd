import { toFragment } from "../../db/sql-node.ts";
import type { SystemDb, TenantDb } from "../../db/tenant.ts";
import { sqlText } from "../../journal/fields.sql.ts";

export type MessageCount = { readonly holder: string; readonly messages: number; readonly at: Date };

/**
 * The holders whose messages fit into their windows. One statement, so that the limit holds over all processes; its
 * commit does not wait for the disk, because a crash may lose the last messages of a window. Rows are locked in the order
 * of holders.
 */
export async function takeMessages(
  db: TenantDb,
  counts: readonly MessageCount[],
  { limit, seconds }: { readonly limit: number; readonly seconds: number },
): Promise<ReadonlySet<string>> {
  // Constants in the text: a cluster does not know the types of parameters after ON CONFLICT.
  const constant = (count: number) => toFragment(db.sql, sqlText(String(Math.trunc(count))));
  const isOver = db.sql`excluded.started_at - w.started_at >= make_interval(secs => ${constant(seconds)})`;
  const taken = await db.sql<{ holder: string }[]>`
    insert into mcp_message_window as w (tenant_id, holder, started_at, messages)
    select ${db.tenantId}::bigint, holder, at, messages
    from unnest(${counts.map(({ holder }) => holder)}::text[], ${counts.map(({ at }) => at.toISOString())}::timestamptz[],
      ${counts.map(({ messages }) => messages)}::int[]) as count (holder, at, messages)
    where messages <= ${limit} and set_config('synchronous_commit', 'off', true) = 'off'
    order by holder
    on conflict (tenant_id, holder) do update
      set messages = case when ${isOver} then 0 else w.messages end + excluded.messages,
        started_at = case when ${isOver} then excluded.started_at else w.started_at end
      where w.messages + excluded.messages <= ${constant(limit)} or ${isOver}
    returning holder`;
  return new Set(taken.map(({ holder }) => holder));
}

export async function findWindowStart(db: TenantDb, holder: string): Promise<Date | undefined> {
  const [row] = await db.sql<{ startedAt: Date }[]>`
    select started_at from mcp_message_window where tenant_id = ${db.tenantId} and holder = ${holder}`;
  return row?.startedAt;
}

export type Confirmation = {
  operation: string;
  argumentsHash: Buffer;
  snapshot: string;
  expiresAt: Date;
};

type NewConfirmation = Confirmation & { readonly tokenHash: Buffer; readonly holder: string; readonly createdAt: Date };

export async function insertConfirmation(db: TenantDb, row: NewConfirmation): Promise<void> {
  await db.sql`
    insert into mcp_confirmation
      (tenant_id, token_hash, holder, operation, arguments_hash, snapshot, created_at, expires_at)
    values (${db.tenantId}, ${row.tokenHash}, ${row.holder}, ${row.operation}, ${row.argumentsHash},
      ${row.snapshot}::text::jsonb, ${row.createdAt}, ${row.expiresAt})`;
}

/** Keeps the newest open confirmations of the holder. */
export async function deleteSurplusConfirmations(db: TenantDb, holder: string, kept: number): Promise<void> {
  await db.sql`
    delete from mcp_confirmation where tenant_id = ${db.tenantId} and token_hash in (
      select token_hash from mcp_confirmation
      where tenant_id = ${db.tenantId} and holder = ${holder} and used_at is null
      order by created_at desc, token_hash offset ${kept})`;
}

type HeldToken = { readonly tokenHash: Buffer; readonly holder: string };

/** Undefined when the confirmation is unknown, used or belongs to another grant or key. */
export async function findConfirmation(
  db: TenantDb,
  { tokenHash, holder }: HeldToken,
): Promise<Confirmation | undefined> {
  const [row] = await db.sql<Confirmation[]>`
    select operation, arguments_hash, snapshot::text as snapshot, expires_at from mcp_confirmation
    where tenant_id = ${db.tenantId} and token_hash = ${tokenHash} and holder = ${holder} and used_at is null`;
  return row;
}

/** Uses up the confirmation; false when it is used already. Waits for a transaction that is about to use it. */
export async function useConfirmation(db: TenantDb, { tokenHash, holder }: HeldToken, now: Date): Promise<boolean> {
  const rows = await db.sql`
    update mcp_confirmation set used_at = ${now}
    where tenant_id = ${db.tenantId} and token_hash = ${tokenHash} and holder = ${holder} and used_at is null
    returning token_hash`;
  return rows.length === 1;
}

export async function deleteOldMcpRows(db: SystemDb, before: Date): Promise<void> {
  await db.sql`delete from mcp_confirmation where expires_at < ${before}`;
  await db.sql`delete from mcp_message_window where started_at < ${before}`;
}
