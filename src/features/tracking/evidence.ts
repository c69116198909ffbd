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
  readonly links: Set<number | null>;
  readonly clients: Set<string>;
  readonly from: number;
  to: number;
};

const oneLink: Evidence = { ...noEvidence, linksAtOnce: 1 };

/**
 * What the visits of one message say about each of them. Whoever clicked the honeypot link is a machine at any time. Another
 * client is one only beside it and if it shares the network or the user agent, or in the same burst: a person whose mail
 * gateway follows the link stays a person.
 */
export function evidenceIn(visits: readonly Visit[], crowd: readonly CrowdVisit[] = []): (visit: Visit) => Evidence {
  const clicks = visits.filter(({ link }) => link !== null);
  const traps = clicks.filter(({ link }) => link === honeypotLink);
  if (clicks.length <= 1 && traps.length === 0 && crowd.length === 0) {
    return ({ link }) => (link === null ? noEvidence : oneLink);
  }
  const burstOf = burstsIn(clicks);
  const scans = [...new Set(burstOf.values())].filter(({ links }) => links.size >= minBurstLinks);
  const trapClients = new Set(traps.map(clientOf));
  return (visit) => {
    const client = clientOf(visit);
    const own = burstOf.get(visit);
    const ofScans = scans.filter((scan) => isInScan(scan, client, timeOf(visit))).map(({ links }) => links.size);
    const ofCrowds = crowd.filter((item) => item.client === client && isWithin(clientWindowMs, item, visit));
    return {
      linksAtOnce: highest([own?.links.size ?? 0, ...ofScans]),
      honeypot:
        own?.links.has(honeypotLink) === true ||
        trapClients.has(client) ||
        traps.some((trap) => isWithin(clientWindowMs, visit, trap) && sharesNetworkOrAgent(visit, trap)),
      messagesAtOnce: highest(ofCrowds.map(({ contacts }) => contacts)),
    };
  };
}

const highest = (numbers: readonly number[]): number => numbers.reduce((most, one) => Math.max(most, one), 0);

const sharesNetworkOrAgent = (left: Visit, right: Visit): boolean =>
  (left.network === right.network && left.network !== "") || (left.agent === right.agent && left.agent !== "");

/** Whether the client took part in the scan and this is shortly before or after it. */
const isInScan = ({ clients, from, to }: Burst, client: string, at: number): boolean =>
  clients.has(client) && at >= from - clientWindowMs && at <= to + clientWindowMs;

function burstsIn(clicks: readonly Visit[]): ReadonlyMap<Visit, Burst> {
  const burstOf = new Map<Visit, Burst>();
  let last: Burst | undefined;
  for (const click of clicks.toSorted((left, right) => timeOf(left) - timeOf(right))) {
    const at = timeOf(click);
    const burst: Burst =
      last !== undefined && at - last.to <= burstGapMs
        ? last
        : { links: new Set(), clients: new Set(), from: at, to: at };
    burst.links.add(click.link);
    burst.clients.add(clientOf(click));
    burst.to = at;
    burstOf.set(click, burst);
    last = burst;
  }
  return burstOf;
}
