import { inParts } from "../../db/in-parts.ts";
import { lastPart, part } from "../../db/parts.ts";
import type { Fragment } from "../../db/client.ts";
import { singleRow } from "../../db/rows.ts";
import type { TenantDb } from "../../db/tenant.ts";
import { applyStateCounts } from "./state-counts.sql.ts";

export type PendingBatches = { readonly sourceId: string; readonly variantIds: readonly string[] };

const pendingBatches = ({ sql, tenantId }: TenantDb, { sourceId, variantIds }: PendingBatches): Fragment => sql`
  send_batch where tenant_id = ${tenantId} and source_id = ${sourceId} and variant_id = any(${[...variantIds]}::bigint[])`;

export async function countPendingBatches(db: TenantDb, pending: PendingBatches): Promise<number> {
  const rows = await db.sql<{ n: number }[]>`select count(*)::int as n from ${pendingBatches(db, pending)}`;
  return singleRow(rows).n;
}

/**
 * Skips the messages of the next batches. Messages that a worker has claimed may have left: they are `unknown` until it
 * writes their outcome. Returns how many messages were skipped.
 */
export async function cancelBatches(db: TenantDb, pending: PendingBatches, { limit, at }: { limit: number; at: Date }) {
  const { sql, tenantId } = db;
  // Locks in a statement of its own: the next one has to see what a worker wrote before it released the row.
  const batches = await sql<{ id: string }[]>`
    select id from ${pendingBatches(db, pending)} order by id limit ${limit} for update`;
  const ids = batches.map(({ id }) => id);
  const rows = await inParts<{ skipped: number }>(
    db,
    [
      part(
        "moved",
        [],
        sql`
      update message m set
        state = case when m.contact_id > b.claimed_through then 'skipped' else 'unknown' end,
        reason = case when m.contact_id > b.claimed_through then 'cancelled' else m.reason end, tried_at = ${at}
      from send_batch b
      where b.tenant_id = ${tenantId} and b.source_id = ${pending.sourceId} and b.id = any(${ids}::bigint[])
        and m.tenant_id = ${tenantId} and m.source_id = ${pending.sourceId} and m.batch_id = b.id
        and m.state = 'queued'
      returning m.variant_id, m.state`,
      ),
      part(
        "deleted",
        [],
        sql`
      delete from send_batch where tenant_id = ${tenantId} and source_id = ${pending.sourceId}
        and id = any(${ids}::bigint[])`,
      ),
      ...applyStateCounts(tenantId, pending.sourceId, "queued"),
    ],
    lastPart(
      ["moved"],
      sql`
    select count(*) filter (where state = 'skipped')::int as skipped from moved`,
    ),
  );
  return { batches: ids.length, skipped: singleRow(rows).skipped };
}

/**
 * Deletes the state counts of a source whose messages all were skipped, so that it can be sent as if for the first time.
 * Returns false and deletes nothing when a message is pending or may have left.
 */
export async function deleteUnsentCounts({ sql, tenantId }: TenantDb, sourceId: string): Promise<boolean> {
  const sent = await sql`
    select from message_state_count
    where tenant_id = ${tenantId} and source_id = ${sourceId} and state <> 'skipped' and n > 0
    union all select from send_batch where tenant_id = ${tenantId} and source_id = ${sourceId}
    limit 1`;
  if (sent.length > 0) return false;
  await sql`delete from message_state_count where tenant_id = ${tenantId} and source_id = ${sourceId}`;
  return true;
}

/**
 * Deletes the next messages of a source without state counts. Messages are written together with their counts, so these
 * belong to an approval that was undone. Returns how many were deleted.
 */
export async function deleteUncountedMessages(
  { sql, tenantId }: TenantDb,
  sourceId: string,
  limit: number,
): Promise<number> {
  const rows = await sql<{ n: number }[]>`
    with old as (
      select contact_id from message where tenant_id = ${tenantId} and source_id = ${sourceId} and state = 'skipped'
        and not exists (select from message_state_count where tenant_id = ${tenantId} and source_id = ${sourceId})
      order by contact_id limit ${limit} for update
    ), deleted as (
      delete from message
      where tenant_id = ${tenantId} and source_id = ${sourceId} and contact_id = any(array(select contact_id from old))
      returning contact_id
    )
    select count(*)::int as n from deleted`;
  return singleRow(rows).n;
}

type ReconciledMessages = {
  readonly sourceId: string;
  readonly state: "queued" | "unknown";
  /** All variants of the source without it. */
  readonly variantId?: string;
};

/**
 * Messages are deleted with their contacts, their counts are not: the difference becomes `skipped`. A queued message
 * without a batch cannot be sent any more and is deleted too.
 */
export async function reconcileErasedMessages(
  { sql, tenantId }: TenantDb,
  { sourceId, state, variantId }: ReconciledMessages,
): Promise<void> {
  const hasBatch = sql`exists (
    select from send_batch b where b.tenant_id = ${tenantId} and b.source_id = ${sourceId} and b.id = m.batch_id)`;
  const isLive = state === "queued" ? hasBatch : sql`true`;
  const ofVariant = variantId === undefined ? sql`` : sql`and k.variant_id = ${variantId}`;
  await sql`
    with found as (
      select k.variant_id, k.n as booked, (select count(*)::int from message m
        where m.tenant_id = ${tenantId} and m.source_id = ${sourceId} and m.variant_id = k.variant_id
          and m.state = ${state} and ${isLive}) as n
      from message_state_count k
      where k.tenant_id = ${tenantId} and k.source_id = ${sourceId} and k.state = ${state} and k.n > 0 ${ofVariant}
    ), lowered as (
      update message_state_count k set n = found.n from found
      where k.tenant_id = ${tenantId} and k.source_id = ${sourceId} and k.variant_id = found.variant_id
        and k.state = ${state} and found.n < found.booked
      returning k.variant_id, found.booked - found.n as lost
    ), deleted as (
      delete from message m
      where m.tenant_id = ${tenantId} and m.source_id = ${sourceId} and m.state = ${state} and not ${isLive}
        and m.variant_id in (select variant_id from lowered)
    )
    insert into message_state_count as c (tenant_id, source_id, variant_id, state, n)
    select ${tenantId}, ${sourceId}, variant_id, 'skipped', lost from lowered
    on conflict (tenant_id, source_id, variant_id, state) do update set n = c.n + excluded.n`;
}
