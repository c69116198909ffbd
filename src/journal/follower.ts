import { setTimeout as delay } from "node:timers/promises";
import type { SystemDb, TenantDb } from "../db/tenant.ts";
import type { Log } from "../log.ts";
import type { JournalEntry, JournalType } from "./entry.ts";
import { entriesAtOnce, listReadersBehind, rangeAtOnce, readOn, readRangeOn, type JournalRange } from "./journal.ts";

/** Takes entries one by one, or works on ranges of the journal inside the database. `Deps` is what it works with. */
export type Listener<Deps> =
  | {
      readonly reader: string;
      /** Those that it asks for; all when it says nothing. */
      readonly types?: readonly JournalType[];
      /** Asked first: a company that has no use for them need not have them read. */
      readonly isWanted?: (db: TenantDb) => Promise<boolean>;
      handle(db: TenantDb, entries: readonly JournalEntry[], deps: Deps): Promise<void>;
    }
  | { readonly reader: string; handleRange(db: TenantDb, range: JournalRange, deps: Deps): Promise<void> };

/** The listener's next entries; answers how many were handled. */
export const readFor = <Deps>(db: TenantDb, listener: Listener<Deps>, deps: Deps): Promise<number> =>
  "handle" in listener
    ? readOn(db, listener.reader, (inner, entries) => listener.handle(inner, entries, deps), {
        types: listener.types,
        isWanted: listener.isWanted,
      })
    : readRangeOn(db, listener.reader, (inner, range) => listener.handleRange(inner, range, deps));

/** Whether there may be more at once: the others come with the next round. */
const isFull = <Deps>(listener: Listener<Deps>, handled: number): boolean =>
  handled >= ("handle" in listener ? entriesAtOnce : rangeAtOnce);

const pauseMs = 1000;

/** Brings every company's readers up to date, about every second. Any number of processes may follow at once. */
export class JournalFollower<Deps extends { readonly db: SystemDb }> {
  readonly #deps: Deps;
  readonly #listeners: ReadonlyMap<string, Listener<Deps>>;
  readonly #log: Log;
  readonly #stopping = new AbortController();
  #loop: Promise<void> = Promise.resolve();

  constructor(deps: Deps, listeners: readonly Listener<Deps>[], log: Log) {
    this.#deps = deps;
    this.#listeners = new Map(listeners.map((listener) => [listener.reader, listener]));
    this.#log = log;
  }

  start(): void {
    this.#loop = this.#follow();
  }

  async stop(): Promise<void> {
    this.#stopping.abort();
    await this.#loop;
  }

  async #follow(): Promise<void> {
    while (!this.#stopping.signal.aborted) {
      if (await this.catchUp()) continue;
      await delay(pauseMs, undefined, { signal: this.#stopping.signal }).catch(() => undefined);
    }
  }

  /**
   * One round: a batch for each reader that is behind. A failing listener is tried again and holds up nobody else. Answers
   * whether one of them has more to read.
   */
  async catchUp(): Promise<boolean> {
    try {
      const behind = await listReadersBehind(this.#deps.db, [...this.#listeners.keys()]);
      let hasMore = false;
      for (const { tenantId, reader } of behind) hasMore = (await this.#read(tenantId, reader)) || hasMore;
      return hasMore;
    } catch (error) {
      this.#log.warn({ err: error }, "journal is out of reach");
      return false;
    }
  }

  async #read(tenantId: string, reader: string): Promise<boolean> {
    const listener = this.#listeners.get(reader);
    if (listener === undefined) return false;
    try {
      return isFull(listener, await readFor(this.#deps.db.forTenant(tenantId), listener, this.#deps));
    } catch (error) {
      this.#log.error({ err: error, reader, tenantId }, "journal listener failed");
      return false;
    }
  }
}
