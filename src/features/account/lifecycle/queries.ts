import { acrossNodes, type Companies } from "../../../db/distribution/across-nodes.ts";
import type { SystemDb, TenantDb } from "../../../db/tenant.ts";
import { singleRow } from "../../../db/rows.ts";
import type { SendingStatus } from "../../../kernel/sending-status.ts";

export type SuspensionReason = "complaints" | "bounces" | "operator";

export type LifecycleState = Pick<SendingStatus, "sendingState"> & {
  suspensionReason: SuspensionReason | null;
  stateChangedAt: Date | null;
  /** When the company was last allowed to send. */
  approvedAt: Date | null;
  deletionRequestedAt: Date | null;
  deleteAfter: Date | null;
};

export async function getLifecycleState(db: TenantDb): Promise<LifecycleState> {
  return singleRow(
    await db.sql<LifecycleState[]>`
      select sending_state, suspension_reason, state_changed_at, approved_at, deletion_requested_at, delete_after
      from company where tenant_id = ${db.tenantId}`,
  );
}

/** The company may not send any more; a suspended one stays suspended. False if it was requested before. */
export async function updateDeletionRequested(db: TenantDb, at: Date, deleteAfter: Date): Promise<boolean> {
  const { count } = await db.sql`
    update company set deletion_requested_at = ${at}, delete_after = ${deleteAfter}, state_before_deletion = sending_state,
      sending_state = case when sending_state = 'suspended' then 'suspended' else 'paused' end,
      state_changed_at = case when sending_state = 'suspended' then state_changed_at else ${at} end
    where tenant_id = ${db.tenantId} and delete_after is null`;
  return count === 1;
}

/** False without a request, and once the deletion has begun. */
export async function updateDeletionCancelled(db: TenantDb, at: Date): Promise<boolean> {
  const { count } = await db.sql`
    update company set deletion_requested_at = null, delete_after = null, sending_state = state_before_deletion,
      state_before_deletion = null,
      state_changed_at = case when sending_state = 'suspended' then state_changed_at else ${at} end
    where tenant_id = ${db.tenantId} and delete_after > ${at}`;
  return count === 1;
}

export async function listDueDeletions(db: SystemDb, now: Date): Promise<string[]> {
  const due = (of: Companies) => db.sql<{ tenantId: string }[]>`
    select tenant_id from ${of.table("company")} where delete_after <= ${now} order by delete_after`;
  return (await acrossNodes(db, due)).map(({ tenantId }) => tenantId);
}

/** Suspends a company in any state; a cancelled deletion does not end it. False if the company is suspended already. */
export async function updateSuspended(db: TenantDb, reason: SuspensionReason, at: Date): Promise<boolean> {
  const { count } = await db.sql`
    update company set sending_state = 'suspended', suspension_reason = ${reason}, state_changed_at = ${at},
      state_before_deletion = case when delete_after is null then null else 'suspended' end
    where tenant_id = ${db.tenantId} and sending_state <> 'suspended'`;
  return count === 1;
}

/** From pending or suspended; a company whose deletion is requested may send when that is cancelled. False in another state. */
export async function updateApproved(db: TenantDb, at: Date): Promise<boolean> {
  const { count } = await db.sql`
    update company set sending_state = case when delete_after is null then 'live' else 'paused' end,
      state_before_deletion = case when delete_after is null then null else 'live' end,
      suspension_reason = null, state_changed_at = ${at}, approved_at = ${at}
    where tenant_id = ${db.tenantId} and coalesce(state_before_deletion, sending_state) in ('pending', 'suspended')`;
  return count === 1;
}

export type SendingCounts = { sent: number; hardBounces: number; complaints: number };

export async function countSending(db: TenantDb, since: Date): Promise<SendingCounts> {
  return singleRow(
    await db.sql<SendingCounts[]>`
      select coalesce(sum(n) filter (where metric in ('sent', 'refused')), 0)::float8 as sent,
        coalesce(sum(n) filter (where metric = 'hard'), 0)::float8 as hard_bounces,
        coalesce(sum(n) filter (where metric = 'complained'), 0)::float8 as complaints
      from company_hourly_stat where tenant_id = ${db.tenantId} and hour >= ${since}`,
  );
}

export async function hasVerifiedDomainAndSender({ sql, tenantId }: TenantDb): Promise<boolean> {
  const rows = await sql<{ isReady: boolean }[]>`
    select exists (select from sending_domain where tenant_id = ${tenantId} and verified_at is not null)
      and exists (select from sender where tenant_id = ${tenantId} and verified_at is not null) as is_ready`;
  return singleRow(rows).isReady;
}
