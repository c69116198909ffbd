import { MAX_SOURCE_CHARS } from "./limits.ts";
import { maskTags } from "./mask-tags.ts";
import { scanHtml } from "./scan.ts";
import { spamRules } from "./spam-rules.ts";
import { askSpamd, type SpamdAddress } from "./spamd.ts";
import { htmlToText } from "./text-part.ts";

export type SpamRuleHit = { code: string; points: number; found?: string[] };

export type SpamReport = {
  score: number;
  verdict: "ok" | "spam" | "blocked";
  sizeKb: number;
  rules: SpamRuleHit[];
};

const SPAM_FROM = 5;
const BLOCKED_FROM = 10;

const round = (number: number) => Math.round(number * 10) / 10;

/** Our own rules, plus SpamAssassin's score where it is configured; when it does not answer, ours count alone. */
export async function spamCheck(
  email: { html: string; subject: string; preheader: string },
  options: { spamd?: SpamdAddress | undefined } = {},
): Promise<SpamReport> {
  const html = email.html.slice(0, MAX_SOURCE_CHARS);
  const masked = maskTags(html);
  const text = htmlToText(html);
  const input = {
    subject: email.subject,
    html: email.html,
    text,
    checked: { source: html, masked, scan: scanHtml(masked.text) },
  };
  const hits = spamRules.flatMap(({ code, points, maxPoints = points, isBlocking = false, find }) => {
    const found = find(input).map((word) => word.slice(0, 100));
    if (found.length === 0) return [];
    const words = found.filter((word) => word !== "").slice(0, 10);
    const total = round(Math.min(points * found.length, maxPoints));
    return [{ isBlocking, hit: { code, points: total, ...(words.length === 0 ? {} : { found: words }) } }];
  });
  const outside = options.spamd === undefined ? [] : await askSpamd(options.spamd, { ...email, text });
  const rules = [...hits.map(({ hit }) => hit), ...outside].toSorted((a, b) => b.points - a.points);
  const score = round(rules.reduce((sum, { points }) => sum + points, 0));
  const isBlocked = score >= BLOCKED_FROM || hits.some(({ isBlocking }) => isBlocking);
  return {
    score,
    verdict: isBlocked ? "blocked" : score >= SPAM_FROM ? "spam" : "ok",
    sizeKb: round(Buffer.byteLength(email.html) / 1024),
    rules,
  };
}
