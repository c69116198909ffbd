import { inTransaction, type Context, type Services } from "../../../context.ts";
import type { SystemDb, TenantDb } from "../../../db/tenant.ts";
import { deleteCompanyRows } from "../../../jobs/company-rows.queries.ts";
import { insertNotification } from "../../../jobs/queries.ts";
import { deleteAuditLog, listLeftAuditLogs } from "../../../journal/audit-chain.ts";
import { conflict } from "../../../kernel/errors.ts";
import { addMs, days, iso } from "../../../kernel/local-time.ts";
import { removeContents } from "../../files/blobs.ts";
import { requireConfirmation } from "../../members/sessions/confirmation.ts";
import * as queries from "./queries.ts";
import { readReviewSettings, type ReviewSettings } from "./settings.ts";

const graceDays = 30;

export async function getLifecycleState({ db }: Pick<Context, "db">) {
  const lifecycleState = await queries.getLifecycleState(db);
  const { sendingState, stateChangedAt } = lifecycleState;
  return {
    sendingState,
    reason: findReason(lifecycleState),
    since: iso(stateChangedAt),
    deletion: presentDeletion(lifecycleState),
  };
}

function findReason({ sendingState, suspensionReason, deleteAfter }: queries.LifecycleState) {
  if (sendingState === "suspended") return suspensionReason;
  if (deleteAfter !== null) return "deletion" as const;
  return sendingState === "pending" ? ("review" as const) : null;
}

const presentDeletion = ({ deletionRequestedAt, deleteAfter }: queries.LifecycleState) =>
  deletionRequestedAt === null || deleteAfter === null
    ? null
    : { requestedAt: deletionRequestedAt.toISOString(), deleteAfter: deleteAfter.toISOString() };

type CompanyClock = Pick<Context, "db" | "clock">;

/** Sending stops at once; the job deletes the company after the grace. */
export async function requestDeletion({ db, clock }: CompanyClock) {
  const at = clock.now();
  const deleteAfter = addMs(at, days(graceDays));
  return db.transaction(async (inner) => {
    const params = { deleteAfter: deleteAfter.toISOString() };
    if (await queries.updateDeletionRequested(inner, at, deleteAfter))
      await insertNotification(inner, { type: "company_deletion_requested", params, at });
    const deletion = presentDeletion(await queries.getLifecycleState(inner));
    if (deletion === null) throw new Error("the deletion was not requested");
    return deletion;
  });
}

/** Done by a signed-in member, who proves again who they are. */
export const requestDeletionAsMember = (ctx: Context) =>
  inTransaction(ctx, async (inner) => {
    await requireConfirmation(inner);
    return requestDeletion(inner);
  });

export async function cancelDeletion({ db, clock }: CompanyClock): Promise<void> {
  const at = clock.now();
  await db.transaction(async (inner) => {
    if (await queries.updateDeletionCancelled(inner, at))
      await insertNotification(inner, { type: "company_deletion_cancelled", params: {}, at });
  });
}

type DeletionServices = Pick<Services, "clock" | "files"> & { readonly db: SystemDb };

/** Stored contents first: their rows name them. */
export async function deleteDueCompanies({ db, clock, files }: DeletionServices): Promise<number> {
  const due = await queries.listDueDeletions(db, clock.now());
  for (const tenantId of due) {
    const own = db.forTenant(tenantId);
    await removeContents(own, files.store);
    await deleteCompanyRows(own);
  }
  // What a killed run left of companies whose own row is deleted.
  for (const tenantId of await listLeftAuditLogs(db)) await deleteAuditLog(db.forTenant(tenantId));
  return due.length;
}

type ReviewServices = Pick<Services, "clock" | "config">;

/** Done by the operator: a company that waits for its review, or whose suspension ends, may send. */
export async function approveCompany(db: TenantDb, { clock }: Pick<Services, "clock">): Promise<void> {
  const at = clock.now();
  await db.transaction(async (inner) => {
    if (!(await queries.updateApproved(inner, at))) throw conflict("status");
    await insertNotification(inner, { type: "sending_approved", params: {}, at });
  });
}

/** Done by the operator, in any state. */
export async function suspendCompany(db: TenantDb, { clock }: Pick<Services, "clock">): Promise<void> {
  if (!(await suspend(db, { reason: "operator" }, clock.now()))) throw conflict("status");
}

type Suspension = { reason: queries.SuspensionReason; rate?: number; limit?: number; sent?: number };

const suspend = (db: TenantDb, { reason, ...facts }: Suspension, at: Date): Promise<boolean> =>
  db.transaction(async (inner) => {
    if (!(await queries.updateSuspended(inner, reason, at))) return false;
    await insertNotification(inner, { type: "sending_suspended", params: { reason, ...facts }, at });
    return true;
  });

const ratedDays = 7;

/**
 * Approves what waits for a review and meets the rule; suspends what exceeds a limit since its last approval. A requested
 * deletion does not end the review: complaints still come, and the company may cancel it.
 */
export async function reviewCompany(db: TenantDb, services: ReviewServices): Promise<void> {
  const { clock } = services;
  const review = readReviewSettings(services);
  const { sendingState, approvedAt } = await queries.getLifecycleState(db);
  if (sendingState === "pending" && review.rule === "domain" && (await queries.hasVerifiedDomainAndSender(db)))
    return approveCompany(db, services);
  if (sendingState === "pending" || sendingState === "suspended") return;
  const now = clock.now();
  const weekAgo = addMs(now, -days(ratedDays));
  const since = approvedAt !== null && approvedAt > weekAgo ? approvedAt : weekAgo;
  const excess = findExcess(await queries.countSending(db, since), review);
  if (excess !== undefined) await suspend(db, excess, now);
}

/** Rates in percent of what was sent; a limit of 0 is none. */
function findExcess({ sent, hardBounces, complaints }: queries.SendingCounts, review: ReviewSettings) {
  if (sent < review.minSent) return undefined;
  const rated = [
    { reason: "complaints", count: complaints, limit: review.complaintPercent },
    { reason: "bounces", count: hardBounces, limit: review.bouncePercent },
  ] as const;
  const found = rated.find(({ count, limit }) => limit > 0 && (count * 100) / sent > limit);
  if (found === undefined) return undefined;
  const { reason, count, limit } = found;
  return { reason, rate: Math.round((count * 10_000) / sent) / 100, limit, sent };
}
