import { backoffMs, backoffs } from "../../kernel/backoff.ts";
import { hours } from "../../kernel/local-time.ts";
import { classifyWords, isRelayRejection } from "../../mail/inbound/reply-class.ts";
import type { SendOutcome } from "../../mail/outcome.ts";
import type { RelayReply } from "../../message-source.ts";

/**
 * The result of one attempt. `sent`, `failed`, `skipped`, `refused` and `unknown` are final; a `later` message waits in another batch.
 * Only an attempt at which the message itself was refused counts.
 */
export type DeliveryResult =
  | { readonly kind: "sent" }
  | { readonly kind: "unknown" }
  | { readonly kind: "failed"; readonly reason: string }
  /** Nothing was tried: the e-mail has nothing to show to the recipient. */
  | { readonly kind: "skipped"; readonly reason: string }
  /** A permanent refusal by the mailbox provider: a bounce. */
  | { readonly kind: "refused"; readonly reply: RelayReply }
  | { readonly kind: "later"; readonly reason: string; readonly dueAt: Date; readonly countsAsAttempt: boolean }
  /** The relay is unavailable; the message is not at fault. */
  | { readonly kind: "relay_unavailable"; readonly reason: string };

export type AttemptHistory = { readonly attempts: number; readonly firstAt: Date; readonly now: Date };

const maxRetryMs = hours(24);

/** The delay has jitter, so that retries spread out. */
export const retryDelayMs = (attempts: number, random: number): number =>
  Math.round(backoffMs(backoffs.message, attempts + 1) * (0.75 + random / 2));

/** Stages before the message: a refusal there is a problem of the relay, not of the message. */
const relayStages = new Set(["connect", "greeting", "ehlo", "starttls", "auth"]);

/** The relay rejects the sender permanently; `isCertain` when the recipient cannot be the cause. */
export type RelayRejection = {
  readonly stage: string;
  readonly code: string;
  readonly isCertain: boolean;
};

/** Permanent refusals with the same code are one class; all refusals of the sender are one class. */
export type RefusalClass = string;

export function classifyRejection(outcome: SendOutcome | undefined): RefusalClass | undefined {
  if (outcome?.outcome !== "refused" || outcome.code < 500 || outcome.stage === "local") return undefined;
  return toRelayRejection(outcome) === undefined ? `${outcome.code} ${outcome.enhanced ?? ""}` : "sender";
}

/** A refusal of MAIL concerns the sender, except for the message size. */
const isAboutSize = (code: number, enhanced: string | undefined) =>
  code === 552 || (enhanced !== undefined && /^5\.(2\.3|3\.4|6\.\d+)$/.test(enhanced));

export function toRelayRejection(outcome: SendOutcome): RelayRejection | undefined {
  if (outcome.outcome !== "refused" || outcome.code < 500 || outcome.stage === "local") return undefined;
  const { stage, code, enhanced, response } = outcome;
  const rejection = { stage, code: enhanced ?? String(code) };
  // May be temporary (too many connections, a password being changed): believed after a streak.
  if (relayStages.has(stage)) return { ...rejection, isCertain: false };
  if (stage === "mail") return isAboutSize(code, enhanced) ? undefined : { ...rejection, isCertain: true };
  return isRelayRejection({ code, status: enhanced, text: response }) ? { ...rejection, isCertain: false } : undefined;
}

export function toDeliveryResult(
  outcome: SendOutcome,
  { attempts, firstAt, now }: AttemptHistory,
  random: number,
): DeliveryResult {
  if (outcome.outcome === "sent") return { kind: "sent" };
  if (outcome.outcome === "unknown") return { kind: "unknown" };
  if (outcome.outcome === "held") return { kind: "relay_unavailable", reason: "off" };
  if (outcome.outcome === "late") return { kind: "later", reason: "late", dueAt: now, countsAsAttempt: false };
  const reason = outcome.code === 0 ? outcome.stage : String(outcome.code);
  if (relayStages.has(outcome.stage)) return { kind: "relay_unavailable", reason };
  const dueAt = new Date(now.getTime() + retryDelayMs(attempts, random));
  const isExpired = dueAt.getTime() - firstAt.getTime() > maxRetryMs;
  const rejection = toRelayRejection(outcome);
  if (rejection?.isCertain === true) return { kind: "later", reason: rejection.code, dueAt, countsAsAttempt: false };
  if (rejection !== undefined && !isExpired)
    return { kind: "later", reason: rejection.code, dueAt, countsAsAttempt: true };
  if (outcome.kind === "permanent") {
    const isAnswered = outcome.stage === "rcpt" || outcome.stage === "message";
    if (!isAnswered) return { kind: "failed", reason: outcome.enhanced ?? reason };
    return { kind: "refused", reply: { code: outcome.code, status: outcome.enhanced, text: outcome.response } };
  }
  if (isExpired) return { kind: "failed", reason: "expired" };
  return { kind: "later", reason: outcome.enhanced ?? reason, dueAt, countsAsAttempt: true };
}

/** The relay accepted the session and replied to a message. */
export const isAnsweredByRelay = (outcome: SendOutcome | undefined): boolean =>
  outcome?.outcome === "sent" ||
  (outcome?.outcome === "refused" && outcome.code > 0 && !relayStages.has(outcome.stage) && outcome.stage !== "local");

/** A temporary refusal that may concern more than one message. */
export type ThrottleSignal = {
  /** A refusal of MAIL concerns the sender, a later one the recipient's domain. */
  readonly side: "sender" | "recipient";
  /** Reply code and status, without words: they may quote an address. */
  readonly reply: string;
  /** The reply itself asks to slow down. */
  readonly isExplicit: boolean;
};

/** About the sender and one recipient: it is over when the message is tried again. */
const greylisting = /gr[ae]y ?-?list/i;

/** Undefined for whatever is about one mailbox or about the relay: it defers that message alone, or the relay waits. */
export function toThrottleSignal(outcome: SendOutcome | undefined): ThrottleSignal | undefined {
  if (outcome?.outcome !== "refused" || outcome.kind !== "temporary" || outcome.code === 0) return undefined;
  const { stage, code, enhanced = "", response } = outcome;
  if (relayStages.has(stage) || stage === "local" || greylisting.test(response)) return undefined;
  const isExplicit = code === 421 || enhanced.startsWith("4.7.");
  const isAboutMailbox = enhanced.startsWith("4.2.") || classifyWords(response)?.code === fullMailbox;
  if (stage !== "mail" && !isExplicit && isAboutMailbox) return undefined;
  return { side: stage === "mail" ? "sender" : "recipient", reply: `${code} ${enhanced}`.trim(), isExplicit };
}

/** The name that `classifyWords` gives it. */
const fullMailbox = "5.2.2";
