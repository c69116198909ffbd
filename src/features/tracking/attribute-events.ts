import type { NewEntryOf } from "../../journal/event.ts";
import { emailClicked, emailOpened, type emailRevised } from "../../journal/events.ts";
import type { TrackedEvent } from "./event.ts";
import { decideVerdict, type Evidence, type Verdict, type VerdictFacts } from "./verdict.ts";

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

/** Counts by link number; `at` is the first click, human or machine. */
export type LinkCounts = Readonly<Record<string, LinkCount>>;
export type LinkCount = { readonly at: string; readonly clicks: number; readonly machineClicks: number };

export type TrackingEntry = NewEntryOf<typeof emailOpened | typeof emailClicked | typeof emailRevised>;

/**
 * First times that the message gets, and its links if they changed. Unchanged values are omitted: writing them would
 * cost as much. A withdrawn time is replaced, by nothing if there is no new one.
 */
export type MessageUpdate = {
  readonly rowId: string;
  openedAt?: Date;
  clickedAt?: Date;
  botSeenAt?: Date;
  links?: LinkCounts;
  isOpenWithdrawn?: true;
  isClickWithdrawn?: true;
};

export type AttributedEvents = { readonly entries: TrackingEntry[]; readonly updates: MessageUpdate[] };

type DueEvents = {
  readonly events: readonly TrackedEvent[];
  readonly evidenceOf: (event: TrackedEvent) => Evidence;
  /** What a revision has changed already. */
  readonly update?: MessageUpdate;
};

/** Adds the rows to write for events of a message. */
export function attributeEvents(
  all: AttributedEvents,
  message: TrackedMessage,
  { events, evidenceOf, update = { rowId: message.rowId } }: DueEvents,
): void {
  const ordered = events.length > 1 ? events.toSorted((left, right) => left.at.getTime() - right.at.getTime()) : events;
  const seen = { isOpened: message.isOpened, isClicked: message.isClicked, isBotSeen: message.isBotSeen };
  for (const event of ordered) {
    const { at, link } = event;
    const judged = judge(message, event, evidenceOf(event));
    const firsts = takeFirsts(seen, judged.isHuman, link !== null);
    if (firsts.isFirstOpen) update.openedAt = at;
    if (firsts.isFirstClick) update.clickedAt = at;
    if (firsts.isFirstBot) update.botSeenAt = at;
    if (link === null) {
      all.entries.push(openEntry(message, judged, firsts));
      continue;
    }
    const links = update.links ?? message.links ?? {};
    const isFirstOfLink = judged.isHuman && (links[link]?.clicks ?? 0) === 0;
    all.entries.push(clickEntry(message, judged, firsts, { link, isFirstOfLink }));
    update.links = { ...links, [link]: incrementLinkCount(links[link], at, judged.isHuman) };
  }
  if (update.openedAt ?? update.botSeenAt ?? update.links ?? update.isOpenWithdrawn) all.updates.push(update);
}

type JudgedEvent = Verdict & {
  readonly event: TrackedEvent;
  readonly facts: VerdictFacts;
  readonly isHuman: boolean;
};

function judge({ sentAt }: TrackedMessage, event: TrackedEvent, evidence: Evidence): JudgedEvent {
  const facts = toFacts(event, secondsAfter(sentAt, event.at), evidence);
  const { verdict, reason } = decideVerdict(facts);
  return { event, facts, verdict, reason, isHuman: verdict === "human" };
}

type Seen = { isOpened: boolean; isClicked: boolean; isBotSeen: boolean };
type Firsts = { readonly isFirstOpen: boolean; readonly isFirstClick: boolean; readonly isFirstBot: boolean };

/** What the event is the first of, which the next ones are no more. A click implies an open: clients that block images report none. */
function takeFirsts(seen: Seen, isHuman: boolean, isClick: boolean): Firsts {
  const firsts = {
    isFirstOpen: isHuman && !seen.isOpened,
    isFirstClick: isHuman && isClick && !seen.isClicked,
    isFirstBot: !isHuman && !seen.isBotSeen,
  };
  seen.isOpened ||= firsts.isFirstOpen;
  seen.isClicked ||= firsts.isFirstClick;
  seen.isBotSeen ||= firsts.isFirstBot;
  return firsts;
}

// Fields of payloads are in jsonb's key order, by length and then alphabetically: otherwise the server spends much time
// sorting. Fields that few entries have are omitted in the others. Each is written out: spreading costs twice the time.

function openEntry(message: TrackedMessage, judged: JudgedEvent, { isFirstOpen }: Firsts): TrackingEntry {
  const { at, agent, method, network } = judged.event;
  const { honeypot, linksAtOnce, messagesAtOnce } = storedEvidence(judged.facts);
  const payload = {
    agent,
    first: isFirstOpen,
    domain: message.domain,
    method,
    reason: judged.reason,
    network,
    seconds: judged.facts.seconds,
    verdict: judged.verdict,
    honeypot,
    prefetch: judged.facts.prefetch || undefined,
    variantId: message.variantId,
    campaignId: message.campaignId,
    linksAtOnce,
    messagesAtOnce,
  };
  return emailOpened.entry({ at, payload, contactId: message.contactId });
}

type ClickedLink = { readonly link: number; readonly isFirstOfLink: boolean };

function clickEntry(
  message: TrackedMessage,
  judged: JudgedEvent,
  { isFirstOpen, isFirstClick }: Firsts,
  { link, isFirstOfLink }: ClickedLink,
): TrackingEntry {
  const { at, agent, method, network } = judged.event;
  const { honeypot, linksAtOnce, messagesAtOnce } = storedEvidence(judged.facts);
  const payload = {
    link,
    agent,
    first: isFirstClick,
    domain: message.domain,
    method,
    reason: judged.reason,
    network,
    seconds: judged.facts.seconds,
    verdict: judged.verdict,
    honeypot,
    prefetch: judged.facts.prefetch || undefined,
    variantId: message.variantId,
    campaignId: message.campaignId,
    firstOfLink: isFirstOfLink,
    impliesOpen: isFirstOpen,
    linksAtOnce,
    messagesAtOnce,
  };
  return emailClicked.entry({ at, payload, contactId: message.contactId });
}

const incrementLinkCount = (before: LinkCount | undefined, at: Date, isHuman: boolean): LinkCount => ({
  at: before?.at ?? at.toISOString(),
  clicks: (before?.clicks ?? 0) + (isHuman ? 1 : 0),
  machineClicks: (before?.machineClicks ?? 0) + (isHuman ? 0 : 1),
});

const secondsAfter = (sentAt: Date | null, at: Date): number | null =>
  sentAt === null ? null : Math.round((at.getTime() - sentAt.getTime()) / 100) / 10;

export const toFacts = (
  { link, method, agent, prefetch }: Pick<TrackedEvent, "link" | "method" | "agent" | "prefetch">,
  seconds: number | null,
  { linksAtOnce, honeypot, messagesAtOnce }: Evidence,
): VerdictFacts => ({
  kind: link === null ? "open" : "click",
  method,
  agent,
  prefetch,
  seconds,
  linksAtOnce,
  honeypot,
  messagesAtOnce,
});

/** Undefined where the evidence is the usual one. */
export const storedEvidence = ({ honeypot, linksAtOnce, messagesAtOnce }: Evidence) => ({
  honeypot: honeypot || undefined,
  linksAtOnce: linksAtOnce > 1 ? linksAtOnce : undefined,
  messagesAtOnce: messagesAtOnce > 0 ? messagesAtOnce : undefined,
});
