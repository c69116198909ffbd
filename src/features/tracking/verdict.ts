import { isBot, isImageProxy, isPrivacyProxy } from "./agents.ts";

/** All that a verdict is made from; kept with every event, so that it can be made again. */
export type Facts = {
  readonly kind: "open" | "click";
  readonly method: string;
  readonly agent: string;
  /** The request itself said that nobody looks yet. */
  readonly prefetch: boolean;
  /** Since the message was handed over; null when that is not known. */
  readonly seconds: number | null;
  /** How many different links of the message were followed about now, this one included; 0 for opens. */
  readonly linksAtOnce: number;
  /** About now somebody followed the link that no person can see. */
  readonly honeypot: boolean;
};

export type Reason =
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

export type Verdict = { readonly verdict: "human" | "machine"; readonly reason: Reason };

/** Nobody has read anything by then. */
export const soonestSeconds = { open: 1, click: 2 } as const;
/** A person does not follow so many links in so short a time. */
export const manyLinks = 3;
export const atOnceMs = 2000;
/** Whoever finds the invisible link is at work on the whole message. */
export const honeypotMs = 10_000;

const human = (reason: Reason): Verdict => ({ verdict: "human", reason });
const machine = (reason: Reason): Verdict => ({ verdict: "machine", reason });

/** The first rule that holds decides (docs/decisions/0011-human-or-machine.md). */
export function verdictOf({ kind, method, agent, prefetch, seconds, linksAtOnce, honeypot }: Facts): Verdict {
  if (honeypot) return machine("honeypot");
  if (method === "HEAD") return machine("head");
  if (prefetch) return machine("prefetch");
  if (kind === "open" && isImageProxy(agent)) return human("image_proxy");
  if (isPrivacyProxy(agent)) return machine("privacy_proxy");
  if (agent === "") return machine("no_agent");
  if (isBot(agent) || isImageProxy(agent)) return machine("bot");
  if (seconds !== null && seconds < soonestSeconds[kind]) return machine("too_soon");
  if (linksAtOnce >= manyLinks) return machine("many_links");
  return human("browser");
}
