import {
  node,
  preparedStatement,
  runPrepared,
  rawIdentifier,
  type SqlNode,
  type PreparedStatement,
  type Scalar,
} from "../../db/sql-node.ts";
import type { TenantDb } from "../../db/tenant.ts";
import type { MergeContact } from "../../mail/render/values.ts";
import type { MessageSource } from "../../message-source.ts";
import { applyStateCounts } from "./state-counts.sql.ts";
import { batchSize, leaseSeconds, maySend, type ClaimedBatch } from "./batches.queries.ts";
import { isThrottled } from "./throttling.queries.ts";

export type ClaimedRecipient = MergeContact & {
  readonly id: string;
  readonly attempts: number;
  readonly triedAt: Date | null;
  readonly domain: string;
};

/** Prepared once per batch; see `claimMessages`. */
export type ClaimStatements = {
  readonly fastPath: PreparedStatement;
  readonly filteringPath: PreparedStatement;
  isFastPath: boolean;
};

/** `skipReason` is over contact `c` and message `x`; `columns` are those of the contact that the message is filled with. */
export type ClaimOptions = { readonly skipReason: SqlNode; readonly columns: readonly string[] };

export const prepareClaim = (source: MessageSource, options: ClaimOptions): ClaimStatements => ({
  fastPath: preparedStatement(fastPath(source, options), parameterCount),
  filteringPath: preparedStatement(filteringPath(source, options), parameterCount),
  isFastPath: true,
});

export type Claim = {
  readonly statements: ClaimStatements;
  readonly limit: number;
  readonly now: Date;
  /** A throttled domain that gets these messages nevertheless. */
  readonly probedDomain: string | null;
};

/** Company, source, variant, batch, fence, limit, time and the throttled domain that is probed. */
const parameterCount = 8;

/**
 * Claims the next messages of the batch and returns them with the contact columns that fill them. The statement that
 * claims them also evaluates the skip reason, so a contact that opted out until now is skipped. Messages to a throttled
 * domain move to the batch that waits for it. Returns nothing when another worker has the batch, or its source or company has
 * stopped.
 *
 * Most groups have no message to skip, and a statement without that part is faster. It runs first and claims nothing when it
 * finds a message to skip or defer; then the filtering statement runs, as long as it finds such messages.
 */
export async function claimMessages(
  db: TenantDb,
  batch: ClaimedBatch,
  { statements, limit, now, probedDomain }: Claim,
): Promise<ClaimedRecipient[]> {
  const { sourceId, variantId, id, fence } = batch;
  const values: Scalar[] = [db.tenantId, sourceId, variantId, id, fence, limit, now, probedDomain];
  if (statements.isFastPath) {
    const rows = await runPrepared<ClaimedRecipient & { isFiltered: boolean }>(db, statements.fastPath, values);
    if (!rows.some(({ isFiltered }) => isFiltered)) return rows;
  }
  const rows = await runPrepared<ClaimedRecipient & { hasFiltered: boolean }>(db, statements.filteringPath, values);
  statements.isFastPath = rows[0]?.hasFiltered === false;
  return rows;
}

/**
 * Both statements leave the planner no choice, because statistics of freshly filled tables mislead it. `nullif` makes a
 * batch look small. The sub-selects hide the values of source and batch: for values unknown to the statistics a custom
 * plan looks cheaper than the generic one, and planning every group anew takes as long as running it.
 */
const sourceParam = node`(select $2::bigint)`;
const batchParam = node`(select $4::bigint)`;

const nextMessages = ({ sending }: MessageSource): SqlNode => node`
  own as (
    select b.claimed_through from send_batch b
    where b.tenant_id = $1::bigint and b.source_id = ${sourceParam} and b.id = ${batchParam} and b.fence = $5::int
      and exists (select from (${sending}) s where s.tenant_id = $1::bigint and s.variant_id = $3::bigint)
      and exists (select from company o where o.tenant_id = $1::bigint and ${maySend})
    for update
  ), next as materialized (
    select contact_id, list_id, attempts, tried_at, domain from message
    where tenant_id = $1::bigint and source_id = ${sourceParam} and batch_id = ${batchParam}
      and contact_id > (select claimed_through from own) and nullif(state, '') = 'queued'
    order by contact_id limit $6::int
  )`;

/** A throttled domain `p` whose messages wait. */
const isHeld = node`
  p.side = 'recipient' and ${isThrottled(node`$7::timestamptz`)} and p.domain is distinct from $8::text`;

/** Messages up to `claimed_through` may have left. */
const advanceClaim = node`
  update send_batch b set claimed_through = (select max(contact_id) from next),
    lease_until = $7::timestamptz + make_interval(secs => ${leaseSeconds})
  where b.tenant_id = $1::bigint and b.source_id = ${sourceParam} and b.id = ${batchParam} and exists (select from next)`;

const contactColumns = (of: "c" | "candidate", columns: readonly string[]): SqlNode =>
  rawIdentifier(columns.map((column) => `${of}.${column}`).join(", "));

const fastPath = (source: MessageSource, { skipReason, columns }: ClaimOptions): SqlNode => node`
  with ${nextMessages(source)}, candidate as materialized (
    select x.contact_id as id, x.attempts, x.tried_at, x.domain, who.*
    from next x cross join lateral (
      select ${skipReason} is not null or x.domain = any(array(
          select p.domain from domain_throttle p where p.tenant_id = $1::bigint and ${isHeld})) as is_filtered,
        ${contactColumns("c", columns)} from contact c
      where c.tenant_id = $1::bigint and c.id = x.contact_id offset 0) who
  ), claimed as (
    ${advanceClaim} and not exists (select from candidate where is_filtered)
  )
  select * from candidate`;

const filteringPath = (source: MessageSource, { skipReason, columns }: ClaimOptions): SqlNode => node`
  with ${nextMessages(source)}, candidate as materialized (
    select x.contact_id, x.attempts, x.tried_at, x.domain, p.until, who.*
    from next x cross join lateral (
      select ${skipReason} as skip_reason, ${contactColumns("c", columns)} from contact c
      where c.tenant_id = $1::bigint and c.id = x.contact_id offset 0) who
    left join domain_throttle p on p.tenant_id = $1::bigint and p.domain = x.domain and ${isHeld}
  ), held as materialized (
    select domain, max(until) as until, count(*)::int as n from candidate
    where until is not null and skip_reason is null group by domain
  ), open as materialized (
    select b.id, b.waits_for from send_batch b
    where b.tenant_id = $1::bigint and b.source_id = $2::bigint and b.variant_id = $3::bigint and b.id <> $4::bigint
      and b.waits_for = any(array(select domain from held)) and b.lease_until is null and b.claimed_through = 0
      and b.size < ${batchSize}
    for update skip locked
  ), target as materialized (
    select h.domain, h.until, h.n, o.id is null as is_new,
      coalesce(o.id, nextval(pg_get_serial_sequence('send_batch', 'id'))) as id
    from held h left join (select waits_for, min(id) as id from open group by waits_for) o on o.waits_for = h.domain
  ), moved as (
    update message m set state = 'skipped', tried_at = $7::timestamptz,
      reason = (select skip_reason from candidate where candidate.contact_id = m.contact_id)
    where m.tenant_id = $1::bigint and m.source_id = $2::bigint
      and m.contact_id = any(array(select contact_id from candidate where skip_reason is not null))
    returning m.variant_id, m.state
  ), ${applyStateCounts(node`$1::bigint`, node`$2::bigint`, node`'queued'`)}, grown as (
    update send_batch b set size = b.size + t.n from target t
    where b.tenant_id = $1::bigint and b.source_id = $2::bigint and b.id = t.id and not t.is_new
  ), opened as (
    insert into send_batch (tenant_id, source_kind, source_id, id, variant_id, due_at, size, waits_for)
    select $1::bigint, ${source.kind}::text, $2::bigint, id, $3::bigint, until, n, domain from target where is_new
  ), rebatched as (
    update message m set batch_id = (
      select t.id from target t join candidate c on c.domain = t.domain where c.contact_id = m.contact_id)
    where m.tenant_id = $1::bigint and m.source_id = $2::bigint
      and m.contact_id = any(array(select contact_id from candidate where until is not null and skip_reason is null))
  ), claimed as (${advanceClaim})
  select contact_id as id, attempts, tried_at, domain, ${contactColumns("candidate", columns)},
    exists (select from candidate where skip_reason is not null or until is not null) as has_filtered
  from candidate where skip_reason is null and until is null order by contact_id`;
