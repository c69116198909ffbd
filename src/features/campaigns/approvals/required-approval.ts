import type { Context } from "../../../context.ts";
import type { TenantDb } from "../../../db/tenant.ts";
import { conflict } from "../../../kernel/errors.ts";
import { hasDrifted } from "../lifecycle/drift.ts";
import { totalOf, type RecipientsByLanguage } from "../lifecycle/recipients.ts";
import * as queries from "./queries.ts";

/**
 * Where the company requires it, a campaign is sent only as a second member approved it, to as many recipients. Called with
 * the campaign locked.
 */
export async function requireApproval(
  { db }: Context,
  campaignId: string,
  recipients: RecipientsByLanguage,
): Promise<void> {
  if (!(await queries.isApprovalRequired(db))) return;
  const approval = await queries.findLatestApproval(db, campaignId);
  if (approval?.state !== "approved") throw conflict("approval", { state: approval?.state ?? "missing" });
  const [expected, actual] = [approval.recipients, totalOf(recipients)];
  if (hasDrifted(expected, actual)) throw conflict("approval", { state: "outdated", expected, actual });
}

export const markApprovalUsed = (db: TenantDb, campaignId: string): Promise<void> =>
  queries.updateApprovalUsed(db, campaignId);
