import { honeypotLink } from "../../mail/render/links.ts";
import { addMs } from "../../kernel/local-time.ts";
import { messageKeyOf, type TrackedEvent } from "./event.ts";
import { clientOf, type CrowdVisit } from "./evidence.ts";
import { isMachineRequest } from "./verdict.ts";

/** Clicks on messages of this many contacts are at once if they come within this time. */
const crowdWindowMs = 5000;
/** From one network with one user agent; people of an office or behind a carrier's address do not click so close together. */
const minContactsOfClient = 8;
/** From one network whatever the user agents. A user agent alone says nothing: a large campaign has many people with one. */
const minContactsOfNetwork = 20;
/** Mail gateways look at a message before or when they deliver it. */
const maxSentAgoMs = 120_000;
/** Whoever saw the message before the click is a person. */
const minOpenBeforeMs = 10_000;

/** The message of a click, as far as it tells a person from a scanner. */
export type MessageTimes = { readonly sentAt: Date | null; readonly openedAt: Date | null };

const isBrowserClick = ({ link, method, agent, prefetch, network }: TrackedEvent): boolean =>
  link !== null &&
  link !== honeypotLink &&
  network !== "" &&
  !isMachineRequest({ kind: "click", method, agent, prefetch });

/** Clicks that may be of a crowd with one of the due events, before their messages are known. */
export function findCrowdCandidates(
  events: readonly TrackedEvent[],
  due: readonly TrackedEvent[],
): readonly TrackedEvent[] {
  const networks = new Set(due.filter(isBrowserClick).map(({ network }) => network));
  if (networks.size === 0) return [];
  const clicks = events.filter((event) => networks.has(event.network) && isBrowserClick(event));
  return [...crowdsIn(clicks).keys()];
}

/** By message: the candidates that are a crowd of clicks on messages that were just sent and not opened before. */
export function findCrowds(
  candidates: readonly TrackedEvent[],
  timesOf: (event: TrackedEvent) => MessageTimes | undefined,
): ReadonlyMap<string, readonly CrowdVisit[]> {
  const visits = new Map<string, CrowdVisit[]>();
  const clicks = candidates.filter((event) => isUnseen(event, timesOf(event)));
  for (const [event, contacts] of crowdsIn(clicks)) {
    const visit = { client: clientOf(event), at: event.at, contacts };
    const key = messageKeyOf(event);
    const others = visits.get(key);
    if (others === undefined) visits.set(key, [visit]);
    else others.push(visit);
  }
  return visits;
}

function isUnseen({ at }: TrackedEvent, times: MessageTimes | undefined): boolean {
  if (times === undefined || times.sentAt === null) return false;
  const { sentAt, openedAt } = times;
  return at <= addMs(sentAt, maxSentAgoMs) && (openedAt === null || openedAt > addMs(at, -minOpenBeforeMs));
}

/** The clicks of crowds and how many contacts each crowd has. */
function crowdsIn(clicks: readonly TrackedEvent[]): Map<TrackedEvent, number> {
  const found = new Map<TrackedEvent, number>();
  if (clicks.length < minContactsOfClient) return found;
  const ordered = clicks.toSorted((left, right) => left.at.getTime() - right.at.getTime());
  for (const group of groupBy(ordered, clientOf)) markCrowds(found, group, minContactsOfClient);
  for (const group of groupBy(ordered, ({ network }) => network)) markCrowds(found, group, minContactsOfNetwork);
  return found;
}

/** Marks the clicks of every window with enough contacts, each once and with the contacts of its first such window. */
function markCrowds(found: Map<TrackedEvent, number>, clicks: readonly TrackedEvent[], minContacts: number): void {
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

const isBefore = (first: TrackedEvent, click: TrackedEvent): boolean =>
  click.at.getTime() - first.at.getTime() > crowdWindowMs;

function groupBy(events: readonly TrackedEvent[], keyOf: (event: TrackedEvent) => string): readonly TrackedEvent[][] {
  const groups = new Map<string, TrackedEvent[]>();
  for (const event of events) {
    const group = groups.get(keyOf(event));
    if (group === undefined) groups.set(keyOf(event), [event]);
    else group.push(event);
  }
  return [...groups.values()];
}
