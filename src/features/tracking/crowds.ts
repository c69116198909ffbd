import { addMs } from "../../kernel/local-time.ts";
import type { WaitingEvent } from "./batch.ts";
import { clientOf, type CrowdVisit } from "./evidence.ts";

/** Clicks on messages of this many contacts are at once if they come within this time. */
const crowdWindowMs = 5000;
/** Clicks from one network with one user agent; people of an office or behind a carrier's address do not click so close together. */
const minContactsOfClient = 8;
/** From one network whatever the user agents. A user agent alone says nothing: a large campaign has many people with one. */
const minContactsOfNetwork = 20;
/** Mail gateways look at a message before or when they deliver it. */
const maxSentAgoMs = 120_000;
/** Whoever saw the message before the click is a person. */
const minOpenBeforeMs = 10_000;

/** The message of a click, as far as it tells a person from a scanner. */
export type MessageTimes = { readonly sentAt: Date | null; readonly openedAt: Date | null };

const isCrowdClick = ({ isBrowserClick, network }: WaitingEvent): boolean => isBrowserClick && network !== "";

/** Clicks that may be of a crowd with one of the due events, before their messages are known. */
export function findCrowdCandidates(
  batches: readonly (readonly WaitingEvent[])[],
  due: readonly WaitingEvent[],
): readonly WaitingEvent[] {
  const clicksBy = new Map<string, WaitingEvent[]>();
  let [from, to] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
  for (const event of due) {
    if (!isCrowdClick(event)) continue;
    clicksBy.set(event.network, []);
    from = Math.min(from, event.at.getTime() - crowdWindowMs);
    to = Math.max(to, event.at.getTime() + crowdWindowMs);
  }
  if (clicksBy.size === 0) return [];
  for (const events of batches) {
    for (const event of events) {
      if (!event.isBrowserClick) continue;
      const clicks = clicksBy.get(event.network);
      if (clicks !== undefined && event.at.getTime() >= from && event.at.getTime() <= to) clicks.push(event);
    }
  }
  return [...clicksBy.values()].flatMap((clicks) => [...crowdsIn(clicks).keys()]);
}

/** The candidates, by message, that are a crowd of clicks on messages that were just sent and not opened before. */
export function findCrowds(
  candidates: readonly WaitingEvent[],
  timesOf: (event: WaitingEvent) => MessageTimes | undefined,
): ReadonlyMap<string, readonly CrowdVisit[]> {
  const visits = new Map<string, CrowdVisit[]>();
  const clicks = candidates.filter((event) => isUnseen(event, timesOf(event)));
  for (const [event, contacts] of crowdsIn(clicks)) {
    const visit = { client: clientOf(event), at: event.at, contacts };
    const others = visits.get(event.messageKey);
    if (others === undefined) visits.set(event.messageKey, [visit]);
    else others.push(visit);
  }
  return visits;
}

/** Whether the message was sent so lately that a mail gateway may look at it. */
export const isJustSent = ({ at }: Pick<WaitingEvent, "at">, sentAt: Date | null): boolean =>
  sentAt !== null && at.getTime() <= sentAt.getTime() + maxSentAgoMs;

const isUnseen = (event: WaitingEvent, times: MessageTimes | undefined): boolean =>
  times !== undefined &&
  isJustSent(event, times.sentAt) &&
  (times.openedAt === null || times.openedAt > addMs(event.at, -minOpenBeforeMs));

/** The clicks of crowds and how many contacts each crowd has. */
function crowdsIn(clicks: readonly WaitingEvent[]): Map<WaitingEvent, number> {
  const found = new Map<WaitingEvent, number>();
  if (clicks.length < minContactsOfClient) return found;
  const ordered = clicks.toSorted((left, right) => left.at.getTime() - right.at.getTime());
  for (const group of groupBy(ordered, clientOf)) markCrowds(found, group, minContactsOfClient);
  for (const group of groupBy(ordered, ({ network }) => network)) markCrowds(found, group, minContactsOfNetwork);
  return found;
}

/** Marks the clicks of every window with enough contacts, each once and with the contacts of its first such window. */
function markCrowds(found: Map<WaitingEvent, number>, clicks: readonly WaitingEvent[], minContacts: number): void {
  if (clicks.length < minContacts) return;
  const contacts = new Map<string, number>();
  let from = 0;
  let marked = 0;
  for (const [to, click] of clicks.entries()) {
    contacts.set(click.contactId, (contacts.get(click.contactId) ?? 0) + 1);
    for (let first = clicks[from]; first !== undefined && isBefore(first, click); first = clicks[from]) {
      const count = (contacts.get(first.contactId) ?? 0) - 1;
      if (count === 0) contacts.delete(first.contactId);
      else contacts.set(first.contactId, count);
      from += 1;
    }
    if (contacts.size < minContacts) continue;
    for (const member of clicks.slice(Math.max(from, marked), to + 1)) found.set(member, contacts.size);
    marked = to + 1;
  }
}

const isBefore = (first: WaitingEvent, click: WaitingEvent): boolean =>
  click.at.getTime() - first.at.getTime() > crowdWindowMs;

function groupBy(events: readonly WaitingEvent[], keyOf: (event: WaitingEvent) => string): readonly WaitingEvent[][] {
  const groups = new Map<string, WaitingEvent[]>();
  for (const event of events) {
    const group = groups.get(keyOf(event));
    if (group === undefined) groups.set(keyOf(event), [event]);
    else group.push(event);
  }
  return [...groups.values()];
}
