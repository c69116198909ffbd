import { isBot, isImageProxy, isPrivacyProxy } from "./user-agents.ts";

/** All inputs of a verdict; stored with every event, so that it can be recomputed. */
export type VerdictFacts = {
  readonly kind: "open" | "click";
  readonly method: string;
  readonly agent: string;
  /** The request has a prefetch header. */
  readonly prefetch: boolean;
  /** Time since the message was sent; null if unknown. */
  readonly seconds: number | null;
  /** Number of different links of the message clicked at about this time, this one included; 0 for opens. */
  readonly linksAtOnce: number;
  /** The honeypot link was clicked at about the same time. */
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
/** A person does not click this many links in this time. */
export const minBurstLinks = 3;
export const burstWindowMs = 2000;
/** A client that follows the honeypot link scans the whole message. */
export const honeypotWindowMs = 10_000;

const human = (reason: VerdictReason): Verdict => ({ verdict: "human", reason });
const machine = (reason: VerdictReason): Verdict => ({ verdict: "machine", reason });

/** The first matching rule decides (docs/decisions/0011-human-or-machine.md). */
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
