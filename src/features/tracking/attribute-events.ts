import type { NewEntryOf } from "../../journal/event.ts";
import { emailClicked, emailOpened } from "../../journal/events.ts";
import { honeypotLink } from "../../mail/render/links.ts";
import type { TrackedEvent } from "./event.ts";
import { burstWindowMs, honeypotWindowMs, verdictOf, type VerdictFacts } from "./verdict.ts";

/** A message before the events are applied. */
export type TrackedMessage = {
  /** Where the row is, stable while it is locked; its key on a cluster. */
  readonly rowId: string;
  readonly campaignId: string;
  readonly contactId: string;
  readonly variantId: string;
  readonly domain: string;
  readonly sentAt: Date | null;
  readonly isOpened: boolean;
  readonly isClicked: boolean;
  readonly isBotSeen: boolean;
  readonly links: LinkCounts | null;
};

/** By link number; `at` is the first click, human or machine. */
export type LinkCounts = Readonly<Record<string, LinkCount>>;
export type LinkCount = { readonly at: string; readonly clicks: number; readonly machineClicks: number };

export type TrackingEntry = NewEntryOf<typeof emailOpened | typeof emailClicked>;

/**
 * First times that the message gets, and its links if they changed. Unchanged values are omitted: writing them would
 * cost as much.
 */
export type MessageUpdate = {
  readonly rowId: string;
  openedAt?: Date;
  clickedAt?: Date;
  botSeenAt?: Date;
  links?: LinkCounts;
};

export type AttributedEvents = { readonly entries: TrackingEntry[]; readonly updates: MessageUpdate[] };

type MessageKey = Pick<TrackedMessage, "campaignId" | "contactId">;
export const keyOf = ({ campaignId, contactId }: MessageKey): string => `${campaignId} ${contactId}`;

/** The rows to write for these events. Events of messages that do not exist are ignored. */
export function attribute(events: readonly TrackedEvent[], messages: readonly TrackedMessage[]): AttributedEvents {
  const eventsOf = groupByMessage(events);
  const all: AttributedEvents = { entries: [], updates: [] };
  for (const message of messages) attributeMessage(all, message, eventsOf.get(keyOf(message)) ?? []);
  all.entries.sort((left, right) => left.at.getTime() - right.at.getTime());
  return all;
}

function groupByMessage(items: readonly TrackedEvent[]): Map<string, TrackedEvent[]> {
  const groups = new Map<string, TrackedEvent[]>();
  for (const item of items) {
    const group = groups.get(keyOf(item));
    if (group === undefined) groups.set(keyOf(item), [item]);
    else group.push(item);
  }
  return groups;
}

const none: readonly never[] = [];

/**
 * Fields are in jsonb's key order, by length and then alphabetically: otherwise the server spends much time sorting.
 */
function attributeMessage(all: AttributedEvents, message: TrackedMessage, events: readonly TrackedEvent[]): void {
  const { rowId, campaignId, contactId, variantId, domain } = message;
  const ordered = events.length > 1 ? events.toSorted((left, right) => left.at.getTime() - right.at.getTime()) : events;
  const visits = visitsIn(ordered, message.links ?? {});
  let { isOpened, isClicked, isBotSeen } = message;
  const update: MessageUpdate = { rowId: rowId };
  for (const event of ordered) {
    const { at, link, network } = event;
    const facts = factsOf(event, message, visits);
    const { verdict, reason } = verdictOf(facts);
    const { agent, method, seconds } = facts;
    const isHuman = verdict === "human";
    // Fields that few entries have are omitted in the others.
    const prefetch = facts.prefetch || undefined;
    if (link === null) {
      const first = isHuman && !isOpened;
      const payload = {
        agent,
        first,
        domain,
        method,
        reason,
        network,
        seconds,
        verdict,
        prefetch,
        variantId,
        campaignId,
      };
      all.entries.push(emailOpened.entry({ at, payload, contactId }));
    } else {
      const links = update.links ?? message.links ?? {};
      const payload = {
        link,
        agent,
        first: isHuman && !isClicked,
        domain,
        method,
        reason,
        network,
        seconds,
        verdict,
        honeypot: facts.honeypot || undefined,
        prefetch,
        variantId,
        campaignId,
        firstOfLink: isHuman && (links[link]?.clicks ?? 0) === 0,
        // A click implies an open: mail clients that block images report no open.
        impliesOpen: isHuman && !isOpened,
        linksAtOnce: facts.linksAtOnce > 1 ? facts.linksAtOnce : undefined,
      };
      all.entries.push(emailClicked.entry({ at, payload, contactId }));
      update.links = { ...links, [link]: incrementLinkCount(links[link], at, isHuman) };
    }
    if (isHuman && !isOpened) update.openedAt = at;
    if (isHuman && !isClicked && link !== null) update.clickedAt = at;
    if (!isHuman && !isBotSeen) update.botSeenAt = at;
    isOpened ||= isHuman;
    isClicked ||= isHuman && link !== null;
    isBotSeen ||= !isHuman;
  }
  if (update.openedAt ?? update.botSeenAt ?? update.links) all.updates.push(update);
}

const incrementLinkCount = (before: LinkCount | undefined, at: Date, isHuman: boolean): LinkCount => ({
  at: before?.at ?? at.toISOString(),
  clicks: (before?.clicks ?? 0) + (isHuman ? 1 : 0),
  machineClicks: (before?.machineClicks ?? 0) + (isHuman ? 0 : 1),
});

type LinkVisit = { readonly link: number; readonly at: Date };

function visitsIn(acts: readonly TrackedEvent[], links: LinkCounts): readonly LinkVisit[] {
  if (acts.every(({ link }) => link === null)) return none;
  return [
    ...Object.entries(links).map(([link, { at }]) => ({ link: Number(link), at: new Date(at) })),
    ...acts.flatMap(({ link, at }) => (link === null ? [] : [{ link, at }])),
  ];
}

function factsOf(event: TrackedEvent, { sentAt }: TrackedMessage, visits: readonly LinkVisit[]): VerdictFacts {
  const { link, at, method, agent, prefetch } = event;
  const seconds = sentAt === null ? null : Math.round((at.getTime() - sentAt.getTime()) / 100) / 10;
  if (link === null) return { kind: "open", method, agent, prefetch, seconds, linksAtOnce: 0, honeypot: false };
  const within = (ms: number) => visits.filter((visit) => Math.abs(visit.at.getTime() - at.getTime()) <= ms);
  return {
    kind: "click",
    method,
    agent,
    prefetch,
    seconds,
    linksAtOnce: new Set(within(burstWindowMs).map((visit) => visit.link)).size,
    honeypot: within(honeypotWindowMs).some((visit) => visit.link === honeypotLink),
  };
}
