import { honeypotLink, type TrackedEvent } from "./event.ts";
import { atOnceMs, honeypotMs, verdictOf, type Facts } from "./verdict.ts";

/** A message as it stands before the events. */
export type MessageRow = {
  readonly campaignId: string;
  readonly contactId: string;
  readonly variantId: string;
  readonly domain: string;
  readonly sentAt: Date | null;
  readonly isOpened: boolean;
  readonly isClicked: boolean;
  readonly isSeenByMachine: boolean;
};

export type ClickRow = {
  readonly campaignId: string;
  readonly contactId: string;
  readonly link: number;
  readonly firstAt: Date;
  readonly clicks: number;
};

export type Entry = {
  readonly at: Date;
  readonly type: "email_opened" | "email_clicked";
  readonly contactId: string;
  readonly payload: Readonly<Record<string, unknown>>;
};

/** First times that the message gets; null where there is one already, or none yet. */
export type Move = {
  readonly campaignId: string;
  readonly contactId: string;
  openedAt: Date | null;
  clickedAt: Date | null;
  machineAt: Date | null;
};

export type LinkCount = Omit<ClickRow, "clicks"> & { clicks: number; machineClicks: number };

export type Decided = { readonly entries: Entry[]; readonly moves: Move[]; readonly counts: LinkCount[] };

type MessageKey = Pick<MessageRow, "campaignId" | "contactId">;
export const keyOf = ({ campaignId, contactId }: MessageKey): string => `${campaignId} ${contactId}`;

/** What to write for these events. Events of messages that do not exist (any more) count for nothing. */
export function decide(
  events: readonly TrackedEvent[],
  messages: readonly MessageRow[],
  clicked: readonly ClickRow[],
): Decided {
  const eventsOf = grouped(events);
  const clickedOf = grouped(clicked);
  const all: Decided = { entries: [], moves: [], counts: [] };
  for (const message of messages) {
    const key = keyOf(message);
    decideMessage(all, message, { events: eventsOf.get(key) ?? [], clicked: clickedOf.get(key) ?? [] });
  }
  all.entries.sort((left, right) => left.at.getTime() - right.at.getTime());
  return all;
}

function grouped<Item extends MessageKey>(items: readonly Item[]): Map<string, Item[]> {
  const groups = new Map<string, Item[]>();
  for (const item of items) {
    const group = groups.get(keyOf(item));
    if (group === undefined) groups.set(keyOf(item), [item]);
    else group.push(item);
  }
  return groups;
}

type Happened = { readonly events: readonly TrackedEvent[]; readonly clicked: readonly ClickRow[] };

const none: readonly never[] = [];

function decideMessage(all: Decided, message: MessageRow, { events, clicked }: Happened): void {
  const { campaignId, contactId, variantId, domain } = message;
  const acts = events.length > 1 ? events.toSorted((left, right) => left.at.getTime() - right.at.getTime()) : events;
  const visits = visitsIn(acts, clicked);
  let { isOpened, isClicked, isSeenByMachine } = message;
  const move: Move = { campaignId, contactId, openedAt: null, clickedAt: null, machineAt: null };
  const seen = new Set(clicked.filter(({ clicks }) => clicks > 0).map(({ link }) => link));
  const counts: LinkCount[] = [];
  for (const act of acts) {
    const { at, link, network } = act;
    const facts = factsOf(act, message, visits);
    const { verdict, reason } = verdictOf(facts);
    const { agent, method, seconds } = facts;
    const isHuman = verdict === "human";
    // What holds for few is left out for all others.
    const prefetch = facts.prefetch || undefined;
    if (link === null) {
      const first = isHuman && !isOpened;
      const payload = {
        campaignId,
        variantId,
        domain,
        verdict,
        reason,
        first,
        agent,
        method,
        network,
        seconds,
        prefetch,
      };
      all.entries.push({ at, type: "email_opened", contactId, payload });
    } else {
      const payload = {
        campaignId,
        variantId,
        domain,
        verdict,
        reason,
        first: isHuman && !isClicked,
        agent,
        method,
        network,
        seconds,
        link,
        firstOfLink: isHuman && !seen.has(link),
        // Whoever clicks has read; mail programs that show no pictures tell of no open.
        impliesOpen: isHuman && !isOpened,
        prefetch,
        linksAtOnce: facts.linksAtOnce > 1 ? facts.linksAtOnce : undefined,
        honeypot: facts.honeypot || undefined,
      };
      all.entries.push({ at, type: "email_clicked", contactId, payload });
      if (isHuman) seen.add(link);
      countLink(counts, message, { link, at, isHuman });
    }
    if (isHuman && !isOpened) move.openedAt = at;
    if (isHuman && !isClicked && link !== null) move.clickedAt = at;
    if (!isHuman && !isSeenByMachine) move.machineAt = at;
    isOpened ||= isHuman;
    isClicked ||= isHuman && link !== null;
    isSeenByMachine ||= !isHuman;
  }
  all.counts.push(...counts);
  if (move.openedAt !== null || move.clickedAt !== null || move.machineAt !== null) all.moves.push(move);
}

function countLink(
  counts: LinkCount[],
  { campaignId, contactId }: MessageKey,
  { link, at, isHuman }: { link: number; at: Date; isHuman: boolean },
): void {
  let count = counts.find((each) => each.link === link);
  if (count === undefined) {
    count = { campaignId, contactId, link, firstAt: at, clicks: 0, machineClicks: 0 };
    counts.push(count);
  }
  if (isHuman) count.clicks += 1;
  else count.machineClicks += 1;
}

type Visit = { readonly link: number; readonly at: Date };

function visitsIn(acts: readonly TrackedEvent[], clicked: readonly ClickRow[]): readonly Visit[] {
  if (acts.every(({ link }) => link === null)) return none;
  return [
    ...clicked.map(({ link, firstAt }) => ({ link, at: firstAt })),
    ...acts.flatMap(({ link, at }) => (link === null ? [] : [{ link, at }])),
  ];
}

function factsOf(event: TrackedEvent, { sentAt }: MessageRow, visits: readonly Visit[]): Facts {
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
    linksAtOnce: new Set(within(atOnceMs).map((visit) => visit.link)).size,
    honeypot: within(honeypotMs).some((visit) => visit.link === honeypotLink),
  };
}
