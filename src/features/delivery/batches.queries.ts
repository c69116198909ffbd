import { toFragment, node } from "../../db/sql-node.ts";
import type { SystemDb, TenantDb } from "../../db/tenant.ts";
import { applyStateCountsFragment } from "../campaigns/state-counts.sql.ts";

/** A worker that says nothing for so long is taken for dead. */
export const leaseSeconds = 20;

export type VariantKey = { readonly tenantId: string; readonly campaignId: string; readonly variantId: string };

/** Campaigns and variants with a batch that is due and that nobody has. A company that may not send has none. */
export async function listDueVariants({ sql }: SystemDb, now: Date): Promise<VariantKey[]> {
  return sql<VariantKey[]>`
    select v.tenant_id, coalesce(v.parent_id, v.id) as campaign_id, v.id as variant_id
    from campaign v join company o on o.tenant_id = v.tenant_id
    where v.status = 'sending' and ${toFragment(sql, maySend)} and exists (
      select from send_batch b where b.tenant_id = v.tenant_id and b.variant_id = v.id and b.due_at <= ${now}
        and (b.lease_until is null or b.lease_until < ${now}))
    order by v.tenant_id, v.id`;
}

/** Of company `o`. */
export const maySend = node`o.sending_state = 'live' and o.sending_hold = '' and o.sending_enabled`;

export type ClaimedBatch = VariantKey & {
  readonly id: string;
  readonly fence: number;
  readonly claimedThrough: string;
};

export async function claimBatch(db: TenantDb, due: VariantKey, now: Date): Promise<ClaimedBatch | undefined> {
  const { sql, tenantId } = db;
  const [row] = await sql<{ id: string; fence: number; claimedThrough: string }[]>`
    with free as (
      select id from send_batch
      where tenant_id = ${tenantId} and variant_id = ${due.variantId} and due_at <= ${now}
        and (lease_until is null or lease_until < ${now})
      order by due_at, id limit 1 for update skip locked
    )
    update send_batch b set lease_until = ${now}::timestamptz + make_interval(secs => ${leaseSeconds}), fence = b.fence + 1
    from free where b.tenant_id = ${tenantId} and b.campaign_id = ${due.campaignId} and b.id = free.id
    returning b.id, b.fence, b.claimed_through`;
  return row === undefined ? undefined : { ...due, ...row };
}

/**
 * What an earlier worker had handed over when it died: such a message may have left. It is shown and never sent again by
 * itself.
 */
export async function markUnknown(db: TenantDb, batch: ClaimedBatch, now: Date): Promise<number> {
  if (batch.claimedThrough === "0") return 0;
  const { sql, tenantId } = db;
  const [row] = await sql<{ n: number }[]>`
    with moved as (
      update message set state = 'unknown', tried_at = ${now}
      where tenant_id = ${tenantId} and campaign_id = ${batch.campaignId} and batch_id = ${batch.id}
        and contact_id <= ${batch.claimedThrough} and state = 'queued'
      returning variant_id, state
    ), ${applyStateCountsFragment(db, batch.campaignId, "queued")}
    select count(*)::int as n from moved`;
  return row?.n ?? 0;
}

export type BatchStatus = "more" | "done" | "stopped";

/** Why nothing was handed over: everybody of that group was left out, the batch is through, or it must stop. */
export async function findBatchStatus(
  db: TenantDb,
  { campaignId, variantId, id, fence }: ClaimedBatch,
): Promise<BatchStatus> {
  const { sql, tenantId } = db;
  const [row] = await sql<{ hasMore: boolean }[]>`
    select exists (select from message m where m.tenant_id = ${tenantId} and m.campaign_id = ${campaignId}
      and m.batch_id = ${id} and m.contact_id > b.claimed_through and m.state = 'queued') as has_more
    from send_batch b join campaign v on v.tenant_id = ${tenantId} and v.id = ${variantId} and v.status = 'sending'
    join company o on o.tenant_id = ${tenantId} and ${toFragment(sql, maySend)}
    where b.tenant_id = ${tenantId} and b.campaign_id = ${campaignId} and b.id = ${id} and b.fence = ${fence}`;
  if (row === undefined) return "stopped";
  return row.hasMore ? "more" : "done";
}

/** Some worker may go on with it at once. */
export async function releaseBatch(
  db: TenantDb,
  { campaignId, id, fence }: ClaimedBatch,
  dueAt: Date | null,
): Promise<void> {
  await db.sql`
    update send_batch set lease_until = null, due_at = coalesce(${dueAt}, due_at)
    where tenant_id = ${db.tenantId} and campaign_id = ${campaignId} and id = ${id} and fence = ${fence}`;
}

export async function extendLease(db: TenantDb, { campaignId, id, fence }: ClaimedBatch, now: Date): Promise<void> {
  await db.sql`
    update send_batch set lease_until = ${now}::timestamptz + make_interval(secs => ${leaseSeconds})
    where tenant_id = ${db.tenantId} and campaign_id = ${campaignId} and id = ${id} and fence = ${fence}`;
}

export async function deleteBatch(db: TenantDb, { campaignId, id, fence }: ClaimedBatch): Promise<void> {
  await db.sql`
    delete from send_batch
    where tenant_id = ${db.tenantId} and campaign_id = ${campaignId} and id = ${id} and fence = ${fence}`;
}
