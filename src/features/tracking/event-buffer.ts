import { setTimeout as delay } from "node:timers/promises";
import { isUnreachable } from "../../db/client.ts";
import type { SystemDb } from "../../db/tenant.ts";
import { BoundedCache } from "../../kernel/bounded-cache.ts";
import type { Log } from "../../log.ts";
import type { TrackedEvent } from "./event.ts";
import { storeEvents } from "./store.ts";

const batchSize = 1000;
const flushDelayMs = 200;
const retryMs = 1000;
/** About 50 MB, or two minutes of a busy day without the database. */
const defaultLimit = 100_000;
/** A batch that the database refuses so often is given up, so that it does not hold up all that come after it. */
const maxRejections = 5;
const duplicateWindowMs = 1000;

const isDuplicate = (before: TrackedEvent, now: TrackedEvent): boolean =>
  now.at.getTime() - before.at.getTime() < duplicateWindowMs &&
  now.network === before.network &&
  now.method === before.method &&
  now.agent === before.agent;

const maxRecentEvents = 20_000;
const closeTimeoutMs = 10_000;

type Queue = { events: TrackedEvent[]; rejections: number };

/**
 * Opens and clicks on their way to the database. Whoever asks for a picture or follows a link does not wait; a moment
 * later all events of a company go there together. While the database is away they are kept, up to a limit.
 */
export class EventBuffer {
  readonly #db: SystemDb;
  readonly #log: Log;
  readonly #limit: number;
  #queues = new Map<string, Queue>();
  readonly #recent = new BoundedCache<string, TrackedEvent>(maxRecentEvents);
  #count = 0;
  #dropped = 0;
  #isBackingOff = false;
  #timer: NodeJS.Timeout | undefined;
  #running: Promise<void> | undefined;

  constructor({ db, log, limit = defaultLimit }: { db: SystemDb; log: Log; limit?: number }) {
    this.#db = db;
    this.#log = log;
    this.#limit = limit;
  }

  add(event: TrackedEvent): void {
    if (this.#isDuplicate(event)) return;
    if (this.#count >= this.#limit) {
      this.#dropped += 1;
      return;
    }
    const queue = this.#queues.get(event.tenantId);
    if (queue === undefined) this.#queues.set(event.tenantId, { events: [event], rejections: 0 });
    else queue.events.push(event);
    this.#count += 1;
    if (this.#running === undefined) this.#schedule();
  }

  /**
   * What the same program asks for again within a second is one act. It is also what keeps somebody who hammers on an
   * address away from the database.
   */
  #isDuplicate(event: TrackedEvent): boolean {
    const key = `${event.tenantId} ${event.campaignId} ${event.contactId} ${event.link}`;
    const before = this.#recent.get(key);
    if (before !== undefined && isDuplicate(before, event)) return true;
    this.#recent.set(key, event);
    return false;
  }

  /** Stores what waits now; never fails. What the database did not take waits on. */
  async flush(): Promise<void> {
    await this.#running;
    await this.#start();
  }

  #schedule(): void {
    if (this.#count >= batchSize && !this.#isBackingOff) void this.#start();
    else this.#timer ??= setTimeout(() => void this.#start(), this.#isBackingOff ? retryMs : flushDelayMs).unref();
  }

  #start(): Promise<void> {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#running ??= this.#run().finally(() => {
      this.#running = undefined;
      if (this.#count > 0) this.#schedule();
    });
    return this.#running;
  }

  /** Companies take turns, a batch each. What comes meanwhile waits for the next time, so that batches stay large. */
  async #run(): Promise<void> {
    this.#isBackingOff = false;
    const due = new Map([...this.#queues].map(([tenantId, { events }]) => [tenantId, events.length]));
    while (due.size > 0) {
      for (const [tenantId, count] of due) {
        const outcome = await this.#storeBatch(tenantId, Math.min(count, batchSize));
        if (outcome === "unreachable") due.clear();
        else if (outcome === "refused" || count <= batchSize) due.delete(tenantId);
        else due.set(tenantId, count - batchSize);
      }
    }
    if (this.#dropped > 0)
      this.#log.warn({ dropped: this.#dropped }, "opens and clicks were dropped: the buffer is full");
    this.#dropped = 0;
  }

  async #storeBatch(tenantId: string, count: number): Promise<"stored" | "refused" | "unreachable"> {
    const queue = this.#queues.get(tenantId);
    if (queue === undefined) return "stored";
    try {
      await storeEvents(this.#db.forTenant(tenantId), queue.events.slice(0, count));
    } catch (error) {
      this.#isBackingOff = true;
      this.#log.warn({ err: error, tenantId, waiting: this.#count }, "opens and clicks could not be stored");
      if (isUnreachable(error)) return "unreachable";
      queue.rejections += 1;
      if (queue.rejections < maxRejections) return "refused";
      this.#log.error({ tenantId, dropped: count }, "opens and clicks were dropped: the database refuses them");
    }
    queue.rejections = 0;
    queue.events = queue.events.slice(count);
    this.#count -= count;
    if (queue.events.length === 0) this.#queues.delete(tenantId);
    return "stored";
  }

  /** Stores all that waits; gives up when the database stays away. */
  async close(): Promise<void> {
    const deadline = performance.now() + closeTimeoutMs;
    await this.flush();
    while (this.#count > 0 && performance.now() < deadline) {
      await delay(retryMs / 4);
      await this.flush();
    }
    clearTimeout(this.#timer);
    if (this.#count > 0)
      this.#log.error({ dropped: this.#count }, "opens and clicks were lost when the server stopped");
  }
}
