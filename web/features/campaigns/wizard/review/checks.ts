import { keepPreviousData, useQuery } from "@tanstack/react-query";
import type { ApiFailure } from "../../../../api/api-failure.ts";
import { send } from "../../../../api/client.ts";
import type { OutputOf } from "../../../../api/operations.ts";
import { describeIssue, issueMessages } from "../../../../editor/issue-messages.ts";
import { describeMissingRecords } from "../../../../ui/rejections/missing-records.ts";
import { useFormats, useMessages } from "../../../../i18n/messages.tsx";
import type { Campaign } from "../../appearance.ts";
import { useOtherShop } from "../other-shop.tsx";
import type { StepKey } from "../steps.ts";
import { reviewMessages, type ReviewMessages } from "./review-messages.ts";

export const checkOperation = "POST /campaigns/{campaign_id}/check";
export type CampaignCheck = OutputOf<typeof checkOperation>;
type VariantCheck = CampaignCheck["variants"][number];

/** Checked again when the content or a setting has changed. */
export function useCampaignCheck({ id, version, updatedAt }: Campaign) {
  const input = { params: { campaign_id: id } };
  return useQuery<CampaignCheck, ApiFailure>({
    queryKey: [checkOperation, input, version, updatedAt],
    queryFn: ({ signal }) => send<CampaignCheck>(checkOperation, input, { signal }),
    refetchOnWindowFocus: false,
    placeholderData: keepPreviousData,
  });
}

type CheckRow = {
  readonly key: string;
  readonly tone: "bad" | "warn" | "good";
  readonly title: string;
  readonly text?: string;
  /** The step that fixes it. */
  readonly step?: StepKey;
};

const order = { bad: 0, warn: 1, good: 2 } as const;
const maxBytes = 102_000;

/** What blocks, then what could be better, then what is fine. */
export function useCheckRows(campaign: Campaign, check: CampaignCheck): CheckRow[] {
  const t = useMessages(reviewMessages);
  const toRows = useVariantRows(campaign);
  const otherShop = useOtherShop(campaign, check.audience);
  const rows: CheckRow[] = [
    ...(check.audience.recipients === 0
      ? [{ key: "nobody", tone: "bad", title: t.nobody, text: t.nobodyText, step: "audience" } as const]
      : []),
    campaign.subject.trim() === ""
      ? { key: "subject", tone: "bad", title: t.subject, text: t.subjectMissing, step: "subject" }
      : {
          key: "subject",
          tone: "good",
          title: t.subject,
          text: t.subjectText(campaign.subject, campaign.subject.length),
        },
    ...(otherShop === undefined
      ? []
      : [{ key: "shop", tone: "warn", title: t.otherShop, text: otherShop.text, step: "audience" } as const]),
    ...check.variants.flatMap(toRows),
  ];
  return rows.toSorted((one, other) => order[one.tone] - order[other.tone]);
}

function useVariantRows(campaign: Campaign): (variant: VariantCheck) => CheckRow[] {
  const t = useMessages(reviewMessages);
  const issues = useMessages(issueMessages);
  const { ago } = useFormats();
  const testRow = (test: VariantCheck["lastTest"]): CheckRow => {
    if (test === null) return { key: "test", tone: "warn", title: t.testMissing, text: t.testMissingText };
    return test.current
      ? { key: "test", tone: "good", title: t.testSent, text: ago(test.at) }
      : { key: "test", tone: "warn", title: t.testOld, text: t.testOldText(ago(test.at)) };
  };
  return (variant) => {
    const { id, language, spam, wireBytes, deadLinks, lastTest } = variant;
    const suffix = language === null ? undefined : t.language(language);
    const named = (row: CheckRow): CheckRow => ({
      ...row,
      key: `${id} ${row.key}`,
      ...(suffix === undefined ? {} : { text: [row.text, suffix].filter(Boolean).join(", ") }),
    });
    // The row about the subject says it already.
    const found = variant.issues.filter(({ code }) => code !== "subject_empty");
    const rows: CheckRow[] = [
      senderRow(campaign, variant, t),
      ...found.map((issue, index): CheckRow => ({
        key: `${issue.code} ${index}`,
        tone: issue.severity === "error" ? "bad" : "warn",
        title: describeIssue(issue, issues),
        ...(issue.code === "sender_records" ? { text: t.missingRecords(describeMissingRecords(issue.params)) } : {}),
        step: /^(?:subject|preheader|sender_records)/.test(issue.code) ? "subject" : "content",
      })),
      ...deadLinks.map(({ url }): CheckRow => ({
        key: `dead ${url}`,
        tone: "warn",
        title: t.deadLink,
        text: url,
        step: "content",
      })),
      ...(found.some(({ code }) => code === "unsubscribe_missing")
        ? []
        : [{ key: "unsubscribe", tone: "good", title: t.unsubscribe } as const]),
      ...(wireBytes === null ? [] : [sizeRow(wireBytes, t)]),
      spamRow(spam, t),
      testRow(lastTest),
    ];
    return rows.map(named);
  };
}

function senderRow({ sender }: Campaign, { authentication }: VariantCheck, t: ReviewMessages): CheckRow {
  if (authentication === null)
    return { key: "sender", tone: "bad", title: t.senderMissing, text: t.senderMissingText, step: "subject" };
  const { domain, authenticatedBy, required } = authentication;
  const title = t.sender(sender?.email ?? domain);
  if (authenticatedBy === "domain") return { key: "sender", tone: "good", title, text: t.authenticated(domain) };
  if (authenticatedBy === "operator")
    return { key: "sender", tone: required ? "warn" : "good", title, text: t.operatorVerified(domain) };
  return required
    ? { key: "sender", tone: "bad", title, text: t.authenticationRequired(domain), step: "subject" }
    : { key: "sender", tone: "warn", title, text: t.notAuthenticated(domain), step: "subject" };
}

function sizeRow(bytes: number, t: ReviewMessages): CheckRow {
  const title = t.size(Math.max(1, Math.round(bytes / 1000)));
  return bytes <= maxBytes
    ? { key: "size", tone: "good", title, text: t.sizeGood }
    : { key: "size", tone: "warn", title, text: t.sizeBad, step: "content" };
}

function spamRow({ verdict, score }: VariantCheck["spam"], t: ReviewMessages): CheckRow {
  const title = t.spamGood(score);
  if (verdict === "ok") return { key: "spam", tone: "good", title, text: t.spamGoodText };
  return {
    key: "spam",
    tone: verdict === "blocked" ? "bad" : "warn",
    title,
    text: verdict === "blocked" ? t.spamBlocked : t.spamBad,
    step: "content",
  };
}
