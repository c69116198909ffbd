import type { CompanySandbox } from "../../sandbox/sandbox.ts";
import { findSpamRules } from "./compile.ts";
import { askSpamd, type SpamdAddress } from "./spamd.ts";
import type { SpamRuleHit, SpamEmail } from "./spam-email.ts";

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
  sandbox: CompanySandbox,
  email: SpamEmail,
  options: { spamd?: SpamdAddress | undefined } = {},
): Promise<SpamReport> {
  const { hits, text } = await findSpamRules(sandbox, email);
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
