import { policyBounce, statusIn, type BounceClass } from "./reply-class.ts";

/** The step of the SMTP session at which the server refused, as the human-readable part of a report tells it. */
type RefusedStep = "greeting" | "sender" | "recipient" | "message";

const steps: readonly (readonly [RegExp, RefusedStep])[] = [
  [/^(ehlo|helo|initial)/i, "greeting"],
  [/^mail/i, "sender"],
  [/^rcpt/i, "recipient"],
  [/^(end of data|data|sending)/i, "message"],
];

const command = "(end of data|sending data|data|mail from|rcpt to|ehlo|helo|initial connection)";
/** Postfix, Exim, and the transcripts of Sendmail and m-FILTER. */
const toldSteps = [
  new RegExp(`in reply to ${command}`, "gi"),
  new RegExp(`from remote (?:mail )?server after (?:pipelined )?${command}`, "gi"),
  new RegExp(`>>> ${command}[^<]{0,400}<<< 5\\d\\d`, "gi"),
  new RegExp(`-smtp command ${command}`, "gi"),
];

/** With pipelining DATA stands before the refusals of the recipients, and is refused itself because none is left. */
const noRecipientLeft = /<<< 5\d\d[^<]{0,60}(need rcpt|no valid recipients|valid rcpt)/i;

function refusedStepIn(text: string): RefusedStep | undefined {
  const line = text.slice(0, 8000).replaceAll(/\s+/g, " ");
  const told = toldSteps.flatMap((words) => [...line.matchAll(words)].map(([, name = ""]) => name)).at(-1);
  const found = told === undefined ? undefined : steps.find(([words]) => words.test(told))?.[1];
  return found === "message" && noRecipientLeft.test(line) ? "recipient" : found;
}

/** Answers of carriers whose filters, which people set for themselves, say "user unknown": without the address, or of docomo. */
const personalFilters = /\b550:? ?: user unknown|docomo\.(\S+\.)?ne\.jp/i;
/** Words of an unknown user that say nothing more. */
const bareUnknownUser = /\b(user unknown|unknown user|no such user)\b/i;

type Refusal = {
  readonly bounce: BounceClass;
  /** The human-readable part. */
  readonly text: string;
  /** The reply, and the name of the server that gave it. */
  readonly reply: string;
};

/**
 * A hard bounce remains one unless the step tells otherwise: a refusal of our name or of the sender is not about the person,
 * and "user unknown" after the message is the answer of a filter, if no status names the address.
 */
export function weighByStep({ bounce, text, reply }: Refusal): BounceClass {
  if (bounce.kind !== "hard") return bounce;
  const step = refusedStepIn(text);
  if (step === "greeting" || step === "sender") return policyBounce;
  if (step === "recipient" || !bareUnknownUser.test(reply)) return bounce;
  if (personalFilters.test(reply.replaceAll(/\s+/g, " "))) return policyBounce;
  const isAddressNamed = statusIn(reply)?.startsWith("5.1.") ?? false;
  return step === "message" && !isAddressNamed ? { kind: "soft", code: "5.2.0" } : bounce;
}
