import { honeypotLink } from "../../mail/render/links.ts";
import type { TrackedEvent } from "./event.ts";
import { atOnceMs, honeypotMs, verdictOf, type Facts } from "./verdict.ts";

/** A message as it stands before the events. */
export type MessageRow = {
  /** Where the row lies for as long as it is locked. */
  readonly place: string;
  readonly campaignId: string;
  readonly contactId: string;
  readonly variantId: string;
  readonly domain: string;
  readonly sentAt: Date | null;
  readonly isOpened: boolean;
  readonly isClicked: boolean;
  readonly isSeenByMachine: boolean;
  readonly links: Links | null;
};

/** By their numbers; `at` is the first time, by whomever. */
export type Links = Readonly<Record<string, LinkCount>>;
export type LinkCount = { readonly at: string; readonly clicks: number; readonly machineClicks: number };

export type Entry = {
  readonly at: Date;
  readonly type: "email_opened" | "email_clicked";
  readonly contactId: string;
  readonly payload: Readonly<Record<string, unknown>>;
};

/** First times that the message gets, and its links where they changed. What stays is left out: it would cost as much. */
export type Move = {
  readonly place: string;
  openedAt?: Date;
  clickedAt?: Date;
  machineAt?: Date;
  links?: Links;
};

export type Decided = { readonly entries: Entry[]; readonly moves: Move[] };

type MessageKey = Pick<MessageRow, "campaignId" | "contactId">;
export const keyOf = ({ campaignId, contactId }: MessageKey): string => `${campaignId} ${contactId}`;

/** What to write for these events. Events of messages that do not exist (any more) count for nothing. */
export function decide(events: readonly TrackedEvent[], messages: readonly MessageRow[]): Decided {
  const eventsOf = grouped(events);
  const all: Decided = { entries: [], moves: [] };
  for (const message of messages) decideMessage(all, message, eventsOf.get(keyOf(message)) ?? []);
  all.entries.sort((left, right) => left.at.getTime() - right.at.getTime());
  return all;
}

function grouped(items: readonly TrackedEvent[]): Map<string, TrackedEvent[]> {
  const groups = new Map<string, TrackedEvent[]>();
  for (const item of items) {
    const group = groups.get(keyOf(item));
    if (group === undefined) groups.set(keyOf(item), [item]);
    else group.push(item);
  }
  return groups;
}

const none: readonly never[] = [];

/** What is written has its fields in the order of the database, by length and letter: it spends much on sorting others. */
function decideMessage(all: Decided, message: MessageRow, events: readonly TrackedEvent[]): void {
  const { place, campaignId, contactId, variantId, domain } = message;
  const acts = events.length > 1 ? events.toSorted((left, right) => left.at.getTime() - right.at.getTime()) : events;
  const visits = visitsIn(acts, message.links ?? {});
  let { isOpened, isClicked, isSeenByMachine } = message;
  const move: Move = { place };
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
      all.entries.push({ at, type: "email_opened", payload, contactId });
    } else {
      const links = move.links ?? message.links ?? {};
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
        // Whoever clicks has read; mail programs that show no pictures tell of no open.
        impliesOpen: isHuman && !isOpened,
        linksAtOnce: facts.linksAtOnce > 1 ? facts.linksAtOnce : undefined,
      };
      all.entries.push({ at, type: "email_clicked", payload, contactId });
      move.links = { ...links, [link]: counted(links[link], at, isHuman) };
    }
    if (isHuman && !isOpened) move.openedAt = at;
    if (isHuman && !isClicked && link !== null) move.clickedAt = at;
    if (!isHuman && !isSeenByMachine) move.machineAt = at;
    isOpened ||= isHuman;
    isClicked ||= isHuman && link !== null;
    isSeenByMachine ||= !isHuman;
  }
  if (move.openedAt ?? move.machineAt ?? move.links) all.moves.push(move);
}

const counted = (before: LinkCount | undefined, at: Date, isHuman: boolean): LinkCount => ({
  at: before?.at ?? at.toISOString(),
  clicks: (before?.clicks ?? 0) + (isHuman ? 1 : 0),
  machineClicks: (before?.machineClicks ?? 0) + (isHuman ? 0 : 1),
});

type Visit = { readonly link: number; readonly at: Date };

function visitsIn(acts: readonly TrackedEvent[], links: Links): readonly Visit[] {
  if (acts.every(({ link }) => link === null)) return none;
  return [
    ...Object.entries(links).map(([link, { at }]) => ({ link: Number(link), at: new Date(at) })),
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
