import { setTimeout as delay } from "node:timers/promises";
import { pollingInterval } from "../db/distribution/polling-interval.ts";
import type { SystemDb } from "../db/tenant.ts";
import type { Log } from "../log.ts";
import { listReadersBehind } from "./journal.ts";
import type { JournalListener } from "./listener.ts";

const pollIntervalMs = 1000;

/** Advances every company's readers, about every second. Any number of processes may poll concurrently. */
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
      await delay(pollingInterval(this.#deps.db, pollIntervalMs), undefined, { signal: this.#stopping.signal }).catch(
        () => undefined,
      );
    }
  }

  /**
   * One round: a batch for each reader that is behind. A failing listener is retried in the next round and does not stop
   * the others. Returns whether one of them has more to read.
   */
  async pollOnce(): Promise<boolean> {
    try {
      const behind = await listReadersBehind(this.#deps.db, [...this.#listeners.keys()]);
      let hasMore = false;
      for (const { tenantId, reader } of behind) hasMore = (await this.#read(tenantId, reader)) || hasMore;
      return hasMore;
    } catch (error) {
      this.#log.warn({ err: error }, "cannot read the journal");
      return false;
    }
  }

  async #read(tenantId: string, reader: string): Promise<boolean> {
    const listener = this.#listeners.get(reader);
    if (listener === undefined) return false;
    try {
      const handled = await listener.read(this.#deps.db.forTenant(tenantId), this.#deps);
      if (handled > 0) listener.afterCommit?.(this.#deps);
      return handled >= listener.batchSize;
    } catch (error) {
      this.#log.error({ err: error, reader, tenantId }, "journal listener failed");
      return false;
    }
  }
}
