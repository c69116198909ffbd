import { isBot, isImageProxy, isPrivacyProxy } from "./user-agents.ts";

/** All that a verdict is made from; kept with every event, so that it can be made again. */
export type VerdictFacts = {
  readonly kind: "open" | "click";
  readonly method: string;
  readonly agent: string;
  /** The request has a prefetch header. */
  readonly prefetch: boolean;
  /** Since the message was handed over; null when that is not known. */
  readonly seconds: number | null;
  /** How many different links of the message were followed about now, this one included; 0 for opens. */
  readonly linksAtOnce: number;
  /** The honeypot link was followed at about the same time. */
  readonly honeypot: boolean;
};

export type VerdictReason =
  | "browser"
  | "image_proxy"
  | "honeypot"
  | "head"
  | "prefetch"
  | "privacy_proxy"
  | "no_agent"
  | "bot"
  | "too_soon"
  | "many_links";

export type Verdict = { readonly verdict: "human" | "machine"; readonly reason: VerdictReason };

/** Faster than a person can read. */
export const minSeconds = { open: 1, click: 2 } as const;
/** A person does not follow so many links in so short a time. */
export const minBurstLinks = 3;
export const burstWindowMs = 2000;
/** A machine that follows the honeypot link scans the whole message. */
export const honeypotWindowMs = 10_000;

const human = (reason: VerdictReason): Verdict => ({ verdict: "human", reason });
const machine = (reason: VerdictReason): Verdict => ({ verdict: "machine", reason });

/** The first rule that holds decides (docs/decisions/0011-human-or-machine.md). */
export function verdictOf({ kind, method, agent, prefetch, seconds, linksAtOnce, honeypot }: VerdictFacts): Verdict {
  if (honeypot) return machine("honeypot");
  if (method === "HEAD") return machine("head");
  if (prefetch) return machine("prefetch");
  if (kind === "open" && isImageProxy(agent)) return human("image_proxy");
  if (isPrivacyProxy(agent)) return machine("privacy_proxy");
  if (agent === "") return machine("no_agent");
  if (isBot(agent) || isImageProxy(agent)) return machine("bot");
  if (seconds !== null && seconds < minSeconds[kind]) return machine("too_soon");
  if (linksAtOnce >= minBurstLinks) return machine("many_links");
  return human("browser");
}
