import { setTimeout as delay } from "node:timers/promises";
import type { Context } from "../../context.ts";
import { pollingInterval } from "../../db/distribution/polling-interval.ts";
import type { WorkSignals } from "../../jobs/work-signal.ts";
import { BufferArena } from "../../mail/buffer-arena.ts";
import type { Transport } from "../../mail/transport.ts";
import {
  NotSendable,
  type CompiledMessages,
  type DeliveryParts,
  type MessageSource,
  type SourceRef,
  type SourceWorker,
} from "../../message-source.ts";
import { sendBatch } from "./batch-sender.ts";
import { claimBatch, listDueSources, type ClaimedBatch } from "./batches.queries.ts";
import { DomainBackoff } from "./domain-backoff.ts";
import { FairScheduler } from "./fair-scheduler.ts";
import { AdaptiveGroupSize } from "./group-size.ts";
import { RefusalStreaks } from "./refusal-streaks.ts";

export type DeliveryEngineDeps = SourceWorker &
  DeliveryParts & {
    readonly transport: Transport;
    readonly bounceHost: string;
    readonly signals: Pick<WorkSignals, "messages">;
  };

const senderConcurrency = 3;
const pollIntervalMs = 250;
/** Without anything to send for a while; messages of automations are announced. */
const idlePollIntervalMs = 1000;
const idleAfterMs = 5000;
/** Compiled messages are loaded again after this time: a sender may have been verified or lost. */
const compiledTtlMs = 30_000;
const cleanUpIntervalMs = 30_000;
/** How often sources are notified that the relay answers; at once after a failure in this process. */
const relayAnsweredIntervalMs = 30_000;
const relayBackoffMs = [1000, 2000, 5000, 10_000, 30_000] as const;

type CachedMessages = { readonly messages: Promise<CompiledMessages>; readonly loadedAt: number };
type ClaimedWork = { readonly ctx: Context; readonly source: MessageSource; readonly batch: ClaimedBatch };

/**
 * Sends the messages of all sources. Any number of processes may run it: batches are claimed in the database. Round
 * robin over companies, so that a million messages of one do not delay ten of another.
 */
export class DeliveryEngine {
  readonly #deps: DeliveryEngineDeps;
  readonly #sources: ReadonlyMap<string, MessageSource>;
  readonly #stopping = new AbortController();
  readonly #scheduler = new FairScheduler();
  readonly #groupSize = new AdaptiveGroupSize();
  readonly #domainBackoff = new DomainBackoff();
  readonly #refusalStreaks = new RefusalStreaks();
  readonly #compiled = new Map<string, CachedMessages>();
  #dueListedAt = 0;
  #announcedWhenListed = 0;
  #busyAt = performance.now();
  #relayFailures = 0;
  #relayAnsweredAt = Number.NEGATIVE_INFINITY;
  #cleanedUpAt = 0;
  #loops: Promise<unknown> = Promise.resolve();

  constructor(deps: DeliveryEngineDeps) {
    this.#deps = deps;
    this.#sources = new Map(deps.messageSources.map((source) => [source.kind, source]));
  }

  /** Sends in the mail modes that let messages leave; in the others they wait. */
  start(): void {
    const { mode } = this.#deps.transport;
    const isSending = mode === "live" || mode === "folder";
    const sending = isSending ? Array.from({ length: senderConcurrency }, () => this.#loop(() => this.sendNext())) : [];
    this.#loops = Promise.all([this.#loop(() => this.advance()), ...sending]);
  }

  /** Waits until groups that are being sent are done and written. */
  async stop(): Promise<void> {
    this.#stopping.abort();
    await this.#loops;
  }

  async #loop(work: () => Promise<boolean>): Promise<void> {
    while (!this.#stopping.signal.aborted) {
      const { messages } = this.#deps.signals;
      const seen = messages.count;
      const isBusy = await work().catch((error: unknown) => {
        this.#deps.log.warn({ err: error }, "sending a batch failed");
        return false;
      });
      if (isBusy) this.#busyAt = performance.now();
      else await messages.wait(seen, this.#pauseMs(), this.#stopping.signal);
    }
  }

  get #pollIntervalMs(): number {
    return pollingInterval(this.#deps.db, pollIntervalMs);
  }

  #pauseMs(): number {
    return performance.now() - this.#busyAt < idleAfterMs ? this.#pollIntervalMs : idlePollIntervalMs;
  }

  /** Starts, expands and finishes sources. Returns whether there is more to do at once. */
  async advance(): Promise<boolean> {
    let hasMore = false;
    for (const source of this.#sources.values()) hasMore = (await source.advance(this.#deps)) || hasMore;
    await this.#cleanUp();
    return hasMore;
  }

  async #cleanUp(): Promise<void> {
    const now = performance.now();
    if (now - this.#cleanedUpAt < cleanUpIntervalMs) return;
    this.#cleanedUpAt = now;
    for (const source of this.#sources.values()) await source.cleanUp(this.#deps);
  }

  /** Sends one due batch, round robin over companies. Returns whether there was one. */
  async sendNext(): Promise<boolean> {
    const claimed = await this.#claimNext();
    if (claimed === undefined) return false;
    const isRelayAvailable = await this.#send(claimed);
    if (!isRelayAvailable) await this.#waitForRelay();
    return true;
  }

  /** Claims the next due batch; skips sources whose batches other workers took. */
  async #claimNext(): Promise<ClaimedWork | undefined> {
    for (let due = await this.#nextDue(); due !== undefined; due = await this.#nextDue()) {
      const source = this.#sources.get(due.kind);
      const ctx = await this.#deps.contextOf(due.tenantId);
      const options = { revision: source?.revision, now: ctx.clock.now() };
      const batch = source === undefined ? undefined : await claimBatch(ctx.db, due, options);
      if (source !== undefined && batch !== undefined) return { ctx, source, batch };
      this.#scheduler.remove(due);
    }
    return undefined;
  }

  /** Returns whether the relay is available. */
  async #send({ ctx, source, batch }: ClaimedWork): Promise<boolean> {
    try {
      const messages = await this.#compiledMessagesOf(ctx, source, batch);
      const { transport, relayRefusalHooks, replyReaders } = this.#deps;
      const { signal } = this.#stopping;
      const state = {
        groupSize: this.#groupSize,
        domainBackoff: this.#domainBackoff,
        refusalStreaks: this.#refusalStreaks,
        arena: new BufferArena(),
        relayAnswered: () => this.#relayAnswered(),
      };
      const end = await sendBatch(
        { ctx, source, messages, transport, relayRefusalHooks, replyReaders, ...state, signal },
        batch,
      );
      if (typeof end !== "object") return true;
      if ("unavailable" in end) {
        if (end.isAway) await source.waitForRelay?.(ctx, batch, { code: end.unavailable });
        return false;
      }
      await source.pause(ctx, batch, { reason: "relay", stage: end.stage, code: end.code });
    } catch (error) {
      if (!(error instanceof NotSendable)) throw error;
      await source.pause(ctx, batch, { reason: error.reason });
    }
    return true;
  }

  async #relayAnswered(): Promise<void> {
    const now = performance.now();
    if (this.#relayFailures === 0 && now - this.#relayAnsweredAt < relayAnsweredIntervalMs) return;
    this.#relayFailures = 0;
    this.#relayAnsweredAt = now;
    for (const source of this.#sources.values()) await source.relayAnswered?.(this.#deps);
  }

  async #nextDue(): Promise<SourceRef | undefined> {
    const now = performance.now();
    const { db, messageSources, clock, signals } = this.#deps;
    if (now - this.#dueListedAt > this.#pollIntervalMs || signals.messages.count !== this.#announcedWhenListed) {
      this.#dueListedAt = now;
      this.#announcedWhenListed = signals.messages.count;
      this.#scheduler.setDue(await listDueSources(db, messageSources, clock.now()));
    }
    return this.#scheduler.next();
  }

  async #compiledMessagesOf(ctx: Context, source: MessageSource, ref: ClaimedBatch): Promise<CompiledMessages> {
    const key = `${ref.tenantId} ${ref.variantId} ${ref.revision ?? ""}`;
    const cached = this.#compiled.get(key);
    if (cached !== undefined && performance.now() - cached.loadedAt < compiledTtlMs) return cached.messages;
    for (const [other, { loadedAt }] of this.#compiled)
      if (performance.now() - loadedAt >= compiledTtlMs) this.#compiled.delete(other);
    const messages = source.compile(ctx, ref, this.#deps.bounceHost);
    this.#compiled.set(key, { messages, loadedAt: performance.now() });
    messages.catch(() => this.#compiled.delete(key));
    return messages;
  }

  async #waitForRelay(): Promise<void> {
    const ms = relayBackoffMs[Math.min(this.#relayFailures, relayBackoffMs.length - 1)] ?? pollIntervalMs;
    this.#relayFailures += 1;
    this.#deps.log.warn({ ms }, "the mail relay does not accept messages");
    await delay(ms, undefined, { signal: this.#stopping.signal }).catch(() => undefined);
  }
}
