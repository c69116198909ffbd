import type { Context } from "../../../context.ts";
import { isAssistant } from "../../../kernel/actor.ts";
import type { ContentIssue } from "../../../mail/render/content-issue.ts";
import { findDeadLinks } from "../../content/checks/dead-links.ts";
import { presentIssue } from "../../content/checks/service.ts";
import { listLastTests, type LastTest } from "../../content/test-emails/queries.ts";
import { findListDefaults } from "../audience/queries.ts";
import { findOnlyList } from "../audience/shapes.ts";
import type { CampaignSettings } from "../queries.ts";
import { sumSentLately } from "./queries.ts";
import { countAudience, requireAudience } from "../audience/service.ts";
import { countByLanguage, mainVariantKey } from "../lifecycle/recipients.ts";
import { bulkPerProvider, type BulkRecordCheck } from "../../sending/bulk-records/service.ts";
import { checkCampaignRecords } from "../lifecycle/bulk-records.ts";
import { checkAuthentication } from "../lifecycle/authentication.ts";
import { reviewVariants } from "../lifecycle/content-errors.ts";
import { planSending } from "../sending-plan.ts";
import { getCampaignRecord } from "../service.ts";
import { audienceShop, toSettings } from "../settings.ts";

/** Everything that a person wants to know before the approval, in one answer. Changes nothing. */
export async function checkCampaign(ctx: Context, id: string) {
  const campaign = await getCampaignRecord(ctx, id);
  const settings = toSettings(campaign);
  const { audience, shopId, plannedAt } = settings;
  await requireAudience(ctx, audience, audienceShop(shopId, campaign.languages.length > 0));
  const reviews = await reviewVariants(ctx, id);
  const split = await countByLanguage(
    ctx,
    settings,
    reviews.map(({ variant }) => variant),
  );
  const loads = reviews.map(({ variant }) => ({
    ...variant,
    recipients: split[variant.language ?? mainVariantKey] ?? 0,
  }));
  const sendAt = plannedAt ?? ctx.clock.now();
  const domains = await checkAuthentication(ctx, loads, sendAt);
  const records = await checkCampaignRecords(ctx, { id, settings, loads, sendAt });
  const listIssues = await findListIssues(ctx, settings);
  // An assistant may have written the addresses, to any host that it likes.
  const checksLinks = !isAssistant(ctx.actor);
  const lastTests = await listLastTests(
    ctx.db,
    "campaign",
    reviews.map(({ variant }) => variant.id),
  );
  const variants = await Promise.all(
    reviews.map(async ({ variant: { language, ...variant }, review }, index) => ({
      id: variant.id,
      language,
      recipients: loads[index]?.recipients ?? 0,
      authentication: domains.find(({ senderId }) => senderId === variant.senderId)?.authentication ?? null,
      spam: review.spam,
      wireBytes: review.bytes,
      issues: [
        ...review.issues,
        ...(index === 0 ? listIssues : []),
        ...records.filter(({ senderId }) => senderId === variant.senderId).map(toRecordIssue),
      ].map(presentIssue),
      deadLinks: checksLinks ? await findDeadLinks(ctx, review.links) : [],
      linksChecked: checksLinks,
      lastTest: presentTest(
        lastTests.find(({ ownerId }) => ownerId === variant.id),
        variant.version,
      ),
    })),
  );
  const hasErrors = variants.some(
    ({ issues, authentication }) =>
      issues.some(({ severity }) => severity === "error") ||
      authentication === null ||
      (authentication.required && !authentication.authenticated),
  );
  return {
    ready: !hasErrors && loads.some(({ recipients }) => recipients > 0),
    audience: await countAudience(ctx, audience, shopId),
    sending: await planSending(ctx, loads, sendAt),
    pace: await measurePace(ctx),
    variants,
  };
}

const presentTest = (test: LastTest | undefined, version: number) =>
  test === undefined ? null : { at: test.at.toISOString(), current: test.version === version };

const measuredCampaigns = 3;

/** How fast the last campaigns left, with all their pauses; null before the first one. */
async function measurePace({ db }: Context) {
  const { campaigns, messages, seconds } = await sumSentLately(db, measuredCampaigns);
  return seconds === 0 ? null : { campaigns, perHour: Math.max(1, Math.round((messages / seconds) * 3600)) };
}

/** An error for a bulk sender, of whom providers require the records; a warning for others. */
const toRecordIssue = ({ domain, missing, busiest }: BulkRecordCheck): ContentIssue => ({
  code: "sender_records",
  severity: busiest === null ? "warning" : "error",
  params: { domain, missing: missing.join(", "), provider: busiest?.provider ?? "", limit: bulkPerProvider },
});

/** The sender address of a list is no default until a verified sender has it. */
async function findListIssues({ db }: Context, { audience, shopId }: CampaignSettings): Promise<ContentIssue[]> {
  const listId = findOnlyList(audience);
  const list = listId === undefined ? undefined : await findListDefaults(db, listId, shopId);
  if (list === undefined || list.senderEmail === "" || list.senderId !== null) return [];
  return [{ code: "list_sender_unverified", severity: "warning", params: { email: list.senderEmail } }];
}
