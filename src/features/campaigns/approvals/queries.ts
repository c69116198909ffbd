import type { Fragment } from "../../../db/client.ts";
import { routed } from "../../../db/distribution/routed.ts";
import { singleRow } from "../../../db/rows.ts";
import { toFragment } from "../../../db/sql-node.ts";
import type { TenantDb } from "../../../db/tenant.ts";
import { memberReference, type ActorRecord } from "../../members/actor.sql.ts";
import { fingerprintOf } from "./fingerprint.sql.ts";
import type { ApprovalState } from "./shapes.ts";

type Member = ActorRecord["member"];

export type ApprovalRecord = {
  id: string;
  campaign: { id: string; name: string; subject: string };
  state: ApprovalState;
  recipients: number;
  comment: string;
  requestedBy: Member;
  requestedAt: Date;
  decisionComment: string;
  decidedBy: Member | null;
  decidedAt: Date | null;
};

/** A returned or used one stays what it is, whatever happens to the campaign later. */
const currentState = (db: TenantDb): Fragment => db.sql`
  case when a.state in ('waiting', 'approved') and (c.status <> 'draft' or a.fingerprint <> ${fingerprintOf(db)})
    then 'outdated' else a.state end`;

const approvals = (db: TenantDb): Fragment => db.sql`
  from campaign_approval a join campaign c on c.tenant_id = ${db.tenantId} and c.id = a.campaign_id
  where a.tenant_id = ${db.tenantId}`;

const columns = (db: TenantDb): Fragment => db.sql`
  a.id, json_build_object('id', c.id::text, 'name', c.name, 'subject', c.subject) as campaign, ${currentState(db)} as state,
  a.recipients, a.comment, ${memberReference(db, db.sql`a.requested_by`)} as requested_by, a.requested_at,
  a.decision_comment, ${memberReference(db, db.sql`a.decided_by`)} as decided_by, a.decided_at`;

export type ApprovalFilters = { state?: ApprovalState; campaign?: string };

const matching = (db: TenantDb, { state, campaign }: ApprovalFilters): Fragment => db.sql`
  ${state === undefined ? db.sql`` : db.sql`and ${currentState(db)} = ${state}`}
  ${campaign === undefined ? db.sql`` : db.sql`and a.campaign_id = ${campaign}`}`;

export async function listApprovals(
  db: TenantDb,
  { limit, offset, ...filters }: ApprovalFilters & { limit: number; offset: number },
): Promise<ApprovalRecord[]> {
  return db.sql<ApprovalRecord[]>`
    select ${columns(db)} ${approvals(db)} ${matching(db, filters)} order by a.id desc limit ${limit} offset ${offset}`;
}

export async function countApprovals(db: TenantDb, filters: ApprovalFilters): Promise<number> {
  const rows = await db.sql<{ total: number }[]>`
    select count(*)::int as total ${approvals(db)} ${matching(db, filters)}`;
  return singleRow(rows).total;
}

export async function findApproval(db: TenantDb, id: string): Promise<ApprovalRecord | undefined> {
  const [row] = await db.sql<ApprovalRecord[]>`select ${columns(db)} ${approvals(db)} and a.id = ${id}`;
  return row;
}

/** The newest request of the campaign. */
export async function findLatestApproval(db: TenantDb, campaignId: string): Promise<ApprovalRecord | undefined> {
  const [row] = await listApprovals(db, { campaign: campaignId, limit: 1, offset: 0 });
  return row;
}

type NewApproval = { campaignId: string; recipients: number; comment: string; requestedBy: string; requestedAt: Date };

export async function insertApproval(db: TenantDb, approval: NewApproval): Promise<string> {
  const { campaignId, recipients, comment, requestedBy, requestedAt } = approval;
  const rows = await db.sql<{ id: string }[]>`
    ${toFragment(db.sql, routed)} insert into campaign_approval
      (tenant_id, campaign_id, state, fingerprint, recipients, comment, requested_by, requested_at)
    select ${db.tenantId}, c.id, 'waiting', ${fingerprintOf(db)}, ${recipients}, ${comment}, ${requestedBy}, ${requestedAt}
    from campaign c where c.tenant_id = ${db.tenantId} and c.id = ${campaignId}
    returning id`;
  return singleRow(rows).id;
}

export type Decision = { state: "approved" | "returned"; comment: string };

export async function updateDecision(
  db: TenantDb,
  id: string,
  { state, comment, memberId, at }: Decision & { memberId: string; at: Date },
): Promise<void> {
  await db.sql`
    update campaign_approval
    set state = ${state}, decision_comment = ${comment}, decided_by = ${memberId}, decided_at = ${at}
    where tenant_id = ${db.tenantId} and id = ${id}`;
}

/** An approval serves to send the campaign once. */
export async function updateApprovalUsed(db: TenantDb, campaignId: string): Promise<void> {
  await db.sql`
    update campaign_approval set state = 'used'
    where tenant_id = ${db.tenantId} and campaign_id = ${campaignId} and state = 'approved'`;
}

export async function isApprovalRequired(db: TenantDb): Promise<boolean> {
  const rows = await db.sql<{ isRequired: boolean }[]>`
    select require_campaign_approval as is_required from company where tenant_id = ${db.tenantId}`;
  return singleRow(rows).isRequired;
}

export type MailDetails = { email: string; language: string; companyName: string; guid: string };

/** Undefined for a member who left. */
export async function findMailDetails(db: TenantDb, memberId: string): Promise<MailDetails | undefined> {
  const [row] = await db.sql<MailDetails[]>`
    select p.email, p.language, o.name as company_name, o.guid
    from membership m join person p on p.id = m.person_id
    join company o on o.tenant_id = ${db.tenantId}
    where m.tenant_id = ${db.tenantId} and m.id = ${memberId} and m.is_active`;
  return row;
}
