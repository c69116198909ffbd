import type { Static } from "typebox";
import { inTransaction, type Context } from "../../../context.ts";
import { insertNotification } from "../../../jobs/queries.ts";
import { allows } from "../../../kernel/access.ts";
import { memberIdOf } from "../../../kernel/actor.ts";
import { ApiError, conflict, forbidden, requireFound } from "../../../kernel/errors.ts";
import { iso } from "../../../kernel/local-time.ts";
import { toPage } from "../../../kernel/schema.ts";
import { requireActingMember } from "../../members/acting-member.ts";
import { listMembers } from "../../members/queries.ts";
import { recordChange } from "../history/service.ts";
import { countByLanguage, totalOf } from "../lifecycle/recipients.ts";
import { listCampaignVariants } from "../lifecycle/queries.ts";
import { requireReady } from "../lifecycle/readiness.ts";
import { getLockedCampaign } from "../service.ts";
import { toSettings } from "../settings.ts";
import { requireAllowed } from "../transitions.ts";
import type { campaignApprovalRoutes } from "./contract.ts";
import type { ApprovalEvent } from "./approval-mail.ts";
import { approvalMailJob } from "./jobs.ts";
import * as queries from "./queries.ts";

const present = (row: queries.ApprovalRecord) => ({
  ...row,
  requestedAt: row.requestedAt.toISOString(),
  decidedAt: iso(row.decidedAt),
});

type ListQuery = Static<(typeof campaignApprovalRoutes.records.listCampaignApprovals)["query"]>;

export async function listApprovals({ db }: Context, query: ListQuery) {
  const { page, pageSize, offset } = toPage(query);
  const [rows, total] = await Promise.all([
    queries.listApprovals(db, { ...query, limit: pageSize, offset }),
    queries.countApprovals(db, query),
  ]);
  return { items: rows.map(present), total, page, pageSize };
}

const findRecord = async (ctx: Context, id: string): Promise<queries.ApprovalRecord> =>
  requireFound(await queries.findApproval(ctx.db, id), "campaign_approval");

export const getApproval = async (ctx: Context, id: string) => present(await findRecord(ctx, id));

/** The request is about the campaign as it is now; a change of the campaign makes it outdated. */
export async function requestApproval(ctx: Context, campaignId: string, { comment = "" }: { comment?: string }) {
  const requestedBy = memberIdOf(ctx.actor);
  if (requestedBy === null) throw new Error("only members and keys request approvals");
  return inTransaction(ctx, async (inner) => {
    const { db, clock } = inner;
    const campaign = await getLockedCampaign(inner, campaignId);
    requireAllowed(campaign.status, "edit");
    const latest = await queries.findLatestApproval(db, campaignId);
    if (latest?.state === "waiting" || latest?.state === "approved")
      throw conflict("requested", { approvalId: latest.id, state: latest.state });
    const approvers = await listApproverIds(inner, requestedBy);
    if (approvers.length === 0) throw conflict("approvers");
    const variants = await listCampaignVariants(db, campaignId);
    await requireReady(inner, campaign, variants);
    const recipients = totalOf(await countByLanguage(inner, toSettings(campaign), variants));
    if (recipients === 0) throw new ApiError("empty_segment", "audience");
    const request = { campaignId, recipients, comment: comment.trim(), requestedBy, requestedAt: clock.now() };
    const id = await queries.insertApproval(db, request);
    db.created(id);
    await recordChange(inner, campaignId, "approval_requested");
    await announce(inner, await findRecord(inner, id), { event: "requested", memberIds: approvers });
    return getApproval(inner, id);
  });
}

/** Whoever may send campaigns, except the member who asks. */
async function listApproverIds({ db }: Context, requestedBy: string): Promise<string[]> {
  const members = await listMembers(db);
  return members
    .filter(({ id, isActive, roles }) => isActive && id !== requestedBy && allows(roles, "campaigns", "full"))
    .map(({ id }) => id);
}

const changes = { approved: "approval_given", returned: "approval_refused" } as const;

/** The lock of the campaign makes a concurrent change of it, or decision about it, wait. */
export async function decideApproval(ctx: Context, id: string, { state, comment }: queries.Decision) {
  const { memberId } = requireActingMember(ctx);
  return inTransaction(ctx, async (inner) => {
    const { campaign } = await findRecord(inner, id);
    await getLockedCampaign(inner, campaign.id);
    const request = await findRecord(inner, id);
    if (request.requestedBy.id === memberId) throw forbidden("requester");
    if (request.state !== "waiting") throw conflict("status", { current: request.state });
    await queries.updateDecision(inner.db, id, { state, comment: comment.trim(), memberId, at: inner.clock.now() });
    await recordChange(inner, campaign.id, changes[state]);
    await announce(inner, request, { event: state, memberIds: [request.requestedBy.id] });
    return getApproval(inner, id);
  });
}

const notificationTypes = {
  requested: "campaign_approval_requested",
  approved: "campaign_approval_given",
  returned: "campaign_approval_refused",
} as const;

/** A notification of the company, and an e-mail to each of the members. */
async function announce(
  { db, clock, jobs }: Context,
  { id: approvalId, campaign }: queries.ApprovalRecord,
  { event, memberIds }: { event: ApprovalEvent; memberIds: readonly string[] },
): Promise<void> {
  const params = { approvalId, campaignId: campaign.id, name: campaign.name };
  await insertNotification(db, { type: notificationTypes[event], params, at: clock.now() });
  for (const memberId of memberIds)
    await jobs.send(db, approvalMailJob, { tenantId: db.tenantId, approvalId, memberId, event });
}
