import type { Fragment, SqlTag } from "../../../db/client.ts";
import { fragmentOf, type Part } from "../../../db/statement.ts";
import type { SystemDb, TenantDb } from "../../../db/tenant.ts";
import { bookMoves } from "../counts.ts";
import type { MergeContact } from "../../../mail/render/values.ts";

/** A worker that says nothing for so long is taken for dead. */
const leaseS = 20;

export type Mailable = { readonly tenantId: string; readonly campaignId: string; readonly variantId: string };

/** Campaigns and variants with a batch that is due and that nobody has. A company that may not send has none. */
export async function listDue({ sql }: SystemDb, now: Date): Promise<Mailable[]> {
  return sql<Mailable[]>`
    select v.tenant_id, coalesce(v.parent_id, v.id) as campaign_id, v.id as variant_id
    from campaign v join company o on o.tenant_id = v.tenant_id
    where v.status = 'sending' and ${maySend(sql)} and exists (
      select from send_batch b where b.tenant_id = v.tenant_id and b.variant_id = v.id and b.due_at <= ${now}
        and (b.lease_until is null or b.lease_until < ${now}))
    order by v.tenant_id, v.id`;
}

const maySend = (sql: SystemDb["sql"]) => sql`o.sending_state = 'live' and o.sending_hold = '' and o.sending_enabled`;

export type Batch = Mailable & { readonly id: string; readonly fence: number; readonly handedTo: string };

export async function claimBatch(db: TenantDb, due: Mailable, now: Date): Promise<Batch | undefined> {
  const { sql, tenantId } = db;
  const [row] = await sql<{ id: string; fence: number; handedTo: string }[]>`
    with free as (
      select id from send_batch
      where tenant_id = ${tenantId} and variant_id = ${due.variantId} and due_at <= ${now}
        and (lease_until is null or lease_until < ${now})
      order by due_at, id limit 1 for update skip locked
    )
    update send_batch b set lease_until = ${now}::timestamptz + make_interval(secs => ${leaseS}), fence = b.fence + 1
    from free where b.tenant_id = ${tenantId} and b.campaign_id = ${due.campaignId} and b.id = free.id
    returning b.id, b.fence, b.handed_to`;
  return row === undefined ? undefined : { ...due, ...row };
}

/**
 * What an earlier worker had handed over when it died: such a message may have left. It is shown and never sent again by
 * itself.
 */
export async function markUnknown(db: TenantDb, batch: Batch, now: Date): Promise<number> {
  if (batch.handedTo === "0") return 0;
  const { sql, tenantId } = db;
  const [row] = await sql<{ n: number }[]>`
    with moved as (
      update campaign_message set state = 'unknown', tried_at = ${now}
      where tenant_id = ${tenantId} and campaign_id = ${batch.campaignId} and batch_id = ${batch.id}
        and contact_id <= ${batch.handedTo} and state = 'queued'
      returning variant_id, state
    ), ${bookMoves(db, batch.campaignId, "queued")}
    select count(*)::int as n from moved`;
  return row?.n ?? 0;
}

export type Handed = MergeContact & {
  readonly id: string;
  readonly attempts: number;
  readonly triedAt: Date | null;
  readonly domain: string;
};

/**
 * The next messages of the batch, with what they are filled with. The gate (`refusal`, over contact `c` and message `x`) is asked here, in the same statement that
 * says they are handed over: who said no until now is skipped. Those to a domain that asked for patience move to a batch
 * of their own. Answers nothing when the batch is another worker's by now, or its campaign or company has stopped. Written
 * so that the planner has no choice: statistics of tables that have just been filled would mislead it.
 */
export async function handOver(
  db: TenantDb,
  batch: Batch,
  { limit, refusal, now }: { limit: number; refusal: Part; now: Date },
): Promise<Handed[]> {
  const { sql, tenantId } = db;
  const { campaignId, variantId, id: batchId, fence } = batch;
  return sql<Handed[]>`
    with own as (
      select b.handed_to from send_batch b
      join campaign v on v.tenant_id = ${tenantId} and v.id = ${variantId} and v.status = 'sending'
      join company o on o.tenant_id = ${tenantId} and ${maySend(sql)}
      where b.tenant_id = ${tenantId} and b.campaign_id = ${campaignId} and b.id = ${batchId} and b.fence = ${fence}
      for update of b
    ), next as materialized (
      select contact_id, list_id, attempts, tried_at, domain from campaign_message
      where tenant_id = ${tenantId} and campaign_id = ${campaignId} and batch_id = ${batchId}
        and contact_id > (select handed_to from own) and state = 'queued'
      order by contact_id limit ${limit}
    ), asked as materialized (
      select x.contact_id, x.attempts, x.tried_at, x.domain, p.until, who.*
      from next x cross join lateral (
        select ${fragmentOf(sql, refusal)} as refusal, ${columns(sql, "c")} from contact c
        where c.tenant_id = ${tenantId} and c.id = x.contact_id offset 0) who
      left join send_pause p on p.tenant_id = ${tenantId} and p.side = 'recipient' and p.domain = x.domain and p.until > ${now}
    ), moved as (
      update campaign_message m set state = 'skipped', tried_at = ${now},
        reason = (select refusal from asked where asked.contact_id = m.contact_id)
      where m.tenant_id = ${tenantId} and m.campaign_id = ${campaignId}
        and m.contact_id = any(array(select contact_id from asked where refusal is not null))
      returning m.variant_id, m.state
    ), ${bookMoves(db, campaignId, "queued")}, patient as (
      insert into send_batch (tenant_id, campaign_id, variant_id, due_at, size)
      select ${tenantId}, ${campaignId}, ${variantId}, max(until), count(*) from asked
      where until is not null and refusal is null having count(*) > 0
      returning id
    ), moved_on as (
      update campaign_message m set batch_id = (select id from patient)
      where m.tenant_id = ${tenantId} and m.campaign_id = ${campaignId}
        and m.contact_id = any(array(select contact_id from asked where until is not null and refusal is null))
    ), handed as (
      update send_batch b set handed_to = (select max(contact_id) from next),
        lease_until = ${now}::timestamptz + make_interval(secs => ${leaseS})
      where b.tenant_id = ${tenantId} and b.campaign_id = ${campaignId} and b.id = ${batchId} and exists (select from next)
    )
    select contact_id as id, attempts, tried_at, domain, ${columns(sql, "asked")}
    from asked where refusal is null and until is null order by contact_id`;
}

/** What an e-mail can be filled with. */
const merged = [
  ..."email first_name last_name title_before title_after salutation salutation_formal vocative_first_name".split(" "),
  ..."vocative_last_name gender language company company_id phone mobile street city postal_code country".split(" "),
  ..."birthday name_day note affiliate_id custom_fields".split(" "),
];

/** As plain text: the client's helper for names would read the whole statement before it for every one of them. */
const columns = (sql: SqlTag, of: string): Fragment => sql.unsafe(merged.map((name) => `${of}.${name}`).join(", "));

export type Standing = "more" | "done" | "stopped";

/** Why nothing was handed over: everybody of that group was left out, the batch is through, or it must stop. */
export async function standingOf(db: TenantDb, { campaignId, variantId, id, fence }: Batch): Promise<Standing> {
  const { sql, tenantId } = db;
  const [row] = await sql<{ hasMore: boolean }[]>`
    select exists (select from campaign_message m where m.tenant_id = ${tenantId} and m.campaign_id = ${campaignId}
      and m.batch_id = ${id} and m.contact_id > b.handed_to and m.state = 'queued') as has_more
    from send_batch b join campaign v on v.tenant_id = ${tenantId} and v.id = ${variantId} and v.status = 'sending'
    join company o on o.tenant_id = ${tenantId} and ${maySend(sql)}
    where b.tenant_id = ${tenantId} and b.campaign_id = ${campaignId} and b.id = ${id} and b.fence = ${fence}`;
  if (row === undefined) return "stopped";
  return row.hasMore ? "more" : "done";
}

/** Some worker may go on with it at once. */
export async function releaseBatch(db: TenantDb, { campaignId, id, fence }: Batch, dueAt: Date | null): Promise<void> {
  await db.sql`
    update send_batch set lease_until = null, due_at = coalesce(${dueAt}, due_at)
    where tenant_id = ${db.tenantId} and campaign_id = ${campaignId} and id = ${id} and fence = ${fence}`;
}

export async function extendLease(db: TenantDb, { campaignId, id, fence }: Batch, now: Date): Promise<void> {
  await db.sql`
    update send_batch set lease_until = ${now}::timestamptz + make_interval(secs => ${leaseS})
    where tenant_id = ${db.tenantId} and campaign_id = ${campaignId} and id = ${id} and fence = ${fence}`;
}

export async function deleteBatch(db: TenantDb, { campaignId, id, fence }: Batch): Promise<void> {
  await db.sql`
    delete from send_batch
    where tenant_id = ${db.tenantId} and campaign_id = ${campaignId} and id = ${id} and fence = ${fence}`;
}
