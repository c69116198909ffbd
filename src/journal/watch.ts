import { setTimeout as delay } from "node:timers/promises";
import { pollingInterval } from "../db/distribution/polling-interval.ts";
import type { SystemDb } from "../db/tenant.ts";
import type { Log } from "../log/log.ts";
import { isAfter, listNewestEntries, type JournalCursor } from "./journal.ts";

const pollIntervalMs = 500;

type Waiter = { readonly tenantId: string; readonly after: JournalCursor; readonly wake: () => void };

/**
 * Lets requests of a process wait for new entries of their companies. They share one look-up about twice a second, which
 * is made only while a request waits; a waiting request holds no connection of the database.
 */
export class JournalWatch {
  readonly #db: SystemDb;
  readonly #log: Log;
  readonly #stopping = new AbortController();
  readonly #waiters = new Set<Waiter>();
  #isPolling = false;

  constructor(db: SystemDb, log: Log) {
    this.#db = db;
    this.#log = log;
  }

  get isStopped(): boolean {
    return this.#stopping.signal.aborted;
  }

  /** Ends all waiting, so that a server can drain. */
  stop(): void {
    this.#stopping.abort();
  }

  /** Until the company may have an entry after the position, until the signal is aborted or the watch is stopped. */
  async waitForEntries(tenantId: string, after: JournalCursor, signal: AbortSignal): Promise<void> {
    const ended = AbortSignal.any([signal, this.#stopping.signal]);
    if (ended.aborted) return;
    await new Promise<void>((resolve) => {
      const waiter: Waiter = { tenantId, after, wake: finish };
      function finish() {
        ended.removeEventListener("abort", leave);
        resolve();
      }
      const leave = () => {
        this.#waiters.delete(waiter);
        finish();
      };
      ended.addEventListener("abort", leave);
      this.#waiters.add(waiter);
      if (!this.#isPolling) void this.#poll();
    });
  }

  /** Looks up after a pause, also for a new waiter, so that waiting again and again does not become a busy loop. */
  async #poll(): Promise<void> {
    this.#isPolling = true;
    const { signal } = this.#stopping;
    while (this.#waiters.size > 0) {
      await delay(pollingInterval(this.#db, pollIntervalMs), undefined, { signal }).catch(() => undefined);
      if (this.#waiters.size > 0) await this.#wakeReached();
    }
    this.#isPolling = false;
  }

  async #wakeReached(): Promise<void> {
    try {
      const waiters = [...this.#waiters];
      const newest = await listNewestEntries(this.#db, [...new Set(waiters.map(({ tenantId }) => tenantId))]);
      for (const waiter of waiters) {
        const last = newest.get(waiter.tenantId);
        if (last !== undefined && isAfter(last, waiter.after) && this.#waiters.delete(waiter)) waiter.wake();
      }
    } catch (error) {
      this.#log.warn({ err: error }, "cannot look for new journal entries");
    }
  }
}
