import { setTimeout as delay } from "node:timers/promises";
import type { Context } from "../../../context.ts";
import type { SystemDb } from "../../../db/tenant.ts";
import { insertNotification } from "../../../jobs/queries.ts";
import { Slab } from "../../../kernel/slab.ts";
import type { Log } from "../../../log.ts";
import type { Transport } from "../../../mail/transport.ts";
import { tellWhenOver } from "../lifecycle/ending.ts";
import { cancelBatches } from "../lifecycle/queries.ts";
import { Bars } from "./bars.ts";
import { claimBatch, listDue, type Batch, type Mailable } from "./batches.ts";
import { sendBatch, type BatchEnd, type BookRefusal } from "./lane.ts";
import * as life from "./life.ts";
import { loadMailing, Unsendable, type Mailing } from "./mailing.ts";
import { Pace } from "./pace.ts";
import { Patience } from "./patience.ts";
import { listUnprepared, prepareStep } from "./preparation.ts";
import { forgetTries } from "./results.ts";
import { Turns } from "./turns.ts";

export type EngineParts = {
  readonly db: SystemDb;
  readonly clock: Context["clock"];
  readonly transport: Transport;
  readonly log: Log;
  readonly bounceHost: string;
  readonly bookRefusal: BookRefusal;
  contextOf(tenantId: string): Promise<Context>;
};

const lanes = 3;
const idleMs = 250;
/** What is known of a campaign is looked up again after so long: a sender may have been verified or lost. */
const mailingMs = 30_000;
const clearMs = 30_000;
const awayMs = [1000, 2000, 5000, 10_000, 30_000] as const;

/** Why it cannot go on, as the company is told. */
type Stop = { readonly reason: string; readonly stage?: string; readonly code?: string };

type Known = { readonly mailing: Promise<Mailing>; readonly at: number };

/**
 * Sends campaigns. Any number of processes may run it: batches are claimed in the database, and companies take turns, so
 * that a million messages of one do not hold up ten of another.
 */
export class SendingEngine {
  readonly #parts: EngineParts;
  readonly #stopping = new AbortController();
  readonly #turns = new Turns();
  readonly #pace = new Pace();
  readonly #patience = new Patience();
  readonly #bars = new Bars();
  readonly #known = new Map<string, Known>();
  #dueAt = 0;
  #awayCount = 0;
  #clearedAt = 0;
  #loops: Promise<unknown> = Promise.resolve();

  constructor(parts: EngineParts) {
    this.#parts = parts;
  }

  /** In the modes that let campaigns leave; in the others an approved campaign waits. */
  start(): void {
    const { mode } = this.#parts.transport;
    const isSending = mode === "live" || mode === "folder";
    const sending = isSending ? Array.from({ length: lanes }, () => this.#loop(() => this.sendNext())) : [];
    this.#loops = Promise.all([this.#loop(() => this.advance()), ...sending]);
  }

  /** Groups in the air are finished and written. */
  async stop(): Promise<void> {
    this.#stopping.abort();
    await this.#loops;
  }

  async #loop(work: () => Promise<boolean>): Promise<void> {
    while (!this.#stopping.signal.aborted) {
      const isBusy = await work().catch((error: unknown) => {
        this.#parts.log.warn({ err: error }, "sending was interrupted");
        return false;
      });
      if (!isBusy) await delay(idleMs, undefined, { signal: this.#stopping.signal }).catch(() => undefined);
    }
  }

  /** Starts what is due, writes recipients, ends what is through. Answers whether there is more to do at once. */
  async advance(): Promise<boolean> {
    const hasMore = (await life.isAnyAtWork(this.#parts.db, this.#parts.clock.now())) && (await this.#moveOn());
    await this.#clear();
    return hasMore;
  }

  async #moveOn(): Promise<boolean> {
    const { db, clock } = this.#parts;
    for (const { tenantId, id } of await life.listStarting(db, clock.now()))
      await this.#alone(tenantId, () => this.#begin(tenantId, id));
    let hasMore = false;
    for (const { tenantId, campaignId } of await listUnprepared(db)) {
      await this.#alone(tenantId, async () => {
        hasMore = (await prepareStep(await this.#parts.contextOf(tenantId), campaignId)) || hasMore;
      });
    }
    for (const { tenantId, id } of await life.listFinished(db))
      await this.#alone(tenantId, () => this.#end(tenantId, id));
    return hasMore;
  }

  /** One company's trouble is not the others'. */
  async #alone(tenantId: string, work: () => Promise<void>): Promise<void> {
    await work().catch((error: unknown) => {
      this.#parts.log.error({ err: error, tenantId }, "a campaign could not be moved on");
    });
  }

  /** Seldom needed, and therefore seldom looked for. */
  async #clear(): Promise<void> {
    const { db, clock } = this.#parts;
    const now = performance.now();
    if (now - this.#clearedAt < clearMs) return;
    this.#clearedAt = now;
    for (const { tenantId, campaignId, variantId } of await life.listCancelled(db)) {
      const waiting = { campaignId, variantIds: [variantId] };
      const at = clock.now();
      await db.forTenant(tenantId).transaction((own) => cancelBatches(own, waiting, { limit: 40, at }));
    }
  }

  async #begin(tenantId: string, id: string): Promise<void> {
    const { db, clock } = this.#parts;
    await db.forTenant(tenantId).transaction(async (own) => {
      const now = clock.now();
      const late = await life.start(own, id, now);
      if (late !== undefined) await insertNotification(own, { type: "campaign_late", params: late, at: now });
    });
  }

  async #end(tenantId: string, id: string): Promise<void> {
    const { db, clock } = this.#parts;
    await db.forTenant(tenantId).transaction(async (own) => {
      const now = clock.now();
      const campaignId = await life.finish(own, id, now);
      if (campaignId !== undefined) await tellWhenOver(own, campaignId, now);
    });
  }

  /** One batch of the company whose turn it is. Answers whether there was one. */
  async sendNext(): Promise<boolean> {
    const claimed = await this.#claimNext();
    if (claimed === undefined) return false;
    const end = await this.#send(claimed.ctx, claimed.batch);
    if (end !== "away") this.#awayCount = 0;
    else await this.#waitForRelay();
    return true;
  }

  /** Of the first in turn that still has one: what was due a moment ago may be somebody else's by now. */
  async #claimNext(): Promise<{ ctx: Context; batch: Batch } | undefined> {
    for (let due = await this.#nextDue(); due !== undefined; due = await this.#nextDue()) {
      const ctx = await this.#parts.contextOf(due.tenantId);
      const batch = await claimBatch(ctx.db, due, ctx.clock.now());
      if (batch !== undefined) return { ctx, batch };
      this.#turns.drop(due);
    }
    return undefined;
  }

  async #send(ctx: Context, batch: Batch): Promise<BatchEnd> {
    try {
      const mailing = await this.#mailingOf(ctx, batch);
      const { transport, bookRefusal } = this.#parts;
      const { signal } = this.#stopping;
      const known = { pace: this.#pace, patience: this.#patience, bars: this.#bars, slab: new Slab() };
      const end = await sendBatch({ ctx, mailing, transport, bookRefusal, ...known, signal }, batch);
      if (typeof end !== "object") return end;
      await this.#hold(ctx, batch, { reason: "relay", stage: end.stage, code: end.code });
      return "stopped";
    } catch (error) {
      if (!(error instanceof Unsendable)) throw error;
      await this.#hold(ctx, batch, { reason: error.reason });
      return "stopped";
    }
  }

  /** It cannot go on as it is: a person is told, and nothing is tried until they resume it. */
  async #hold(ctx: Context, { campaignId, variantId }: Batch, why: Stop): Promise<void> {
    await ctx.db.transaction(async (own) => {
      const at = ctx.clock.now();
      const stopped = await life.pause(own, variantId, { at, reason: why.reason });
      if (stopped === undefined) return;
      await forgetTries(own, { campaignId, variantId });
      await insertNotification(own, { type: "campaign_stopped", params: { ...stopped, ...why }, at });
    });
  }

  async #nextDue(): Promise<Mailable | undefined> {
    const now = performance.now();
    if (now - this.#dueAt > idleMs) {
      this.#dueAt = now;
      this.#turns.replace(await listDue(this.#parts.db, this.#parts.clock.now()));
    }
    return this.#turns.next();
  }

  async #mailingOf(ctx: Context, of: Mailable): Promise<Mailing> {
    const key = `${of.tenantId} ${of.variantId}`;
    const known = this.#known.get(key);
    if (known !== undefined && performance.now() - known.at < mailingMs) return known.mailing;
    for (const [other, { at }] of this.#known) if (performance.now() - at >= mailingMs) this.#known.delete(other);
    const mailing = loadMailing(ctx, of, this.#parts.bounceHost);
    this.#known.set(key, { mailing, at: performance.now() });
    mailing.catch(() => this.#known.delete(key));
    return mailing;
  }

  async #waitForRelay(): Promise<void> {
    const ms = awayMs[Math.min(this.#awayCount, awayMs.length - 1)] ?? idleMs;
    this.#awayCount += 1;
    this.#parts.log.warn({ ms }, "the mail relay does not take messages");
    await delay(ms, undefined, { signal: this.#stopping.signal }).catch(() => undefined);
  }
}
