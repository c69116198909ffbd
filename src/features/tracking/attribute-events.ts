import type { NewEntryOf } from "../../journal/event.ts";
import { emailClicked, emailOpened, type emailRevised } from "../../journal/events.ts";
import type { TrackedEvent } from "./event.ts";
import { verdictOf, type Evidence, type VerdictFacts } from "./verdict.ts";

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

/**
 * Adds the rows to write for events of a message. Fields are in jsonb's key order, by length and then alphabetically:
 * otherwise the server spends much time sorting.
 */
export function attributeEvents(
  all: AttributedEvents,
  message: TrackedMessage,
  { events, evidenceOf, update = { rowId: message.rowId } }: DueEvents,
): void {
  const { campaignId, contactId, variantId, domain } = message;
  const ordered = events.length > 1 ? events.toSorted((left, right) => left.at.getTime() - right.at.getTime()) : events;
  let { isOpened, isClicked, isBotSeen } = message;
  for (const event of ordered) {
    const { at, link, network, agent, method } = event;
    const seconds = secondsAfter(message.sentAt, at);
    const facts = factsOf(event, seconds, evidenceOf(event));
    const { verdict, reason } = verdictOf(facts);
    const isHuman = verdict === "human";
    // Fields that few entries have are omitted in the others.
    const { honeypot, linksAtOnce, messagesAtOnce } = storedEvidence(facts);
    const prefetch = facts.prefetch || undefined;
    if (link === null) {
      const payload = {
        agent,
        first: isHuman && !isOpened,
        domain,
        method,
        reason,
        network,
        seconds,
        verdict,
        honeypot,
        prefetch,
        variantId,
        campaignId,
        linksAtOnce,
        messagesAtOnce,
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
        honeypot,
        prefetch,
        variantId,
        campaignId,
        firstOfLink: isHuman && (links[link]?.clicks ?? 0) === 0,
        // A click implies an open: mail clients that block images report no open.
        impliesOpen: isHuman && !isOpened,
        linksAtOnce,
        messagesAtOnce,
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
  if (update.openedAt ?? update.botSeenAt ?? update.links ?? update.isOpenWithdrawn) all.updates.push(update);
}

const incrementLinkCount = (before: LinkCount | undefined, at: Date, isHuman: boolean): LinkCount => ({
  at: before?.at ?? at.toISOString(),
  clicks: (before?.clicks ?? 0) + (isHuman ? 1 : 0),
  machineClicks: (before?.machineClicks ?? 0) + (isHuman ? 0 : 1),
});

const secondsAfter = (sentAt: Date | null, at: Date): number | null =>
  sentAt === null ? null : Math.round((at.getTime() - sentAt.getTime()) / 100) / 10;

export const factsOf = (
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
