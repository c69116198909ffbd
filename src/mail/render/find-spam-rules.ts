import { findHtmlComplexity } from "./complexity.ts";
import type { Refusal } from "./content-issue.ts";
import { maskTags } from "./mask-tags.ts";
import { scanHtml } from "./scan.ts";
import type { SpamEmail, SpamRuleHit } from "./spam-email.ts";
import { spamRules } from "./spam-rules.ts";
import { htmlToText } from "./text-part.ts";

export type FoundSpamRules = {
  readonly hits: readonly { readonly isBlocking: boolean; readonly hit: SpamRuleHit }[];
  /** Text of the HTML. */
  readonly text: string;
};

const round = (number: number) => Math.round(number * 10) / 10;

/** Runs in the sandbox: finding the unsubscribe link applies style sheets. */
export function findSpamRules({ html, subject }: SpamEmail): FoundSpamRules | Refusal {
  const excess = findHtmlComplexity(html);
  if (excess !== undefined) return { refusal: excess };
  const masked = maskTags(html);
  const text = htmlToText(html);
  const checked = { source: html, masked, scan: scanHtml(masked.text) };
  const input = { subject, html, text, checked };
  const hits = spamRules.flatMap(({ code, points, maxPoints = points, isBlocking = false, find }) => {
    const found = find(input).map((word) => word.slice(0, 100));
    if (found.length === 0) return [];
    const words = found.filter((word) => word !== "").slice(0, 10);
    const total = round(Math.min(points * found.length, maxPoints));
    return [{ isBlocking, hit: { code, points: total, ...(words.length === 0 ? {} : { found: words }) } }];
  });
  return { hits, text };
}
