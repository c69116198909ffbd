import { honeypotLink, type TrackedEvent } from "./event.ts";
import { atOnceMs, honeypotMs, verdictOf, type Facts } from "./verdict.ts";

/** A message as it stands before the events. */
export type MessageRow = {
  readonly campaignId: string;
  readonly contactId: string;
  readonly variantId: string;
  readonly domain: string;
  readonly sentAt: Date | null;
  readonly openedAt: Date | null;
  readonly clickedAt: Date | null;
  readonly machineAt: Date | null;
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

/** Times that the message gets; null leaves what is there. */
export type Move = Pick<MessageRow, "campaignId" | "contactId" | "openedAt" | "clickedAt" | "machineAt">;

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

function decideMessage(all: Decided, message: MessageRow, { events, clicked }: Happened): void {
  const acts = actsIn(events);
  const visits = [
    ...clicked.map(({ link, firstAt }) => ({ link, at: firstAt })),
    ...acts.flatMap(({ link, at }) => (link === null ? [] : [{ link, at }])),
  ];
  const now = { openedAt: message.openedAt, clickedAt: message.clickedAt, machineAt: message.machineAt };
  const humanClicks = new Map(clicked.map(({ link, clicks }) => [link, clicks]));
  const counts = new Map<number, LinkCount>();
  for (const act of acts) {
    const { at, link } = act;
    const facts = factsOf(act, message, visits);
    const { verdict, reason } = verdictOf(facts);
    const isHuman = verdict === "human";
    const common = {
      campaignId: message.campaignId,
      variantId: message.variantId,
      domain: message.domain,
      verdict,
      reason,
      first: isHuman && (link === null ? now.openedAt === null : now.clickedAt === null),
      agent: facts.agent,
      method: facts.method,
      network: act.network,
      seconds: facts.seconds,
      ...(facts.prefetch ? { prefetch: true } : {}),
    };
    if (link === null) {
      all.entries.push({ at, type: "email_opened", contactId: message.contactId, payload: common });
    } else {
      const payload = {
        ...common,
        link,
        firstOfLink: isHuman && (humanClicks.get(link) ?? 0) === 0,
        // Whoever clicks has read; mail programs that show no pictures tell of no open.
        impliesOpen: isHuman && now.openedAt === null,
        ...(facts.linksAtOnce > 1 ? { linksAtOnce: facts.linksAtOnce } : {}),
        ...(facts.honeypot ? { honeypot: true } : {}),
      };
      all.entries.push({ at, type: "email_clicked", contactId: message.contactId, payload });
      if (isHuman) humanClicks.set(link, (humanClicks.get(link) ?? 0) + 1);
      countLink(counts, message, { link, at, isHuman });
    }
    if (isHuman) now.openedAt ??= at;
    else now.machineAt ??= at;
    if (isHuman && link !== null) now.clickedAt ??= at;
  }
  all.counts.push(...counts.values());
  const isMoved =
    now.openedAt !== message.openedAt || now.clickedAt !== message.clickedAt || now.machineAt !== message.machineAt;
  if (isMoved) all.moves.push({ campaignId: message.campaignId, contactId: message.contactId, ...now });
}

function countLink(
  counts: Map<number, LinkCount>,
  { campaignId, contactId }: MessageKey,
  { link, at, isHuman }: { link: number; at: Date; isHuman: boolean },
): void {
  const count = counts.get(link) ?? { campaignId, contactId, link, firstAt: at, clicks: 0, machineClicks: 0 };
  if (isHuman) count.clicks += 1;
  else count.machineClicks += 1;
  counts.set(link, count);
}

type Visit = { readonly link: number; readonly at: Date };

function factsOf(event: TrackedEvent, { sentAt }: MessageRow, visits: readonly Visit[]): Facts {
  const { link, at, method, agent, prefetch } = event;
  const seconds = sentAt === null ? null : Number(((at.getTime() - sentAt.getTime()) / 1000).toFixed(1));
  const common = { method, agent, prefetch, seconds };
  if (link === null) return { kind: "open", ...common, linksAtOnce: 0, honeypot: false };
  const within = (ms: number) => visits.filter((visit) => Math.abs(visit.at.getTime() - at.getTime()) <= ms);
  return {
    kind: "click",
    ...common,
    linksAtOnce: new Set(within(atOnceMs).map((visit) => visit.link)).size,
    honeypot: within(honeypotMs).some((visit) => visit.link === honeypotLink),
  };
}

const oneActMs = 1000;

/** A picture that is loaded twice, or a link that is hit twice, within a second by the same program is one act. */
function actsIn(events: readonly TrackedEvent[]): TrackedEvent[] {
  if (events.length < 2) return [...events];
  const lastAt = new Map<string, number>();
  return events
    .toSorted((left, right) => left.at.getTime() - right.at.getTime())
    .filter(({ at, link, method, network, agent }) => {
      const key = `${link ?? ""} ${method} ${network} ${agent}`;
      const before = lastAt.get(key);
      const isNew = before === undefined || at.getTime() - before > oneActMs;
      if (isNew) lastAt.set(key, at.getTime());
      return isNew;
    });
}
