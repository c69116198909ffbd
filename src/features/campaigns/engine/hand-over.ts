import { part, repeated, run, verbatim, type Part, type Repeated, type Scalar } from "../../../db/statement.ts";
import type { TenantDb } from "../../../db/tenant.ts";
import type { MergeContact } from "../../../mail/render/values.ts";
import { movesBooked } from "../counts.ts";
import { leaseS, maySend, type Batch } from "./batches.ts";

export type Handed = MergeContact & {
  readonly id: string;
  readonly attempts: number;
  readonly triedAt: Date | null;
  readonly domain: string;
};

/** Made once for a batch; see `handOver`. */
export type HandingOver = { readonly quick: Repeated; readonly careful: Repeated; isQuick: boolean };

/** `refusal` is the gate, over contact `c` and message `x`; `columns` are those of contacts that the e-mail is filled with. */
export const handingOver = (refusal: Part, columns: readonly string[]): HandingOver => ({
  quick: repeated(quick(refusal, columns), given),
  careful: repeated(careful(refusal, columns), given),
  isQuick: true,
});

/** Company, campaign, variant, batch, fence, limit and time. */
const given = 7;

/**
 * The next messages of the batch, with what they are filled with. The gate is asked here, in the same statement that says
 * they are handed over: who said no until now is skipped. Those to a domain that asked for patience move to a batch of
 * their own. Answers nothing when the batch is another worker's by now, or its campaign or company has stopped.
 *
 * Mostly nobody is to be left out, and a statement that leaves nobody out has fewer parts. It is tried first, and does
 * nothing when it finds somebody; then, and as long as there are such, the careful one is run.
 */
export async function handOver(
  db: TenantDb,
  batch: Batch,
  { how, limit, now }: { how: HandingOver; limit: number; now: Date },
): Promise<Handed[]> {
  const { campaignId, variantId, id, fence } = batch;
  const values: Scalar[] = [db.tenantId, campaignId, variantId, id, fence, limit, now];
  if (how.isQuick) {
    const rows = await run<Handed & { isHeld: boolean }>(db, how.quick, values);
    if (!rows.some(({ isHeld }) => isHeld)) return rows;
  }
  const rows = await run<Handed & { isAnybodyLeftOut: boolean }>(db, how.careful, values);
  how.isQuick = rows[0]?.isAnybodyLeftOut === false;
  return rows;
}

/**
 * Both are written so that the planner has no choice: statistics of tables that have just been filled would mislead it.
 * `nullif` makes a batch look small. Which campaign and which batch are meant the planner does not see: one that
 * statistics do not know yet would look cheaper to a plan made for it alone than to the plan that is kept, and every
 * group would be planned anew, which takes as long as running it.
 */
const campaign = part`(select $2::bigint)`;
const batchId = part`(select $4::bigint)`;

const next = part`
  own as (
    select b.handed_to from send_batch b
    join campaign v on v.tenant_id = $1::bigint and v.id = $3::bigint and v.status = 'sending'
    join company o on o.tenant_id = $1::bigint and ${maySend}
    where b.tenant_id = $1::bigint and b.campaign_id = ${campaign} and b.id = ${batchId} and b.fence = $5::int
    for update of b
  ), next as materialized (
    select contact_id, list_id, attempts, tried_at, domain from campaign_message
    where tenant_id = $1::bigint and campaign_id = ${campaign} and batch_id = ${batchId}
      and contact_id > (select handed_to from own) and nullif(state, '') = 'queued'
    order by contact_id limit $6::int
  )`;

/** The batch remembers up to whom its messages may have left. */
const handed = part`
  update send_batch b set handed_to = (select max(contact_id) from next),
    lease_until = $7::timestamptz + make_interval(secs => ${leaseS})
  where b.tenant_id = $1::bigint and b.campaign_id = ${campaign} and b.id = ${batchId} and exists (select from next)`;

const listed = (of: "c" | "asked", columns: readonly string[]): Part =>
  verbatim(columns.map((column) => `${of}.${column}`).join(", "));

const quick = (refusal: Part, columns: readonly string[]): Part => part`
  with ${next}, asked as materialized (
    select x.contact_id as id, x.attempts, x.tried_at, x.domain, who.*
    from next x cross join lateral (
      select ${refusal} is not null or x.domain = any(array(
          select p.domain from send_pause p
          where p.tenant_id = $1::bigint and p.side = 'recipient' and p.until > $7::timestamptz)) as is_held,
        ${listed("c", columns)} from contact c
      where c.tenant_id = $1::bigint and c.id = x.contact_id offset 0) who
  ), handed as (
    ${handed} and not exists (select from asked where is_held)
  )
  select * from asked`;

const careful = (refusal: Part, columns: readonly string[]): Part => part`
  with ${next}, asked as materialized (
    select x.contact_id, x.attempts, x.tried_at, x.domain, p.until, who.*
    from next x cross join lateral (
      select ${refusal} as refusal, ${listed("c", columns)} from contact c
      where c.tenant_id = $1::bigint and c.id = x.contact_id offset 0) who
    left join send_pause p on p.tenant_id = $1::bigint and p.side = 'recipient' and p.domain = x.domain
      and p.until > $7::timestamptz
  ), moved as (
    update campaign_message m set state = 'skipped', tried_at = $7::timestamptz,
      reason = (select refusal from asked where asked.contact_id = m.contact_id)
    where m.tenant_id = $1::bigint and m.campaign_id = $2::bigint
      and m.contact_id = any(array(select contact_id from asked where refusal is not null))
    returning m.variant_id, m.state
  ), ${movesBooked(part`$1::bigint`, part`$2::bigint`, part`'queued'`)}, patient as (
    insert into send_batch (tenant_id, campaign_id, variant_id, due_at, size)
    select $1::bigint, $2::bigint, $3::bigint, max(until), count(*) from asked
    where until is not null and refusal is null having count(*) > 0
    returning id
  ), moved_on as (
    update campaign_message m set batch_id = (select id from patient)
    where m.tenant_id = $1::bigint and m.campaign_id = $2::bigint
      and m.contact_id = any(array(select contact_id from asked where until is not null and refusal is null))
  ), handed as (${handed})
  select contact_id as id, attempts, tried_at, domain, ${listed("asked", columns)},
    exists (select from asked where refusal is not null or until is not null) as is_anybody_left_out
  from asked where refusal is null and until is null order by contact_id`;
