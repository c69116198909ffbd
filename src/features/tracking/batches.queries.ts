import { acrossNodes } from "../../db/distribution/across-nodes.ts";
import type { SystemDb, TenantDb } from "../../db/tenant.ts";
import { encodeEvents, type EventBatch, type StoredEvents } from "./batch.ts";

/** A batch that was stored already stays as it is. */
export async function insertBatch({ sql, tenantId }: TenantDb, { id, receivedAt, events }: EventBatch): Promise<void> {
  await sql`
    insert into tracking_batch (tenant_id, id, received_at, count, events)
    values (${tenantId}, ${id}, ${receivedAt}, ${events.length}, ${JSON.stringify(encodeEvents(events))}::json)
    on conflict (tenant_id, id) do nothing`;
}

/** Companies with events whose time has come, or with judged ones that are no longer needed. */
export async function listTenantsWithBatches(
  db: SystemDb,
  { dueAt, expiredAt }: { readonly dueAt: Date; readonly expiredAt: Date },
): Promise<{ tenantId: string }[]> {
  return acrossNodes(
    db,
    (of) => db.sql<{ tenantId: string }[]>`
      select distinct tenant_id from ${of.table("tracking_batch")}
      where received_at < ${expiredAt} or judged_at is null and received_at <= ${dueAt} order by tenant_id`,
  );
}

export type DueBatch = { id: string; receivedAt: Date; count: number };

/** Locks the oldest batches that no other process judges at the moment. */
export const lockDueBatches = async (
  { sql, tenantId }: TenantDb,
  { dueAt, limit }: { readonly dueAt: Date; readonly limit: number },
): Promise<DueBatch[]> => sql<DueBatch[]>`
  select id, received_at, count from tracking_batch
  where tenant_id = ${tenantId} and received_at <= ${dueAt} and judged_at is null
  order by received_at, id limit ${limit} for no key update skip locked`;

/** `events` is null for a batch that the caller has. */
export type ContextBatch = { id: string; isJudged: boolean; events: StoredEvents | null };

type ContextBounds = {
  readonly since: Date;
  /** Wanted whatever the limit. */
  readonly dueIds: readonly string[];
  readonly knownIds: readonly string[];
  readonly limit: number;
};

/** Batches since a time, judged or not, up to a number of events. */
export const listContextBatches = async (
  { sql, tenantId }: TenantDb,
  { since, dueIds, knownIds, limit }: ContextBounds,
): Promise<ContextBatch[]> => sql<ContextBatch[]>`
  select b.id, b.judged_at is not null as is_judged,
    case when b.id = any(${[...knownIds]}::uuid[]) then null else b.events end as events
  from (
    select id, received_at, judged_at, events, sum(count) over (order by received_at, id) - count as earlier
    from tracking_batch where tenant_id = ${tenantId} and received_at >= ${since}
  ) b where b.earlier < ${limit} or b.id = any(${[...dueIds]}::uuid[]) order by b.received_at, b.id`;

export async function markJudged({ sql, tenantId }: TenantDb, ids: readonly string[], at: Date): Promise<void> {
  await sql`update tracking_batch set judged_at = ${at} where tenant_id = ${tenantId} and id = any(${[...ids]}::uuid[])`;
}

export async function deleteJudgedBatches({ sql, tenantId }: TenantDb, before: Date): Promise<void> {
  await sql`
    delete from tracking_batch where tenant_id = ${tenantId} and received_at < ${before} and judged_at is not null`;
}

/**
 * Locks the batches of the company that no process judges at the moment. Those that one judges are about to go, and
 * waiting for them could end in a deadlock.
 */
export const lockIdleBatches = async ({ sql, tenantId }: TenantDb): Promise<{ id: string; events: StoredEvents }[]> =>
  sql<{ id: string; events: StoredEvents }[]>`
    select id, events from tracking_batch where tenant_id = ${tenantId} order by id for update skip locked`;

export async function updateBatchEvents({ sql, tenantId }: TenantDb, id: string, events: StoredEvents): Promise<void> {
  await sql`
    update tracking_batch set events = ${JSON.stringify(events)}::json, count = ${events.events.length}
    where tenant_id = ${tenantId} and id = ${id}`;
}
