import type { SendOutcome } from "../../../mail/outcome.ts";
import { hours, minutes } from "../../../kernel/local-time.ts";

/**
 * What becomes of a message after one try. `sent`, `failed`, `refused` and `unknown` are final; a `later` one waits
 * in another batch. Only a try that the message itself was refused at counts as one.
 */
export type Result =
  | { readonly kind: "sent" }
  | { readonly kind: "unknown" }
  | { readonly kind: "failed"; readonly reason: string }
  /** For good, by whoever has the mailbox: a bounce. */
  | { readonly kind: "refused"; readonly reply: Reply }
  | { readonly kind: "later"; readonly reason: string; readonly dueAt: Date; readonly isTry: boolean }
  /** The mail service itself is away: nothing is wrong with the message. */
  | { readonly kind: "away"; readonly reason: string };

export type Reply = { readonly code: number; readonly status: string | undefined; readonly text: string };

export type Tried = { readonly attempts: number; readonly firstAt: Date; readonly now: Date };

const longestRetryMs = hours(24);

/** Half a minute, one, two … at most two hours; a little earlier or later, so that a storm does not come back as one. */
export function retryDelayMs(attempts: number, random: number): number {
  const delay = Math.min(minutes(0.5) * 2 ** attempts, hours(2));
  return Math.round(delay * (0.75 + random / 2));
}

/** Stages before a message is spoken of: what is refused there is the relay's trouble, not the message's. */
const relayStages = new Set(["connect", "greeting", "ehlo", "starttls", "auth"]);

export function resultOf(outcome: SendOutcome, { attempts, firstAt, now }: Tried, random: number): Result {
  if (outcome.outcome === "sent") return { kind: "sent" };
  if (outcome.outcome === "unknown") return { kind: "unknown" };
  if (outcome.outcome === "held") return { kind: "away", reason: "off" };
  if (outcome.outcome === "late") return { kind: "later", reason: "late", dueAt: now, isTry: false };
  const reason = outcome.code === 0 ? outcome.stage : String(outcome.code);
  if (relayStages.has(outcome.stage)) return { kind: "away", reason };
  if (outcome.kind === "permanent") {
    const isAnswered = outcome.stage === "rcpt" || outcome.stage === "message";
    if (!isAnswered) return { kind: "failed", reason: outcome.enhanced ?? reason };
    return { kind: "refused", reply: { code: outcome.code, status: outcome.enhanced, text: outcome.response } };
  }
  const dueAt = new Date(now.getTime() + retryDelayMs(attempts, random));
  if (dueAt.getTime() - firstAt.getTime() > longestRetryMs) return { kind: "failed", reason: "expired" };
  return { kind: "later", reason: outcome.enhanced ?? reason, dueAt, isTry: true };
}

/** Which side was asked for patience: MAIL is about who sends, everything later about who receives. */
export function pausedSide(outcome: SendOutcome): "sender" | "recipient" | undefined {
  if (outcome.outcome !== "refused" || outcome.kind !== "temporary" || outcome.code === 0) return undefined;
  if (relayStages.has(outcome.stage)) return undefined;
  return outcome.stage === "mail" ? "sender" : "recipient";
}

const firstPauseMs = minutes(0.5);

/** Half a minute, one, two … at most a quarter of an hour. */
export const pauseMs = (level: number): number => Math.min(firstPauseMs * 2 ** level, minutes(15));
