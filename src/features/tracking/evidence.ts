import { honeypotLink } from "../../mail/render/links.ts";
import type { TrackedEvent } from "./event.ts";
import { minBurstLinks, noEvidence, type Evidence } from "./verdict.ts";

export type Visit = Pick<TrackedEvent, "at" | "link" | "agent" | "network">;

/** A click that is one of many on messages of different contacts at once. */
export type CrowdVisit = { readonly client: string; readonly at: Date; readonly contacts: number };

/** Clicks follow each other at most this fast when a person opens one page after another. */
const burstGapMs = 1500;
/** A client that scans a message is at work for about this long before and after what gave it away. */
const clientWindowMs = 10_000;

/** Who sent a request, as far as it is known without an address. */
export const clientOf = ({ network, agent }: Pick<Visit, "network" | "agent">): string => `${network} ${agent}`;

const timeOf = ({ at }: Pick<Visit, "at">): number => at.getTime();
const isWithin = (ms: number, left: Pick<Visit, "at">, right: Pick<Visit, "at">): boolean =>
  Math.abs(timeOf(left) - timeOf(right)) <= ms;

/** Clicks of one message, each within the gap after the one before. A machine may change its address and user agent. */
type Burst = {
  readonly visits: Set<Visit>;
  readonly links: Set<number | null>;
  readonly clients: Set<string>;
  readonly from: number;
  to: number;
};

const oneLink: Evidence = { ...noEvidence, linksAtOnce: 1 };

/** What the visits of one message say about each of them. */
export function evidenceIn(visits: readonly Visit[], crowd: readonly CrowdVisit[] = []): (visit: Visit) => Evidence {
  const clicks = visits.filter(({ link }) => link !== null);
  const traps = clicks.filter(({ link }) => link === honeypotLink);
  if (clicks.length <= 1 && traps.length === 0 && crowd.length === 0) {
    return ({ link }) => (link === null ? noEvidence : oneLink);
  }
  const bursts = burstsIn(clicks);
  return (visit) => {
    const own = bursts.find((burst) => burst.visits.has(visit));
    return {
      linksAtOnce: Math.max(own?.links.size ?? 0, ...bursts.map((burst) => linksScanned(burst, visit))),
      honeypot: own?.links.has(honeypotLink) === true || traps.some((trap) => isOfTrapped(visit, trap)),
      messagesAtOnce: Math.max(
        0,
        ...crowd
          .filter((one) => one.client === clientOf(visit) && isWithin(clientWindowMs, one, visit))
          .map(({ contacts }) => contacts),
      ),
    };
  };
}

const sharesNetworkOrAgent = (left: Visit, right: Visit): boolean =>
  (left.network === right.network && left.network !== "") || (left.agent === right.agent && left.agent !== "");

/**
 * Whoever clicked the honeypot link is a machine at any time. Another client is one only beside it and if it shares the
 * network or the user agent: a person whose mail gateway follows the link stays a person.
 */
const isOfTrapped = (visit: Visit, trap: Visit): boolean =>
  clientOf(visit) === clientOf(trap) || (isWithin(clientWindowMs, visit, trap) && sharesNetworkOrAgent(visit, trap));

/** The links of a scan in which the client of the visit took part, shortly before or after it; 0 without one. */
const linksScanned = (burst: Burst, visit: Visit): number =>
  burst.links.size >= minBurstLinks &&
  burst.clients.has(clientOf(visit)) &&
  timeOf(visit) >= burst.from - clientWindowMs &&
  timeOf(visit) <= burst.to + clientWindowMs
    ? burst.links.size
    : 0;

function burstsIn(clicks: readonly Visit[]): readonly Burst[] {
  const bursts: Burst[] = [];
  for (const click of clicks.toSorted((left, right) => timeOf(left) - timeOf(right))) {
    const at = timeOf(click);
    const last = bursts.at(-1);
    const isNext = last !== undefined && at - last.to <= burstGapMs;
    const burst = isNext
      ? last
      : { visits: new Set<Visit>(), links: new Set<number | null>(), clients: new Set<string>(), from: at, to: at };
    if (!isNext) bursts.push(burst);
    burst.visits.add(click);
    burst.links.add(click.link);
    burst.clients.add(clientOf(click));
    burst.to = at;
  }
  return bursts;
}
