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
} & Evidence;

/** What other events say about an event (`evidence.ts`). */
export type Evidence = {
  /** Number of different links of the message clicked in quick succession, this one included; 0 for opens apart. */
  readonly linksAtOnce: number;
  /** The honeypot link was clicked by the same client, or with this event. */
  readonly honeypot: boolean;
  /** Number of contacts whose messages were clicked at once, as soon as they were sent; 0 below the limit. */
  readonly messagesAtOnce: number;
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
  | "many_links"
  | "many_messages";

export type Verdict = { readonly verdict: "human" | "machine"; readonly reason: VerdictReason };

/** Faster than a person can read. */
export const minSeconds = { open: 1, click: 2 } as const;
/** A person does not click this many links in quick succession. */
export const minBurstLinks = 3;

export const noEvidence: Evidence = { linksAtOnce: 0, honeypot: false, messagesAtOnce: 0 };

const human = (reason: VerdictReason): Verdict => ({ verdict: "human", reason });
const machine = (reason: VerdictReason): Verdict => ({ verdict: "machine", reason });

/** The first matching rule decides (docs/decisions/0011-human-or-machine.md). */
export function decideVerdict(facts: VerdictFacts): Verdict {
  const { kind, method, agent, prefetch, seconds, linksAtOnce, honeypot, messagesAtOnce } = facts;
  const isProxied = kind === "open" && isImageProxy(agent);
  if (honeypot && !isProxied) return machine("honeypot");
  if (method === "HEAD") return machine("head");
  if (prefetch) return machine("prefetch");
  if (isProxied) return human("image_proxy");
  if (isPrivacyProxy(agent)) return machine("privacy_proxy");
  if (agent === "") return machine("no_agent");
  if (isBot(agent) || isImageProxy(agent)) return machine("bot");
  if (seconds !== null && seconds < minSeconds[kind]) return machine("too_soon");
  if (linksAtOnce >= minBurstLinks) return machine("many_links");
  if (messagesAtOnce > 0) return machine("many_messages");
  return human("browser");
}

/** Whether the request shows by itself that it is of a machine. */
export const isMachineRequest = (request: Pick<VerdictFacts, "kind" | "method" | "agent" | "prefetch">): boolean =>
  decideVerdict({ ...request, seconds: null, ...noEvidence }).verdict === "machine";
