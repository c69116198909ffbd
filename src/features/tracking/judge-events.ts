import { setForceGenericPlan } from "../../db/generic-plan.ts";
import type { TenantDb } from "../../db/tenant.ts";
import { addMs } from "../../kernel/local-time.ts";
import { replacePayloads } from "../../journal/journal.ts";
import { decodeEvents, type WaitingEvent } from "./batch.ts";
import { deleteJudgedBatches, listContextBatches, lockDueBatches, markJudged } from "./batches.queries.ts";
import { findCrowdCandidates, findCrowds, isJustSent, type MessageTimes } from "./crowds.ts";
import { toMessageKey } from "./event.ts";
import type { CrowdVisit } from "./evidence.ts";
import { judgeTrails, needsHistory, type Trail } from "./judge-trails.ts";
import {
  insertAttributedEvents,
  listJudgedEntries,
  listMessageTimes,
  lockMessages,
  type MessageKeys,
} from "./queries.ts";
import type { JudgedEntry } from "./revise-verdicts.ts";

/** Judged events stay this long as context of later ones: the longest window of evidence, and clocks that differ. */
export const contextMs = 15_000;

const maxBatches = 500;
const defaultMaxEvents = 5000;
/** About 30 MB. Events further ahead are not known yet when the first ones are judged. */
const maxContextEvents = 100_000;

/** Decoded batches of a company by their ids, for as long as they are context. */
export type BatchCache = Map<string, readonly WaitingEvent[]>;

export type JudgeOptions = {
  readonly now: Date;
  readonly waitMs: number;
  readonly batches: BatchCache;
  /** Limit of the events of one transaction. */
  readonly maxEvents?: number;
};

/**
 * Judges the events of a company that have waited long enough, in one transaction with their journal entries: a crash
 * repeats it as a whole. Every process may do this; batches that another one judges are left out. Returns whether more
 * events are due.
 */
export async function judgeEvents(db: TenantDb, options: JudgeOptions): Promise<boolean> {
  const { now, waitMs } = options;
  const dueAt = addMs(now, -waitMs);
  const { oldestAt, hasMore } = await db.transaction((inner) => judgeDue(inner, dueAt, options));
  // Apart from the locks on messages: an erasure locks the batches of the company last.
  await deleteJudgedBatches(db, addMs(oldestAt, -contextMs));
  return hasMore;
}

/** Gives up the oldest due batch. Returns how many events it has. */
export const discardOldestBatch = (db: TenantDb, { now, waitMs }: JudgeOptions): Promise<number> =>
  db.transaction(async (inner) => {
    const [oldest] = await lockDueBatches(inner, { dueAt: addMs(now, -waitMs), limit: 1 });
    if (oldest === undefined) return 0;
    await markJudged(inner, [oldest.id], now);
    return oldest.count;
  });

async function judgeDue(db: TenantDb, dueAt: Date, options: JudgeOptions) {
  const { now, batches, maxEvents = defaultMaxEvents } = options;
  const [, locked] = await Promise.all([setForceGenericPlan(db), lockDueBatches(db, { dueAt, limit: maxBatches })]);
  const chosen = takeEvents(locked, maxEvents);
  const oldestAt = chosen[0]?.receivedAt;
  if (oldestAt === undefined) return { oldestAt: dueAt, hasMore: false };
  const ids = chosen.map(({ id }) => id);
  await judge(db, await loadContext(db, { since: addMs(oldestAt, -contextMs), dueIds: ids, batches }));
  await markJudged(db, ids, now);
  return { oldestAt, hasMore: chosen.length < locked.length || locked.length === maxBatches };
}

function takeEvents<Batch extends { readonly count: number }>(batches: readonly Batch[], limit: number): Batch[] {
  let before = 0;
  return batches.filter(({ count }) => {
    const isTaken = before < limit;
    before += count;
    return isTaken;
  });
}

/** All that is known, in the order in which it was received, and which of it is to be judged. */
type Context = { readonly batches: readonly ContextEvents[]; readonly due: readonly WaitingEvent[] };
type ContextEvents = { readonly events: readonly WaitingEvent[]; readonly isDue: boolean };

type ContextOptions = {
  readonly since: Date;
  readonly dueIds: readonly string[];
  readonly batches: BatchCache;
};

/** Batches never change, except that an erasure takes events out of them; these find no message then. */
async function loadContext(db: TenantDb, { since, dueIds, batches }: ContextOptions): Promise<Context> {
  const knownIds = [...batches.keys()];
  const rows = await listContextBatches(db, { since, dueIds, knownIds, limit: maxContextEvents });
  const listed = new Set(rows.map(({ id }) => id));
  for (const id of batches.keys()) if (!listed.has(id)) batches.delete(id);
  for (const { id, events } of rows) if (events !== null) batches.set(id, decodeEvents(db.tenantId, events));
  const wanted = new Set(dueIds);
  const context = rows.map(({ id }) => ({ events: batches.get(id) ?? [], isDue: wanted.has(id) }));
  return { batches: context, due: context.flatMap(({ events, isDue }) => (isDue ? events : [])) };
}

async function judge(db: TenantDb, context: Context): Promise<void> {
  const trails = await loadTrails(db, context);
  const histories = await loadHistories(db, trails.filter(needsHistory));
  const { replaced, ...attributed } = judgeTrails(trails, (key) => histories.get(key));
  await Promise.all([insertAttributedEvents(db, attributed), replacePayloads(db, replaced)]);
}

/** The messages of the due events, and those of crowds that were judged before the crowd was complete. */
async function loadTrails(db: TenantDb, context: Context): Promise<Trail[]> {
  const trails = await lockTrails(db, context, new Set(context.due.map(({ messageKey }) => messageKey)));
  const crowds = await loadCrowds(db, context, trails);
  if (crowds.size === 0) return trails;
  const known = new Set(trails.map(({ message }) => toMessageKey(message)));
  const others = new Set([...crowds.keys()].filter((key) => !known.has(key)));
  return [...trails, ...(await lockTrails(db, context, others))].map((trail) => ({
    ...trail,
    crowd: crowds.get(toMessageKey(trail.message)) ?? [],
  }));
}

async function lockTrails(db: TenantDb, { batches }: Context, keys: ReadonlySet<string>): Promise<Trail[]> {
  if (keys.size === 0) return [];
  const events = new Map(
    [...keys].map((key) => [key, { due: new Array<WaitingEvent>(), around: new Array<WaitingEvent>() }]),
  );
  for (const batch of batches) {
    for (const event of batch.events) events.get(event.messageKey)?.[batch.isDue ? "due" : "around"].push(event);
  }
  const messages = await lockMessages(
    db,
    toKeys([...events.values()].flatMap(({ due, around }) => due[0] ?? around[0] ?? [])),
  );
  return messages.flatMap((message) => {
    const found = events.get(toMessageKey(message));
    return found === undefined ? [] : [{ message, ...found, crowd: [] }];
  });
}

type Crowds = ReadonlyMap<string, readonly CrowdVisit[]>;

/** Nearly all clicks come too late for a crowd, so that nothing is looked up for them. */
async function loadCrowds(db: TenantDb, { batches }: Context, trails: readonly Trail[]): Promise<Crowds> {
  const sentAt = new Map(trails.map(({ message }) => [toMessageKey(message), message.sentAt]));
  const all = batches.map(({ events }) => events);
  const fresh = batches.flatMap(({ events, isDue }) =>
    isDue ? events.filter((event) => isJustSent(event, sentAt.get(event.messageKey) ?? null)) : [],
  );
  const candidates = findCrowdCandidates(all, fresh);
  if (candidates.length === 0) return new Map();
  const rows = await listMessageTimes(db, toKeys(candidates));
  const times = new Map<string, MessageTimes>(rows.map((row) => [toMessageKey(row), row]));
  // Opens that wait for their verdict too.
  for (const { messageKey, link, at } of all.flat()) {
    const known = link === null ? times.get(messageKey) : undefined;
    if (known !== undefined && (known.openedAt === null || at < known.openedAt)) {
      times.set(messageKey, { ...known, openedAt: at });
    }
  }
  return findCrowds(candidates, ({ messageKey }) => times.get(messageKey));
}

async function loadHistories(db: TenantDb, trails: readonly Trail[]): Promise<ReadonlyMap<string, JudgedEntry[]>> {
  const histories = new Map<string, JudgedEntry[]>(trails.map(({ message }) => [toMessageKey(message), []]));
  if (trails.length === 0) return histories;
  const rows = await listJudgedEntries(db, toKeys(trails.map(({ message }) => message)));
  for (const row of rows) histories.get(toMessageKey(row))?.push(row);
  return histories;
}

function toKeys(messages: readonly { readonly campaignId: string; readonly contactId: string }[]): MessageKeys {
  const unique = [...new Map(messages.map((message) => [toMessageKey(message), message])).values()];
  return {
    campaignIds: unique.map(({ campaignId }) => campaignId),
    contactIds: unique.map(({ contactId }) => contactId),
  };
}
