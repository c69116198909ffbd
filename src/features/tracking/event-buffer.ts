import { randomUUID } from "node:crypto";
import { setTimeout as delay } from "node:timers/promises";
import { isUnreachable } from "../../db/client.ts";
import type { SystemDb } from "../../db/tenant.ts";
import { BoundedCache } from "../../kernel/bounded-cache.ts";
import type { Clock } from "../../kernel/clock.ts";
import type { Log } from "../../log/log.ts";
import type { EventBatch } from "./batch.ts";
import { insertBatch } from "./batches.queries.ts";
import type { TrackedEvent } from "./event.ts";

const batchSize = 1000;
const flushDelayMs = 200;
const retryMs = 1000;
/** About 50 MB, or two minutes of peak load without the database. */
const defaultLimit = 100_000;
/** A batch that fails this often is dropped, so that it does not block later ones. */
const maxRejections = 5;
const duplicateWindowMs = 1000;

const isDuplicate = (before: TrackedEvent, now: TrackedEvent): boolean =>
  now.at.getTime() - before.at.getTime() < duplicateWindowMs &&
  now.network === before.network &&
  now.method === before.method &&
  now.agent === before.agent;

const maxRecentEvents = 20_000;
const closeTimeoutMs = 10_000;

/** `batch`: the first events, which are stored next; the same ones again if it is unknown whether they were. */
type Queue = { events: TrackedEvent[]; batch: EventBatch | undefined; rejections: number };

type BufferDeps = { readonly db: SystemDb; readonly clock: Clock; readonly log: Log; readonly limit?: number };

/**
 * Buffers opens and clicks in memory, so that pixel and redirect requests do not wait for the database. All events of a
 * company are written together shortly after, to be judged later. While the database is unreachable they are kept, up to a
 * limit.
 */
export class EventBuffer {
  readonly #db: SystemDb;
  readonly #clock: Clock;
  readonly #log: Log;
  readonly #limit: number;
  #queues = new Map<string, Queue>();
  readonly #recent = new BoundedCache<string, TrackedEvent>(maxRecentEvents);
  #count = 0;
  #dropped = 0;
  #isBackingOff = false;
  #timer: NodeJS.Timeout | undefined;
  #running: Promise<void> | undefined;

  constructor({ db, clock, log, limit = defaultLimit }: BufferDeps) {
    this.#db = db;
    this.#clock = clock;
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
    if (queue === undefined) this.#queues.set(event.tenantId, { events: [event], batch: undefined, rejections: 0 });
    else queue.events.push(event);
    this.#count += 1;
    if (this.#running === undefined) this.#schedule();
  }

  /**
   * Repeated requests of one client within a second are one event. This also keeps request floods away from the
   * database.
   */
  #isDuplicate(event: TrackedEvent): boolean {
    const key = `${event.tenantId} ${event.campaignId} ${event.contactId} ${event.link}`;
    const before = this.#recent.get(key);
    if (before !== undefined && isDuplicate(before, event)) return true;
    this.#recent.set(key, event);
    return false;
  }

  /** Stores the buffered events; never throws. Events that could not be stored stay in the buffer. */
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

  /**
   * Round robin over companies, one batch each. Events that arrive meanwhile wait for the next flush, so that batches
   * stay large.
   */
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
    if (this.#dropped > 0) this.#log.warn({ dropped: this.#dropped }, "opens and clicks dropped: buffer full");
    this.#dropped = 0;
  }

  async #storeBatch(tenantId: string, next: number): Promise<"stored" | "refused" | "unreachable"> {
    const queue = this.#queues.get(tenantId);
    if (queue === undefined) return "stored";
    queue.batch ??= { id: randomUUID(), receivedAt: this.#clock.now(), events: queue.events.slice(0, next) };
    const count = queue.batch.events.length;
    try {
      await insertBatch(this.#db.forTenant(tenantId), queue.batch);
    } catch (error) {
      this.#isBackingOff = true;
      this.#log.warn({ err: error, tenantId, waiting: this.#count }, "storing opens and clicks failed");
      if (isUnreachable(error)) return "unreachable";
      queue.rejections += 1;
      if (queue.rejections < maxRejections) return "refused";
      this.#log.error({ tenantId, dropped: count }, "opens and clicks dropped: the database rejects them");
    }
    queue.rejections = 0;
    queue.batch = undefined;
    queue.events = queue.events.slice(count);
    this.#count -= count;
    if (queue.events.length === 0) this.#queues.delete(tenantId);
    return "stored";
  }

  /** Stores all buffered events; gives up if the database stays unreachable. */
  async close(): Promise<void> {
    const deadline = performance.now() + closeTimeoutMs;
    await this.flush();
    while (this.#count > 0 && performance.now() < deadline) {
      await delay(retryMs / 4);
      await this.flush();
    }
    clearTimeout(this.#timer);
    if (this.#count > 0) this.#log.error({ dropped: this.#count }, "opens and clicks lost at shutdown");
  }
}
