import type { TenantDb } from "../db/tenant.ts";
import type { EntryOf, JournalEvent } from "./event.ts";
import {
  listEntriesIn,
  maxEntriesPerRange,
  maxEntriesPerRead,
  toRange,
  readEntries,
  readRange,
  type JournalCursor,
  type JournalRange,
} from "./journal.ts";

/** `gone`: with an erasure or with old history. `parked`: it failed again, or entries are kept for later. */
export type RetryOutcome = "processed" | "gone" | "parked";

/** Code that follows the journal with a cursor of its own in every company. `Deps` are its dependencies. */
export type JournalListener<Deps> = {
  readonly reader: string;
  /** The events whose entries it gets; all when undefined. */
  readonly events: readonly JournalEvent[] | undefined;
  /** Handles the next batch, up to that entry; returns the number of events in it. */
  read(db: TenantDb, deps: Deps, until?: JournalCursor): Promise<number>;
  /** Handles an entry that it has passed, in a transaction. */
  readOne(db: TenantDb, deps: Deps, entry: JournalCursor): Promise<RetryOutcome>;
  /** A batch of this size may be followed by more. */
  readonly batchSize: number;
  /** Called after a batch with events is committed. */
  readonly afterCommit?: ((deps: Deps) => void) | undefined;
};

type ListenerOptions<Event extends JournalEvent, Deps> = {
  readonly reader: string;
  /** The events whose entries it gets; all others are skipped. */
  readonly events: readonly Event[];
  /** Checked first: where it is false, entries are skipped unread. */
  readonly isEnabled?: (db: TenantDb) => Promise<boolean>;
  /** Checked next: while it is true, entries are kept for later. */
  readonly isHeld?: (db: TenantDb) => Promise<boolean>;
  readonly handle: (db: TenantDb, entries: readonly EntryOf<Event>[], deps: Deps) => Promise<void>;
  readonly afterCommit?: (deps: Deps) => void;
};

/** A listener that receives entries. */
export const defineListener = <Event extends JournalEvent, Deps>({
  reader,
  events,
  isEnabled,
  isHeld,
  handle,
  afterCommit,
}: ListenerOptions<Event, Deps>): JournalListener<Deps> => ({
  reader,
  events,
  batchSize: maxEntriesPerRead,
  afterCommit,
  read: (db, deps, until) =>
    readEntries(db, reader, (inner, entries) => handle(inner, entries, deps), { events, isEnabled, isHeld, until }),
  readOne: async (db, deps, entry) => {
    if ((await isHeld?.(db)) === true) return "parked";
    const entries = await listEntriesIn(db, toRange(entry), { limit: 1, events });
    if (entries.length === 0) return "gone";
    // As when it reads: where it is not enabled, the entry has no effect.
    if ((await isEnabled?.(db)) !== false) await handle(db, entries, deps);
    return "processed";
  },
});

type RangeListenerOptions<Deps> = {
  readonly reader: string;
  readonly handle: (db: TenantDb, range: JournalRange, deps: Deps) => Promise<void>;
};

/** A listener that works on ranges of the journal inside the database. */
export const defineRangeListener = <Deps>({ reader, handle }: RangeListenerOptions<Deps>): JournalListener<Deps> => ({
  reader,
  events: undefined,
  batchSize: maxEntriesPerRange,
  read: (db, deps, until) => readRange(db, reader, (inner, range) => handle(inner, range, deps), { until }),
  readOne: async (db, deps, entry) => {
    const range = toRange(entry);
    const isGone = (await listEntriesIn(db, range, { limit: 1, events: undefined })).length === 0;
    if (!isGone) await handle(db, range, deps);
    return isGone ? "gone" : "processed";
  },
});
