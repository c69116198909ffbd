import type { EntryPayload } from "../../journal/journal.ts";
import { honeypotLink } from "../../mail/render/links.ts";
import { attributeEvents, type AttributedEvents, type TrackedMessage } from "./attribute-events.ts";
import { toMessageKey, type TrackedEvent } from "./event.ts";
import { evidenceIn, type CrowdVisit, type Visit } from "./evidence.ts";
import { reviseVerdicts, toVisit, type JudgedEntry } from "./revise-verdicts.ts";
import { minBurstLinks, type Evidence } from "./verdict.ts";

/** A message with the events to judge and those around them. */
export type Trail = {
  readonly message: TrackedMessage;
  readonly due: readonly TrackedEvent[];
  /** Judged a moment ago, or waiting for their time. */
  readonly around: readonly TrackedEvent[];
  readonly crowd: readonly CrowdVisit[];
};

const visitsOf = ({ due, around }: Trail): readonly TrackedEvent[] => (around.length === 0 ? due : [...around, ...due]);

/**
 * Whether earlier events of the message matter: the honeypot link was clicked before, or what was counted for a person may
 * have been a machine.
 */
export function needsHistory(trail: Trail): boolean {
  const { message, due, crowd } = trail;
  if (message.links?.[honeypotLink] !== undefined) return true;
  if (!message.isOpened && !message.isClicked) return false;
  if (crowd.length > 0) return true;
  const visits = visitsOf(trail);
  if (visits.every(({ link }) => link === null)) return false;
  const evidenceOf = evidenceIn(visits);
  return due.some((event) => isOfMachine(evidenceOf(event)));
}

const isOfMachine = ({ honeypot, linksAtOnce, messagesAtOnce }: Evidence): boolean =>
  honeypot || linksAtOnce >= minBurstLinks || messagesAtOnce > 0;

export type JudgedTrails = AttributedEvents & { readonly replaced: EntryPayload[] };

/** The rows to write for the due events, and for earlier ones that they show to be of machines. */
export function judgeTrails(
  trails: readonly Trail[],
  historyOf: (messageKey: string) => readonly JudgedEntry[] | undefined,
): JudgedTrails {
  const all: JudgedTrails = { entries: [], updates: [], replaced: [] };
  for (const trail of trails) {
    const history = historyOf(toMessageKey(trail.message));
    if (history === undefined) {
      const evidenceOf = evidenceIn(visitsOf(trail), trail.crowd);
      attributeEvents(all, trail.message, { events: trail.due, evidenceOf });
    } else judgeWithHistory(all, trail, history);
  }
  all.entries.sort((left, right) => left.at.getTime() - right.at.getTime());
  return all;
}

/** The history also has the events that were judged a moment ago. */
function judgeWithHistory(all: JudgedTrails, trail: Trail, history: readonly JudgedEntry[]): void {
  const { message, due, around, crowd } = trail;
  const earlier = new Map(history.map((entry) => [entry, toVisit(entry)]));
  const visits: Visit[] = [...[...earlier.values()].flatMap((visit) => visit ?? []), ...around, ...due];
  const evidenceOf = evidenceIn(visits, crowd);
  const revision = reviseVerdicts(message, history, (entry) => {
    const visit = earlier.get(entry);
    return visit && evidenceOf(visit);
  });
  if (revision !== undefined) {
    all.entries.push(...revision.entries);
    all.replaced.push(...revision.replaced);
  }
  attributeEvents(all, revision?.message ?? message, {
    events: due,
    evidenceOf,
    ...(revision && { update: revision.update }),
  });
}
