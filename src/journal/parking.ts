import { isUnreachable } from "../db/client.ts";
import type { TenantDb } from "../db/tenant.ts";
import type { Clock } from "../kernel/clock.ts";
import type { Log } from "../log/log.ts";
import { entryError, isFaultOfEntry } from "./entry-fault.ts";
import { findVisibleBound, isAfter, moveCursor, type JournalCursor } from "./journal.ts";
import type { JournalListener, RetryOutcome } from "./listener.ts";
import * as queries from "./parked.queries.ts";
import type { EntryRef, ParkedEntry } from "./parked.queries.ts";

/** Failed attempts in a row after which the entry is looked for. */
const maxFailures = 5;
/** More of them wait for the next failures, so that a reader that always fails does not pass everything at once. */
const maxParkedAtOnce = 20;

type Deps = { readonly clock: Clock };

type CompanyReader<Own extends Deps> = {
  readonly listener: JournalListener<Own>;
  readonly db: TenantDb;
  readonly deps: Own;
  readonly log: Log;
};

/**
 * The next batch of a reader. One that fails waits before the next attempt, and in the end passes the entry that it cannot
 * process. Returns whether there may be more to read at once.
 */
export async function readBatch<Own extends Deps>(reading: CompanyReader<Own>): Promise<boolean> {
  const { listener, db, deps, log } = reading;
  const failed = (error: unknown) =>
    log.error({ err: error, reader: listener.reader, tenantId: db.tenantId }, "journal listener failed");
  try {
    const handled = await listener.read(db, deps);
    if (handled > 0) listener.afterCommit?.(deps);
    return handled >= listener.batchSize;
  } catch (error) {
    failed(error);
    // Without the database nothing can be noted either.
    if (isUnreachable(error)) return false;
    return handleFailure(reading, error).catch((later: unknown) => {
      failed(later);
      return false;
    });
  }
}

async function handleFailure<Own extends Deps>(reading: CompanyReader<Own>, error: unknown): Promise<boolean> {
  const { listener, db, deps } = reading;
  const failures = await queries.recordFailure(db, listener.reader, deps.clock.now());
  return failures >= maxFailures && isFaultOfEntry(error) ? parkFailing(reading, failures) : false;
}

/**
 * Reads the next entries in smaller and smaller parts until a single one fails, and parks it. Every part is a transaction
 * of its own, so that the work can be interrupted and repeated.
 */
async function parkFailing<Own extends Deps>(reading: CompanyReader<Own>, failures: number): Promise<boolean> {
  const { listener, db } = reading;
  let cursor = await queries.findCursor(db, listener.reader);
  if (cursor === undefined) return false;
  const bound = await findVisibleBound(db);
  let pending = await queries.listNextEntries(db, listener.events, { after: cursor, bound, limit: listener.batchSize });
  // The first so many entries are known to contain one that fails.
  let suspects = pending.length;
  let [size, parked] = [Math.ceil(suspects / 2), 0];
  while (pending.length > 0 && parked < maxParkedAtOnce) {
    const failure = await tryPart(reading, pending.slice(0, size));
    if (failure === undefined) {
      const reached = await queries.findCursor(db, listener.reader);
      // Another process reads, or the reader is held.
      if (reached === undefined || !isAfter(reached, cursor)) return false;
      cursor = reached;
      const left = pending.filter((entry) => isAfter(entry, reached));
      suspects = Math.max(0, suspects - (pending.length - left.length));
      pending = left;
      size = suspects === 0 ? pending.length : Math.ceil(suspects / 2);
    } else if (!isFaultOfEntry(failure.error)) {
      throw failure.error;
    } else if (size > 1) {
      suspects = size;
      size = Math.ceil(size / 2);
    } else {
      const [entry] = pending;
      if (entry === undefined || !(await park(reading, { entry, cursor, error: failure.error, failures })))
        return false;
      cursor = entry;
      pending = pending.slice(1);
      suspects = 0;
      size = pending.length;
      parked += 1;
    }
  }
  return true;
}

/** The error of the listener; undefined when it read the part, or a beginning of it. */
async function tryPart<Own extends Deps>(
  { listener, db, deps }: CompanyReader<Own>,
  part: readonly EntryRef[],
): Promise<{ readonly error: unknown } | undefined> {
  try {
    const handled = await listener.read(db, deps, part.at(-1));
    if (handled > 0) listener.afterCommit?.(deps);
    return undefined;
  } catch (error) {
    return { error };
  }
}

type Poison = {
  readonly entry: EntryRef;
  /** Where the reader was when it failed. */
  readonly cursor: JournalCursor;
  readonly error: unknown;
  readonly failures: number;
};

/** Runs in one transaction with the cursor, so that an entry is either processed or parked. False when the cursor has moved. */
async function park<Own extends Deps>(
  { listener: { reader }, db, deps, log }: CompanyReader<Own>,
  { entry, cursor, error, failures }: Poison,
): Promise<boolean> {
  const { tx, id, type } = entry;
  const isParked = await db.transaction(async (inner) => {
    const locked = await queries.lockCursor(inner, reader);
    if (locked === undefined || locked.tx !== cursor.tx || locked.id !== cursor.id) return false;
    const parkedAt = deps.clock.now();
    await queries.insertParked(inner, {
      reader,
      tx,
      id,
      place: 0,
      type,
      ...entryError(error),
      attempts: failures + 1,
      parkedAt,
    });
    await moveCursor(inner, reader, entry);
    return true;
  });
  if (isParked) log.error({ err: error, reader, tenantId: db.tenantId, tx, id, type }, "journal entry parked");
  return isParked;
}

/** Processes parked entries again, each for itself, in the order of the journal. */
export async function retryParked(
  db: TenantDb,
  reader: string | undefined,
  retry: (entry: ParkedEntry) => Promise<RetryOutcome>,
): Promise<Record<RetryOutcome, number>> {
  const counts = { processed: 0, gone: 0, parked: 0 };
  for (const entry of await queries.listParked(db, reader)) counts[await retry(entry)] += 1;
  return counts;
}

/** Runs in a transaction of its own, like a batch. */
export async function retryEntry<Own extends Deps>(
  { listener, db, deps }: Omit<CompanyReader<Own>, "log">,
  entry: ParkedEntry,
): Promise<RetryOutcome> {
  try {
    const outcome = await db.transaction(async (inner) => {
      // As when it reads: no other entry of the company is processed meanwhile.
      await queries.lockCursor(inner, listener.reader);
      if (!(await queries.isStillParked(inner, entry))) return "gone";
      const result = await listener.readOne(inner, deps, entry);
      if (result !== "parked") await queries.deleteParked(inner, entry);
      return result;
    });
    if (outcome === "processed") listener.afterCommit?.(deps);
    return outcome;
  } catch (error) {
    if (!isFaultOfEntry(error)) throw error;
    await queries.recordParkedFailure(db, entry, entryError(error));
    return "parked";
  }
}
