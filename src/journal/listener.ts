import type { TenantDb } from "../db/tenant.ts";
import type { EntryOf, JournalEvent } from "./event.ts";
import { maxEntriesPerRange, maxEntriesPerRead, readEntries, readRange, type JournalRange } from "./journal.ts";

/** Code that follows the journal with a cursor of its own in every company. `Deps` are its dependencies. */
export type JournalListener<Deps> = {
  readonly reader: string;
  /** Handles the next batch; returns the number of events in it. */
  read(db: TenantDb, deps: Deps): Promise<number>;
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
  batchSize: maxEntriesPerRead,
  afterCommit,
  read: (db, deps) =>
    readEntries(db, reader, (inner, entries) => handle(inner, entries, deps), { events, isEnabled, isHeld }),
});

type RangeListenerOptions<Deps> = {
  readonly reader: string;
  readonly handle: (db: TenantDb, range: JournalRange, deps: Deps) => Promise<void>;
};

/** A listener that works on ranges of the journal inside the database. */
export const defineRangeListener = <Deps>({ reader, handle }: RangeListenerOptions<Deps>): JournalListener<Deps> => ({
  reader,
  batchSize: maxEntriesPerRange,
  read: (db, deps) => readRange(db, reader, (inner, range) => handle(inner, range, deps)),
});
