import { inTransaction, type Context } from "../../../context.ts";
import { ApiError, conflict, validation } from "../../../kernel/errors.ts";
import { addMs, days, minutes } from "../../../kernel/local-time.ts";
import { findFooterHtml } from "../../content/footers/queries.ts";
import { markApprovalUsed, requireApproval } from "../approvals/required-approval.ts";
import { requestExpansion } from "../expansion.queries.ts";
import { recordChange } from "../history/service.ts";
import type { CampaignRecord } from "../queries.ts";
import { getCampaign, getLockedCampaign } from "../service.ts";
import { parsePlannedAt, toSettings } from "../settings.ts";
import type { Timing } from "../shapes.ts";
import { requireTransition } from "../transitions.ts";
import { requireCoupons } from "./coupons.ts";
import { hasDrifted } from "./drift.ts";
import { planSending } from "../sending-plan.ts";
import { requireAuthentication } from "./authentication.ts";
import { requireCampaignRecords } from "./bulk-records.ts";
import { findContentErrors } from "./content-errors.ts";
import { requireFeeds } from "./feeds.ts";
import * as queries from "./queries.ts";
import { preflightContent } from "./preflight.ts";
import { requireReady } from "./readiness.ts";
import { countByLanguage, mainVariantKey, totalOf, type RecipientsByLanguage } from "./recipients.ts";

const minLeadMs = minutes(5);
const maxLeadMs = days(365);

type RequestedTiming = { readonly timing?: Timing; readonly plannedAt?: string | null };

type RecipientCheck = (split: RecipientsByLanguage) => void;

/** Approves a campaign with all its variants by the total number of recipients. */
export const approveCampaign = (ctx: Context, id: string, body: RequestedTiming & { expectedRecipients: number }) =>
  approveChecked(ctx, id, body, (recipients) => {
    const actual = totalOf(recipients);
    const expected = body.expectedRecipients;
    if (hasDrifted(expected, actual)) throw conflict("recipients", { expected, actual });
  });

/** The same with one number for the main campaign and for each variant. */
export const approveVariants = (
  ctx: Context,
  id: string,
  body: RequestedTiming & { expectedRecipients: RecipientsByLanguage },
) =>
  approveChecked(ctx, id, body, (actual) => {
    const expected = body.expectedRecipients;
    const missing = Object.keys(actual).find((language) => expected[language] === undefined);
    if (missing !== undefined)
      throw validation("expectedRecipients", { required: true, missing, path: `expectedRecipients.${missing}` });
    const unknown = Object.keys(expected).find((language) => actual[language] === undefined);
    if (unknown !== undefined)
      throw validation("expectedRecipients", {
        allowed: Object.keys(actual),
        unknown,
        path: `expectedRecipients.${unknown}`,
      });
    const isOff = Object.entries(actual).some(([language, n]) => hasDrifted(expected[language] ?? 0, n));
    if (isOff) throw new ApiError("count_mismatch", "expectedRecipients", { params: { expected, actual } });
  });

/**
 * Sending is irreversible, so everything is checked once more: sender, content and number of recipients. A company that
 * may not send yet can approve; the campaign waits.
 */
async function approveChecked(ctx: Context, id: string, requested: RequestedTiming, check: RecipientCheck) {
  const preflightVersions = await preflightContent(ctx, id);
  const contentErrors = await findContentErrors(ctx, id);
  return inTransaction(ctx, async (inner) => {
    const { db, clock } = inner;
    const campaign = await getLockedCampaign(inner, id);
    const timing = requested.timing ?? campaign.timing;
    const action = timing === "schedule" ? "approve_later" : "approve_now";
    const status = requireTransition(campaign.status, action);
    if (timing === "later") throw validation("timing", { allowed: ["now", "schedule"] });
    const plannedAt = timing === "schedule" ? plannedTime(inner, campaign, requested) : null;
    const variants = await queries.listCampaignVariants(db, id);
    const changed = variants.find(({ id: variantId, version }) => preflightVersions.get(variantId) !== version);
    if (changed !== undefined) throw conflict("version", { current: changed.version });
    await requireReady(inner, campaign, variants);
    if (contentErrors.length > 0) throw conflict("content", { issues: contentErrors });
    const recipients = await countByLanguage(inner, toSettings(campaign), variants);
    if (Object.values(recipients).every((n) => n === 0)) throw new ApiError("empty_segment", "audience");
    check(recipients);
    await requireApproval(inner, id, recipients);
    // The current footer is stored with the campaign and used by all its variants.
    const footerHtml = (await findFooterHtml(db, campaign)) ?? "";
    const approved = variants.map((variant) => ({
      ...variant,
      recipients: recipients[variant.language ?? mainVariantKey] ?? 0,
      footerHtml: variant.language === null ? footerHtml : null,
    }));
    await requireFeeds(inner, approved, footerHtml);
    await requireCoupons(inner, campaign, approved, footerHtml);
    const at = clock.now();
    const sendAt = plannedAt ?? at;
    await requireAuthentication(inner, approved, sendAt);
    await requireCampaignRecords(inner, { id, settings: toSettings(campaign), loads: approved, sendAt });
    const sending = await planSending(inner, approved, sendAt);
    const startedAt = status === "sending" ? at : null;
    await queries.approveCampaignVariants(db, approved, { action, timing, plannedAt, startedAt, at });
    await markApprovalUsed(db, id);
    if (status === "sending") await requestExpansion(db, id);
    await recordChange(inner, id, "approved");
    return { ...(await getCampaign(inner, id)), sending };
  });
}

function plannedTime({ clock }: Context, campaign: CampaignRecord, requested: RequestedTiming): Date {
  const at = requested.plannedAt === undefined ? campaign.plannedAt : parsePlannedAt(requested.plannedAt);
  const now = clock.now();
  const [min, max] = [addMs(now, minLeadMs), addMs(now, maxLeadMs)];
  if (at === null || at < min || at > max) {
    throw validation("plannedAt", { min: min.toISOString(), max: max.toISOString() });
  }
  return at;
}
