import { pollingInterval } from "../db/distribution/polling-interval.ts";
import type { SystemDb } from "../db/tenant.ts";
import { listReadersBehind } from "../journal/journal.ts";
import type { JournalListener } from "../journal/listener.ts";
import { readBatch } from "../journal/parking.ts";
import type { Clock } from "../kernel/clock.ts";
import type { Log } from "../log/log.ts";
import { PollingLoop } from "./polling-loop.ts";

const pollIntervalMs = 1000;

/** Advances every company's readers, about every second. Any number of processes may poll concurrently. */
export class JournalPoller<Deps extends { readonly db: SystemDb; readonly clock: Clock }> {
  readonly #deps: Deps;
  readonly #listeners: ReadonlyMap<string, JournalListener<Deps>>;
  readonly #log: Log;
  readonly #loop: PollingLoop;

  constructor(deps: Deps, listeners: readonly JournalListener<Deps>[], log: Log) {
    this.#deps = deps;
    this.#listeners = new Map(listeners.map((listener) => [listener.reader, listener]));
    this.#log = log;
    const intervalMs = pollingInterval(deps.db, pollIntervalMs);
    const round = (stopping: AbortSignal) => this.#readAll(stopping);
    this.#loop = new PollingLoop({ task: "journal readers", intervalMs, log, round });
  }

  start(): void {
    this.#loop.start();
  }

  stop(): Promise<void> {
    return this.#loop.stop();
  }

  /**
   * One round: a batch for each reader that is behind. A failing listener waits, does not stop the others, and in the end
   * passes the entry that it cannot process. Returns whether one of them has more to read.
   */
  async #readAll(stopping: AbortSignal): Promise<boolean> {
    const behind = await listReadersBehind(this.#deps.db, [...this.#listeners.keys()], this.#deps.clock.now());
    let hasMore = false;
    for (const { tenantId, reader } of behind) {
      if (stopping.aborted) return false;
      hasMore = (await this.#read(tenantId, reader)) || hasMore;
    }
    return hasMore;
  }

  async #read(tenantId: string, reader: string): Promise<boolean> {
    const listener = this.#listeners.get(reader);
    if (listener === undefined) return false;
    return readBatch({ listener, db: this.#deps.db.forTenant(tenantId), deps: this.#deps, log: this.#log });
  }
}
