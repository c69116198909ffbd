import { inParts } from "../../db/in-parts.ts";
import { lastPart, part } from "../../db/parts.ts";
import { acrossNodes, companyTable, type Companies } from "../../db/distribution/across-nodes.ts";
import { claimColumns, isClaimedRow, isUnclaimed, leaseEnd } from "../../db/claim.sql.ts";
import { joinNodes, node, toFragment, type SqlNode } from "../../db/sql-node.ts";
import type { SystemDb, TenantDb } from "../../db/tenant.ts";
import type { MessageSource, SourceRef } from "../../message-source.ts";
import { applyStateCounts } from "./state-counts.sql.ts";

/** A worker that did not extend its lease for so long counts as dead. */
export const leaseMs = 20_000;

/** Messages that a worker sends before it looks at what else is due. */
export const batchSize = 500;

/** A company `o` that is allowed to send. */
export const maySend = node`o.sending_state = 'live' and o.sending_hold = '' and o.sending_enabled`;

/** `hasConnections`: the company sends over connections of its own, or may do so. */
export type DueSource = SourceRef & { readonly hasConnections: boolean };

/** Every variant of any source with a batch that is due and not leased. A company that may not send has none. */
export async function listDueSources(db: SystemDb, sources: readonly MessageSource[], now: Date): Promise<DueSource[]> {
  if (sources.length === 0) return [];
  const due = sources.map(({ kind, sending }) => dueOfKind(kind, sending, now));
  const { sql } = db;
  const all = (of: Companies) =>
    sql<DueSource[]>`${of.limited(joinNodes(due, node` union all `))} order by tenant_id, variant_id`;
  const candidates = (of: Companies) => sql<{ tenantId: string }[]>`
    select distinct tenant_id from ${of.table("send_batch")} b where ${toFragment(sql, isFree(now))}`;
  return acrossNodes(db, all, candidates);
}

/** The batch is due, and no worker has leased it. */
const isFree = (now: Date): SqlNode => node`b.due_at <= ${now}::timestamptz and ${isUnclaimed("b", now)}`;

const dueOfKind = (kind: string, sending: SqlNode, now: Date): SqlNode => node`
  select s.tenant_id, ${kind}::text as kind, s.source_id, s.variant_id,
    exists (select from ${companyTable("sending_connection")} n where n.tenant_id = s.tenant_id and n.enabled) as has_connections
  from (${sending}) s join ${companyTable("company")} o on o.tenant_id = s.tenant_id
  where ${maySend} and exists (
    select from ${companyTable("send_batch")} b where b.tenant_id = s.tenant_id and b.variant_id = s.variant_id and ${isFree(now)})`;

export type ClaimedBatch = SourceRef & {
  readonly id: string;
  readonly fence: number;
  readonly claimedThrough: string;
  /** The throttled domain that all its messages wait for. */
  readonly waitsFor: string | null;
  /** See `MessageSource`; null where it has none. */
  readonly revision: string | null;
};

export async function claimBatch(
  db: TenantDb,
  due: SourceRef,
  { revision, now }: { readonly revision: MessageSource["revision"]; readonly now: Date },
): Promise<ClaimedBatch | undefined> {
  const { sql, tenantId } = db;
  const [row] = await sql<Omit<ClaimedBatch, keyof SourceRef | "revision">[]>`
    with free as (
      select id from send_batch b
      where tenant_id = ${tenantId} and variant_id = ${due.variantId} and ${toFragment(sql, isFree(now))}
      order by due_at, id limit 1 for update skip locked
    )
    update send_batch b set ${toFragment(sql, claimColumns("b", now, leaseMs))}
    from free where b.tenant_id = ${tenantId} and b.source_id = ${due.sourceId} and b.id = free.id
    returning b.id, b.fence, b.claimed_through, b.waits_for`;
  if (row === undefined) return undefined;
  return { ...due, ...row, revision: revision === undefined ? null : await readRevision(db, due.sourceId, revision) };
}

/** A statement of its own: a cluster refuses a query of several tables in RETURNING. */
async function readRevision({ sql, tenantId }: TenantDb, sourceId: string, revision: SqlNode): Promise<string | null> {
  const [row] = await sql<{ revision: string | null }[]>`
    select ${toFragment(sql, revision)} as revision from send_batch b
    where b.tenant_id = ${tenantId} and b.source_id = ${sourceId} limit 1`;
  return row?.revision ?? null;
}

/**
 * Messages that an earlier worker had claimed when it died may have left. They become `unknown` and are not sent again
 * unless a person decides so.
 */
export async function markUnknown(db: TenantDb, batch: ClaimedBatch, now: Date): Promise<number> {
  if (batch.claimedThrough === "0") return 0;
  const { sql, tenantId } = db;
  const [row] = await inParts<{ n: number }>(
    db,
    [
      part(
        "moved",
        [],
        sql`
      update message set state = 'unknown', tried_at = ${now}
      where tenant_id = ${tenantId} and source_id = ${batch.sourceId} and batch_id = ${batch.id}
        and contact_id <= ${batch.claimedThrough} and state = 'queued'
      returning variant_id, state`,
      ),
      ...applyStateCounts(tenantId, batch.sourceId, "queued"),
    ],
    lastPart(
      ["moved"],
      sql`
    select count(*)::int as n from moved`,
    ),
  );
  return row?.n ?? 0;
}

export type BatchStatus = "more" | "done" | "stopped";

/** Why a claim returned no message: every message of the group was skipped, the batch is done, or it has to stop. */
export async function findBatchStatus(
  db: TenantDb,
  { sending }: MessageSource,
  { sourceId, variantId, id, fence }: ClaimedBatch,
): Promise<BatchStatus> {
  const { sql, tenantId } = db;
  const [row] = await sql<{ hasMore: boolean }[]>`
    select exists (select from message m where m.tenant_id = ${tenantId} and m.source_id = ${sourceId}
      and m.batch_id = ${id} and m.contact_id > b.claimed_through and m.state = 'queued') as has_more
    from send_batch b join (${toFragment(sql, sending)}) s on s.tenant_id = ${tenantId} and s.variant_id = ${variantId}
    join company o on o.tenant_id = ${tenantId} and ${toFragment(sql, maySend)}
    where b.tenant_id = ${tenantId} and b.source_id = ${sourceId} and b.id = ${id} and b.fence = ${fence}`;
  if (row === undefined) return "stopped";
  return row.hasMore ? "more" : "done";
}

/** The messages of the batch leave over this connection from now on. */
export async function bindBatch({ sql, tenantId }: TenantDb, batch: ClaimedBatch, connectionId: string): Promise<void> {
  await sql`
    update send_batch set connection_id = ${connectionId}
    where ${toFragment(sql, isClaimedRow(tenantId, batch))} and source_id = ${batch.sourceId}
      and connection_id is distinct from ${connectionId}`;
}

/** Nothing of the variant can leave before: what is due of it and not claimed waits for the connection. */
export async function postponeBatches(
  { sql, tenantId }: TenantDb,
  { sourceId, variantId }: SourceRef,
  wait: { readonly connectionId: string; readonly until: Date; readonly now: Date },
): Promise<void> {
  await sql`
    with due as (
      select id from send_batch b
      where tenant_id = ${tenantId} and source_id = ${sourceId} and variant_id = ${variantId}
        and ${toFragment(sql, isFree(wait.now))} and b.waits_for is null
      order by id for update skip locked
    )
    update send_batch b set due_at = ${wait.until}, waits_connection_id = ${wait.connectionId} from due
    where b.tenant_id = ${tenantId} and b.source_id = ${sourceId} and b.id = due.id`;
}

/** The connection takes messages again, or is gone: what waits for it is due. */
export async function releaseBatchesOfConnection(db: TenantDb, connectionId: string, now: Date): Promise<void> {
  const { sql, tenantId } = db;
  await sql`
    with waiting as (
      select source_id, id from send_batch where tenant_id = ${tenantId} and waits_connection_id = ${connectionId}
      order by source_id, id for update
    )
    update send_batch b set waits_connection_id = null, due_at = least(b.due_at, ${now}) from waiting w
    where b.tenant_id = ${tenantId} and b.source_id = w.source_id and b.id = w.id`;
}

/**
 * Any worker may continue the batch, at once or from `dueAt` on. All its claimed messages have an outcome or are in another
 * batch, so none is claimed any more. A batch whose domain was released meanwhile waits no longer.
 */
export async function releaseBatch(
  { sql, tenantId }: TenantDb,
  batch: ClaimedBatch,
  dueAt: Date | null,
  waitsForConnection: string | null = null,
): Promise<void> {
  await sql`
    update send_batch set lease_until = null, claimed_through = 0, waits_connection_id = ${waitsForConnection},
      due_at = case when waits_for is distinct from ${batch.waitsFor} then due_at else coalesce(${dueAt}, due_at) end
    where ${toFragment(sql, isClaimedRow(tenantId, batch))} and source_id = ${batch.sourceId}`;
}

export async function extendLease({ sql, tenantId }: TenantDb, batch: ClaimedBatch, now: Date): Promise<void> {
  await sql`
    update send_batch set lease_until = ${toFragment(sql, leaseEnd(now, leaseMs))}
    where ${toFragment(sql, isClaimedRow(tenantId, batch))} and source_id = ${batch.sourceId}`;
}

export async function deleteBatch({ sql, tenantId }: TenantDb, batch: ClaimedBatch): Promise<void> {
  await sql`
    delete from send_batch where ${toFragment(sql, isClaimedRow(tenantId, batch))} and source_id = ${batch.sourceId}`;
}
