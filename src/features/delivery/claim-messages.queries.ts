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
import { applyStateCounts } from "../campaigns/state-counts.sql.ts";
import { leaseSeconds, maySend, type ClaimedBatch } from "./batches.queries.ts";

export type ClaimedRecipient = MergeContact & {
  readonly id: string;
  readonly attempts: number;
  readonly triedAt: Date | null;
  readonly domain: string;
};

/** Made once for a batch; see `handOver`. */
export type ClaimStatements = {
  readonly fastPath: PreparedStatement;
  readonly filteringPath: PreparedStatement;
  isFastPath: boolean;
};

/** `refusal` is the gate, over contact `c` and message `x`; `columns` are those of contacts that the e-mail is filled with. */
export const prepareClaim = (skipReason: SqlNode, columns: readonly string[]): ClaimStatements => ({
  fastPath: preparedStatement(fastPath(skipReason, columns), parameterCount),
  filteringPath: preparedStatement(filteringPath(skipReason, columns), parameterCount),
  isFastPath: true,
});

/** Company, campaign, variant, batch, fence, limit and time. */
const parameterCount = 7;

/**
 * The next messages of the batch, with what they are filled with. The gate is asked here, in the same statement that says
 * they are handed over: who said no until now is skipped. Those to a domain that asked for patience move to a batch of
 * their own. Answers nothing when the batch is another worker's by now, or its campaign or company has stopped.
 *
 * Mostly nobody is to be left out, and a statement that leaves nobody out has fewer parts. It is tried first, and does
 * nothing when it finds somebody; then, and as long as there are such, the careful one is run.
 */
export async function claimMessages(
  db: TenantDb,
  batch: ClaimedBatch,
  { statements, limit, now }: { statements: ClaimStatements; limit: number; now: Date },
): Promise<ClaimedRecipient[]> {
  const { campaignId, variantId, id, fence } = batch;
  const values: Scalar[] = [db.tenantId, campaignId, variantId, id, fence, limit, now];
  if (statements.isFastPath) {
    const rows = await runPrepared<ClaimedRecipient & { isFiltered: boolean }>(db, statements.fastPath, values);
    if (!rows.some(({ isFiltered }) => isFiltered)) return rows;
  }
  const rows = await runPrepared<ClaimedRecipient & { hasFiltered: boolean }>(db, statements.filteringPath, values);
  statements.isFastPath = rows[0]?.hasFiltered === false;
  return rows;
}

/**
 * Both are written so that the planner has no choice: statistics of tables that have just been filled would mislead it.
 * `nullif` makes a batch look small. Which campaign and which batch are meant the planner does not see: one that
 * statistics do not know yet would look cheaper to a plan made for it alone than to the plan that is kept, and every
 * group would be planned anew, which takes as long as running it.
 */
const campaignParam = node`(select $2::bigint)`;
const batchParam = node`(select $4::bigint)`;

const nextMessages = node`
  own as (
    select b.claimed_through from send_batch b
    join campaign v on v.tenant_id = $1::bigint and v.id = $3::bigint and v.status = 'sending'
    join company o on o.tenant_id = $1::bigint and ${maySend}
    where b.tenant_id = $1::bigint and b.campaign_id = ${campaignParam} and b.id = ${batchParam} and b.fence = $5::int
    for update of b
  ), next as materialized (
    select contact_id, list_id, attempts, tried_at, domain from message
    where tenant_id = $1::bigint and campaign_id = ${campaignParam} and batch_id = ${batchParam}
      and contact_id > (select claimed_through from own) and nullif(state, '') = 'queued'
    order by contact_id limit $6::int
  )`;

/** The batch remembers up to whom its messages may have left. */
const advanceClaim = node`
  update send_batch b set claimed_through = (select max(contact_id) from next),
    lease_until = $7::timestamptz + make_interval(secs => ${leaseSeconds})
  where b.tenant_id = $1::bigint and b.campaign_id = ${campaignParam} and b.id = ${batchParam} and exists (select from next)`;

const contactColumns = (of: "c" | "asked", columns: readonly string[]): SqlNode =>
  rawIdentifier(columns.map((column) => `${of}.${column}`).join(", "));

const fastPath = (skipReason: SqlNode, columns: readonly string[]): SqlNode => node`
  with ${nextMessages}, asked as materialized (
    select x.contact_id as id, x.attempts, x.tried_at, x.domain, who.*
    from next x cross join lateral (
      select ${skipReason} is not null or x.domain = any(array(
          select p.domain from domain_throttle p
          where p.tenant_id = $1::bigint and p.side = 'recipient' and p.until > $7::timestamptz)) as is_filtered,
        ${contactColumns("c", columns)} from contact c
      where c.tenant_id = $1::bigint and c.id = x.contact_id offset 0) who
  ), handed as (
    ${advanceClaim} and not exists (select from asked where is_filtered)
  )
  select * from asked`;

const filteringPath = (skipReason: SqlNode, columns: readonly string[]): SqlNode => node`
  with ${nextMessages}, asked as materialized (
    select x.contact_id, x.attempts, x.tried_at, x.domain, p.until, who.*
    from next x cross join lateral (
      select ${skipReason} as refusal, ${contactColumns("c", columns)} from contact c
      where c.tenant_id = $1::bigint and c.id = x.contact_id offset 0) who
    left join domain_throttle p on p.tenant_id = $1::bigint and p.side = 'recipient' and p.domain = x.domain
      and p.until > $7::timestamptz
  ), moved as (
    update message m set state = 'skipped', tried_at = $7::timestamptz,
      reason = (select refusal from asked where asked.contact_id = m.contact_id)
    where m.tenant_id = $1::bigint and m.campaign_id = $2::bigint
      and m.contact_id = any(array(select contact_id from asked where refusal is not null))
    returning m.variant_id, m.state
  ), ${applyStateCounts(node`$1::bigint`, node`$2::bigint`, node`'queued'`)}, patient as (
    insert into send_batch (tenant_id, campaign_id, variant_id, due_at, size)
    select $1::bigint, $2::bigint, $3::bigint, max(until), count(*) from asked
    where until is not null and refusal is null having count(*) > 0
    returning id
  ), moved_on as (
    update message m set batch_id = (select id from patient)
    where m.tenant_id = $1::bigint and m.campaign_id = $2::bigint
      and m.contact_id = any(array(select contact_id from asked where until is not null and refusal is null))
  ), handed as (${advanceClaim})
  select contact_id as id, attempts, tried_at, domain, ${contactColumns("asked", columns)},
    exists (select from asked where refusal is not null or until is not null) as has_filtered
  from asked where refusal is null and until is null order by contact_id`;
