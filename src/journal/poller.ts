import { setTimeout as delay } from "node:timers/promises";
import type { SystemDb, TenantDb } from "../db/tenant.ts";
import type { Log } from "../log.ts";
import type { JournalEntry, JournalType } from "./entry.ts";
import {
  maxEntriesPerRead,
  listReadersBehind,
  maxEntriesPerRange,
  readEntries,
  readRange,
  type JournalRange,
} from "./journal.ts";

/** Takes entries one by one, or works on ranges of the journal inside the database. `Deps` is what it works with. */
export type JournalListener<Deps> =
  | {
      readonly reader: string;
      /** Those that it asks for; all when it says nothing. */
      readonly types?: readonly JournalType[];
      /** Asked first: a company that has no use for them need not have them read. */
      readonly isEnabled?: (db: TenantDb) => Promise<boolean>;
      handle(db: TenantDb, entries: readonly JournalEntry[], deps: Deps): Promise<void>;
    }
  | { readonly reader: string; handleRange(db: TenantDb, range: JournalRange, deps: Deps): Promise<void> };

/** The listener's next entries; answers how many were handled. */
export const readForListener = <Deps>(db: TenantDb, listener: JournalListener<Deps>, deps: Deps): Promise<number> =>
  "handle" in listener
    ? readEntries(db, listener.reader, (inner, entries) => listener.handle(inner, entries, deps), {
        types: listener.types,
        isEnabled: listener.isEnabled,
      })
    : readRange(db, listener.reader, (inner, range) => listener.handleRange(inner, range, deps));

/** Whether there may be more at once: the others come with the next round. */
const mayHaveMore = <Deps>(listener: JournalListener<Deps>, handled: number): boolean =>
  handled >= ("handle" in listener ? maxEntriesPerRead : maxEntriesPerRange);

const pollIntervalMs = 1000;

/** Brings every company's readers up to date, about every second. Any number of processes may follow at once. */
export class JournalPoller<Deps extends { readonly db: SystemDb }> {
  readonly #deps: Deps;
  readonly #listeners: ReadonlyMap<string, JournalListener<Deps>>;
  readonly #log: Log;
  readonly #stopping = new AbortController();
  #loop: Promise<void> = Promise.resolve();

  constructor(deps: Deps, listeners: readonly JournalListener<Deps>[], log: Log) {
    this.#deps = deps;
    this.#listeners = new Map(listeners.map((listener) => [listener.reader, listener]));
    this.#log = log;
  }

  start(): void {
    this.#loop = this.#poll();
  }

  async stop(): Promise<void> {
    this.#stopping.abort();
    await this.#loop;
  }

  async #poll(): Promise<void> {
    while (!this.#stopping.signal.aborted) {
      if (await this.pollOnce()) continue;
      await delay(pollIntervalMs, undefined, { signal: this.#stopping.signal }).catch(() => undefined);
    }
  }

  /**
   * One round: a batch for each reader that is behind. A failing listener is tried again and holds up nobody else. Answers
   * whether one of them has more to read.
   */
  async pollOnce(): Promise<boolean> {
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
      return mayHaveMore(listener, await readForListener(this.#deps.db.forTenant(tenantId), listener, this.#deps));
    } catch (error) {
      this.#log.error({ err: error, reader, tenantId }, "journal listener failed");
      return false;
    }
  }
}
