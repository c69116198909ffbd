import type { Static } from "typebox";
import { iso } from "../../kernel/local-time.ts";
import { emptyAudience } from "./audience/shapes.ts";
import { computeProgress, toStats, type CountsByState, type ProgressInput } from "./progress.ts";
import type { Reactions } from "./progress.queries.ts";
import type { CampaignRecord, CampaignSender } from "./queries.ts";
import type { Campaign, CampaignRow } from "./shapes.ts";

export type CampaignFigures = { readonly counts: CountsByState; readonly reactions: Reactions | undefined };

export function presentRow(row: CampaignRecord, { counts, reactions }: CampaignFigures): Static<typeof CampaignRow> {
  const { id, name, shopId, status, subject, senderId, timing, tags, languages, recipients } = row;
  return {
    id,
    name,
    shopId,
    status,
    subject,
    senderId,
    timing,
    tags,
    languages,
    recipients,
    plannedAt: iso(row.plannedAt),
    stats: toStats(counts, reactions),
    approvedAt: iso(row.approvedAt),
    startedAt: iso(row.startedAt),
    finishedAt: iso(row.finishedAt),
    createdAt: row.createdAt.toISOString(),
    updatedAt: iso(row.updatedAt),
  };
}

export type CampaignDetails = CampaignFigures & {
  readonly sender: CampaignSender | undefined;
  readonly replyToOptions: string[];
  readonly pending: Pick<ProgressInput, "isExpanding" | "lastDueAt" | "estimate">;
  readonly now: Date;
};

export function presentCampaign(row: CampaignRecord, details: CampaignDetails): Static<typeof Campaign> {
  const { mainStatus, fromName, preheader, templateId, replyTo, trackOpens, trackClicks, utm, preferTime } = row;
  const { sender, counts, replyToOptions, pending, now } = details;
  return {
    ...presentRow(row, details),
    mainStatus,
    fromName,
    preheader,
    templateId,
    audience: { ...emptyAudience, ...row.audience },
    sender:
      sender === undefined
        ? null
        : { id: sender.id, email: sender.email, name: sender.name, verified: sender.verifiedAt !== null },
    replyTo,
    replyToOptions,
    trackOpens,
    trackClicks,
    utm,
    headers: [...row.headers],
    linkParams: [...row.linkParams],
    preferTime,
    unsubscribePageId: row.unsubscribePageId,
    footerId: row.footerId,
    version: row.version,
    approvedVersion: row.contentVersion,
    progress: computeProgress({ ...row, counts, ...pending }, now),
    counts,
    unknown: counts["unknown"] ?? 0,
  };
}
