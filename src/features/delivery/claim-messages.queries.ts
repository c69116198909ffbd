import {
  numberedValues,
  prepareInParts,
  runPreparedInParts,
  type PreparedParts,
  type ValueOf,
} from "../../db/in-parts.ts";
import { inlinedPart, lastPart, part, partIfRows, type StatementInParts } from "../../db/parts.ts";
import {
  node,
  preparedStatement,
  runPrepared,
  rawIdentifier,
  type SqlNode,
  type PreparedStatement,
} from "../../db/sql-node.ts";
import { leaseEnd } from "../../db/claim.sql.ts";
import type { TenantDb } from "../../db/tenant.ts";
import type { MergeContact } from "../../mail/render/values.ts";
import type { MessageSource } from "../../message-source.ts";
import { applyStateCounts } from "./state-counts.sql.ts";
import { batchSize, leaseMs, maySend, type ClaimedBatch } from "./batches.queries.ts";
import { isOfProvider, isWaitedFor } from "./throttling.queries.ts";

export type ClaimedRecipient = MergeContact & {
  readonly id: string;
  readonly attempts: number;
  readonly triedAt: Date | null;
  readonly domain: string;
  /** The throttle keys of providers whose messages wait; null without any. */
  readonly heldProviders: readonly string[] | null;
};

/** Prepared once per batch; see `claimMessages`. */
export type ClaimStatements = {
  readonly fastPath: PreparedStatement;
  readonly filteringPath: PreparedParts<ClaimValue>;
  isFastPath: boolean;
};

/** `skipReason` is over contact `c` and message `x`; `columns` are those of the contact that the message is filled with. */
export type ClaimOptions = { readonly skipReason: SqlNode; readonly columns: readonly string[] };

export const prepareClaim = (source: MessageSource, options: ClaimOptions): ClaimStatements => ({
  fastPath: preparedStatement(fastPath(source, options), claimValues.length),
  filteringPath: prepareInParts(claimValues, (value) => filteringPath(source, options, value)),
  isFastPath: true,
});

export type Claim = {
  readonly statements: ClaimStatements;
  readonly limit: number;
  readonly now: Date;
  /** A throttled domain that gets these messages nevertheless. */
  readonly probedDomain: string | null;
};

const claimValues = ["tenantId", "sourceId", "variantId", "batchId", "fence", "limit", "now", "probedDomain"] as const;

type ClaimValue = (typeof claimValues)[number];
type Value = ValueOf<ClaimValue>;

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
  const values = { tenantId: db.tenantId, sourceId, variantId, batchId: id, fence, limit, now, probedDomain };
  if (statements.isFastPath) {
    const rows = await runPrepared<ClaimedRecipient & { isFiltered: boolean }>(
      db,
      statements.fastPath,
      claimValues.map((name) => values[name]),
    );
    if (!rows.some(({ isFiltered }) => isFiltered)) return rows;
  }
  const rows = await runPreparedInParts<ClaimedRecipient & { hasFiltered: boolean }, ClaimValue>(
    db,
    statements.filteringPath,
    values,
  );
  statements.isFastPath = rows[0]?.hasFiltered === false;
  return rows;
}

/**
 * Both statements leave the planner no choice, because statistics of freshly filled tables mislead it. `nullif` makes a
 * batch look small. The sub-selects hide the values of source and batch: for values unknown to the statistics a custom
 * plan looks cheaper than the generic one, and planning every group anew takes as long as running it.
 */
const hiddenSource = (value: Value): SqlNode => node`(select ${value("sourceId")}::bigint)`;
const hiddenBatch = (value: Value): SqlNode => node`(select ${value("batchId")}::bigint)`;

/** The parts `own` and `next`. */
const nextMessages = ({ sending }: MessageSource, value: Value): { readonly own: SqlNode; readonly next: SqlNode } => ({
  own: node`
    select b.claimed_through from send_batch b
    where b.tenant_id = ${value("tenantId")}::bigint and b.source_id = ${hiddenSource(value)} and b.id = ${hiddenBatch(value)} and b.fence = ${value("fence")}::int
      and exists (select from (${sending}) s where s.tenant_id = ${value("tenantId")}::bigint and s.variant_id = ${value("variantId")}::bigint)
      and exists (select from company o where o.tenant_id = ${value("tenantId")}::bigint and ${maySend})
    for update`,
  next: node`
    select contact_id, list_id, attempts, tried_at, domain from message
    where tenant_id = ${value("tenantId")}::bigint and source_id = ${hiddenSource(value)} and batch_id = ${hiddenBatch(value)}
      and contact_id > (select claimed_through from own) and nullif(state, '') = 'queued'
    order by contact_id limit ${value("limit")}::int`,
});

/** A throttled domain `p` whose messages wait. */
const isHeld = (value: Value): SqlNode => node`
  p.side = 'recipient' and ${isWaitedFor(node`${value("now")}::timestamptz`)} and p.domain is distinct from ${value("probedDomain")}::text`;

/** Evaluated once. The domains of a provider are not in a table of the company: the caller knows them. */
const heldProviders = (value: Value): SqlNode => node`
  (select array_agg(p.domain) from domain_throttle p
    where p.tenant_id = ${value("tenantId")}::bigint and ${isOfProvider} and ${isHeld(value)}) as held_providers`;

/** Messages up to `claimed_through` may have left. */
const advanceClaim = (value: Value): SqlNode => node`
  update send_batch b set claimed_through = (select max(contact_id) from next),
    lease_until = ${leaseEnd(value("now"), leaseMs)}
  where b.tenant_id = ${value("tenantId")}::bigint and b.source_id = ${hiddenSource(value)} and b.id = ${hiddenBatch(value)} and exists (select from next)`;

const contactColumns = (of: "c" | "candidate", columns: readonly string[]): SqlNode =>
  rawIdentifier(columns.map((column) => `${of}.${column}`).join(", "));

function fastPath(source: MessageSource, { skipReason, columns }: ClaimOptions): SqlNode {
  const value = numberedValues(claimValues);
  const { own, next } = nextMessages(source, value);
  return node`
  with own as (${own}), next as materialized (${next}), candidate as materialized (
    select x.contact_id as id, x.attempts, x.tried_at, x.domain, who.*
    from next x cross join lateral (
      select ${skipReason} is not null or x.domain = any(array(
          select p.domain from domain_throttle p where p.tenant_id = ${value("tenantId")}::bigint and ${isHeld(value)})) as is_filtered,
        ${contactColumns("c", columns)} from contact c
      where c.tenant_id = ${value("tenantId")}::bigint and c.id = x.contact_id offset 0) who
  ), claimed as (
    ${advanceClaim(value)} and not exists (select from candidate where is_filtered)
  )
  select *, ${heldProviders(value)} from candidate`;
}

function filteringPath(
  source: MessageSource,
  { skipReason, columns }: ClaimOptions,
  value: Value,
): StatementInParts<SqlNode> {
  const { own, next } = nextMessages(source, value);
  const parts = [
    part("own", [], own),
    part("next", ["own"], next, "materialized"),
    partIfRows(
      "candidate",
      ["next"],
      node`
    select x.contact_id, x.attempts, x.tried_at, x.domain,
      case when p.domain is not null then coalesce(p.until, ${value("now")}::timestamptz) end as until, who.*
    from next x cross join lateral (
      select ${skipReason} as skip_reason, ${contactColumns("c", columns)} from contact c
      where c.tenant_id = ${value("tenantId")}::bigint and c.id = x.contact_id offset 0) who
    left join domain_throttle p on p.tenant_id = ${value("tenantId")}::bigint and p.domain = x.domain and ${isHeld(value)}`,
      "materialized",
    ),
    inlinedPart(
      "held",
      ["candidate"],
      node`
    select domain, max(until) as until, count(*)::int as n from candidate
    where until is not null and skip_reason is null group by domain`,
      "materialized",
    ),
    partIfRows(
      "open",
      ["held"],
      node`
    select b.id, b.waits_for from send_batch b
    where b.tenant_id = ${value("tenantId")}::bigint and b.source_id = ${value("sourceId")}::bigint and b.variant_id = ${value("variantId")}::bigint and b.id <> ${value("batchId")}::bigint
      and b.waits_for = any(array(select domain from held)) and b.lease_until is null and b.claimed_through = 0
      and b.size < ${batchSize}
    for update skip locked`,
      "materialized",
    ),
    partIfRows(
      "target",
      ["held", "open"],
      node`
    select h.domain, h.until, h.n, o.id is null as is_new,
      coalesce(o.id, nextval(pg_get_serial_sequence('send_batch', 'id'))) as id
    from held h left join (select waits_for, min(id) as id from open group by waits_for) o on o.waits_for = h.domain`,
      "materialized",
    ),
    partIfRows(
      "moved",
      ["candidate"],
      node`
    update message m set state = 'skipped', tried_at = ${value("now")}::timestamptz,
      reason = (select skip_reason from candidate where candidate.contact_id = m.contact_id)
    where m.tenant_id = ${value("tenantId")}::bigint and m.source_id = ${value("sourceId")}::bigint
      and m.contact_id = any(array(select contact_id from candidate where skip_reason is not null))
    returning m.variant_id, m.state`,
    ),
    ...applyStateCounts(node`${value("tenantId")}::bigint`, node`${value("sourceId")}::bigint`, node`'queued'`),
    partIfRows(
      "grown",
      ["target"],
      node`
    update send_batch b set size = b.size + t.n from target t
    where b.tenant_id = ${value("tenantId")}::bigint and b.source_id = ${value("sourceId")}::bigint and b.id = t.id and not t.is_new`,
    ),
    partIfRows(
      "opened",
      ["target"],
      node`
    insert into send_batch (tenant_id, source_kind, source_id, id, variant_id, due_at, size, waits_for)
    select ${value("tenantId")}::bigint, ${source.kind}::text, ${value("sourceId")}::bigint, id, ${value("variantId")}::bigint, until, n, domain from target where is_new`,
    ),
    partIfRows(
      "rebatched",
      ["candidate", "target"],
      node`
    update message m set batch_id = (
      select t.id from target t join candidate c on c.domain = t.domain where c.contact_id = m.contact_id)
    where m.tenant_id = ${value("tenantId")}::bigint and m.source_id = ${value("sourceId")}::bigint
      and m.contact_id = any(array(select contact_id from candidate where until is not null and skip_reason is null))`,
    ),
    partIfRows("claimed", ["next"], advanceClaim(value)),
  ];
  const last = lastPart(
    ["candidate"],
    node`
  select contact_id as id, attempts, tried_at, domain, ${contactColumns("candidate", columns)}, ${heldProviders(value)},
    exists (select from candidate where skip_reason is not null or until is not null) as has_filtered
  from candidate where skip_reason is null and until is null order by contact_id`,
  );
  return { parts, last };
}
