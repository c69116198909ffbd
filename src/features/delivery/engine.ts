import { setTimeout as delay } from "node:timers/promises";
import type { Context } from "../../context.ts";
import type { SystemDb } from "../../db/tenant.ts";
import { insertNotification } from "../../jobs/queries.ts";
import { BufferArena } from "../../mail/buffer-arena.ts";
import type { Log } from "../../log.ts";
import type { Transport } from "../../mail/transport.ts";
import { notifyWhenCompleted } from "../campaigns/lifecycle/completion.ts";
import { cancelBatches } from "../campaigns/lifecycle/queries.ts";
import { RefusalStreaks } from "./refusal-streaks.ts";
import { claimBatch, listDueVariants, type ClaimedBatch, type VariantKey } from "./batches.queries.ts";
import { sendBatch, type BatchOutcome, type RecordRefusal } from "./batch-sender.ts";
import * as life from "../campaigns/schedule.queries.ts";
import { loadCompiledCampaign, CampaignNotSendable, type CompiledCampaign } from "../campaigns/compiled-campaign.ts";
import { AdaptiveGroupSize } from "./group-size.ts";
import { DomainBackoff } from "./domain-backoff.ts";
import { listPendingExpansions, runExpansionStep } from "../campaigns/expansion.ts";
import { resetAttempts } from "./outcomes.queries.ts";
import { FairScheduler } from "./fair-scheduler.ts";

export type DeliveryEngineDeps = {
  readonly db: SystemDb;
  readonly clock: Context["clock"];
  readonly transport: Transport;
  readonly log: Log;
  readonly bounceHost: string;
  readonly recordRefusal: RecordRefusal;
  contextOf(tenantId: string): Promise<Context>;
};

const senderConcurrency = 3;
const pollIntervalMs = 250;
/** What is known of a campaign is looked up again after so long: a sender may have been verified or lost. */
const compiledCampaignTtlMs = 30_000;
const lateBatchSweepMs = 30_000;
const relayBackoffMs = [1000, 2000, 5000, 10_000, 30_000] as const;

/** Why it cannot go on, as the company is told. */
type PauseCause = { readonly reason: string; readonly stage?: string; readonly code?: string };

type CachedCampaign = { readonly campaign: Promise<CompiledCampaign>; readonly loadedAt: number };

/**
 * Sends campaigns. Any number of processes may run it: batches are claimed in the database, and companies take turns, so
 * that a million messages of one do not hold up ten of another.
 */
export class DeliveryEngine {
  readonly #deps: DeliveryEngineDeps;
  readonly #stopping = new AbortController();
  readonly #scheduler = new FairScheduler();
  readonly #groupSize = new AdaptiveGroupSize();
  readonly #domainBackoff = new DomainBackoff();
  readonly #refusalStreaks = new RefusalStreaks();
  readonly #compiledCampaigns = new Map<string, CachedCampaign>();
  #dueListedAt = 0;
  #relayFailures = 0;
  #sweptAt = 0;
  #loops: Promise<unknown> = Promise.resolve();

  constructor(parts: DeliveryEngineDeps) {
    this.#deps = parts;
  }

  /** In the modes that let campaigns leave; in the others an approved campaign waits. */
  start(): void {
    const { mode } = this.#deps.transport;
    const isSending = mode === "live" || mode === "folder";
    const sending = isSending ? Array.from({ length: senderConcurrency }, () => this.#loop(() => this.sendNext())) : [];
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
        this.#deps.log.warn({ err: error }, "sending was interrupted");
        return false;
      });
      if (!isBusy) await delay(pollIntervalMs, undefined, { signal: this.#stopping.signal }).catch(() => undefined);
    }
  }

  /** Starts what is due, writes recipients, ends what is through. Answers whether there is more to do at once. */
  async advance(): Promise<boolean> {
    const hasMore =
      (await life.hasActiveCampaigns(this.#deps.db, this.#deps.clock.now())) && (await this.#advanceCampaigns());
    await this.#cancelLateBatches();
    return hasMore;
  }

  async #advanceCampaigns(): Promise<boolean> {
    const { db, clock } = this.#deps;
    for (const { tenantId, id } of await life.listDueToStart(db, clock.now()))
      await this.#isolateFailure(tenantId, () => this.#startCampaign(tenantId, id));
    let hasMore = false;
    for (const { tenantId, campaignId } of await listPendingExpansions(db)) {
      await this.#isolateFailure(tenantId, async () => {
        hasMore = (await runExpansionStep(await this.#deps.contextOf(tenantId), campaignId)) || hasMore;
      });
    }
    for (const { tenantId, id } of await life.listDueToFinish(db))
      await this.#isolateFailure(tenantId, () => this.#finishCampaign(tenantId, id));
    return hasMore;
  }

  /** One company's trouble is not the others'. */
  async #isolateFailure(tenantId: string, work: () => Promise<void>): Promise<void> {
    await work().catch((error: unknown) => {
      this.#deps.log.error({ err: error, tenantId }, "a campaign could not be moved on");
    });
  }

  /** Seldom needed, and therefore seldom looked for. */
  async #cancelLateBatches(): Promise<void> {
    const { db, clock } = this.#deps;
    const now = performance.now();
    if (now - this.#sweptAt < lateBatchSweepMs) return;
    this.#sweptAt = now;
    for (const { tenantId, campaignId, variantId } of await life.listLateBatches(db)) {
      const waiting = { campaignId, variantIds: [variantId] };
      const at = clock.now();
      await db.forTenant(tenantId).transaction((own) => cancelBatches(own, waiting, { limit: 40, at }));
    }
  }

  async #startCampaign(tenantId: string, id: string): Promise<void> {
    const { db, clock } = this.#deps;
    await db.forTenant(tenantId).transaction(async (own) => {
      const now = clock.now();
      const late = await life.startCampaign(own, id, now);
      if (late !== undefined) await insertNotification(own, { type: "campaign_late", params: late, at: now });
    });
  }

  async #finishCampaign(tenantId: string, id: string): Promise<void> {
    const { db, clock } = this.#deps;
    await db.forTenant(tenantId).transaction(async (own) => {
      const now = clock.now();
      const campaignId = await life.finishCampaign(own, id, now);
      if (campaignId !== undefined) await notifyWhenCompleted(own, campaignId, now);
    });
  }

  /** One batch of the company whose turn it is. Answers whether there was one. */
  async sendNext(): Promise<boolean> {
    const claimed = await this.#claimNext();
    if (claimed === undefined) return false;
    const end = await this.#send(claimed.ctx, claimed.batch);
    if (end !== "relay_unavailable") this.#relayFailures = 0;
    else await this.#waitForRelay();
    return true;
  }

  /** Of the first in turn that still has one: what was due a moment ago may be somebody else's by now. */
  async #claimNext(): Promise<{ ctx: Context; batch: ClaimedBatch } | undefined> {
    for (let due = await this.#nextDue(); due !== undefined; due = await this.#nextDue()) {
      const ctx = await this.#deps.contextOf(due.tenantId);
      const batch = await claimBatch(ctx.db, due, ctx.clock.now());
      if (batch !== undefined) return { ctx, batch };
      this.#scheduler.remove(due);
    }
    return undefined;
  }

  async #send(ctx: Context, batch: ClaimedBatch): Promise<BatchOutcome> {
    try {
      const campaign = await this.#compiledCampaignOf(ctx, batch);
      const { transport, recordRefusal } = this.#deps;
      const { signal } = this.#stopping;
      const known = {
        groupSize: this.#groupSize,
        domainBackoff: this.#domainBackoff,
        refusalStreaks: this.#refusalStreaks,
        arena: new BufferArena(),
      };
      const end = await sendBatch({ ctx, campaign, transport, recordRefusal, ...known, signal }, batch);
      if (typeof end !== "object") return end;
      await this.#pauseCampaign(ctx, batch, { reason: "relay", stage: end.stage, code: end.code });
      return "stopped";
    } catch (error) {
      if (!(error instanceof CampaignNotSendable)) throw error;
      await this.#pauseCampaign(ctx, batch, { reason: error.reason });
      return "stopped";
    }
  }

  /** It cannot go on as it is: a person is told, and nothing is tried until they resume it. */
  async #pauseCampaign(ctx: Context, { campaignId, variantId }: ClaimedBatch, why: PauseCause): Promise<void> {
    await ctx.db.transaction(async (own) => {
      const at = ctx.clock.now();
      const stopped = await life.pauseCampaign(own, variantId, { at, reason: why.reason });
      if (stopped === undefined) return;
      await resetAttempts(own, { campaignId, variantId });
      await insertNotification(own, { type: "campaign_stopped", params: { ...stopped, ...why }, at });
    });
  }

  async #nextDue(): Promise<VariantKey | undefined> {
    const now = performance.now();
    if (now - this.#dueListedAt > pollIntervalMs) {
      this.#dueListedAt = now;
      this.#scheduler.setDue(await listDueVariants(this.#deps.db, this.#deps.clock.now()));
    }
    return this.#scheduler.next();
  }

  async #compiledCampaignOf(ctx: Context, of: VariantKey): Promise<CompiledCampaign> {
    const key = `${of.tenantId} ${of.variantId}`;
    const known = this.#compiledCampaigns.get(key);
    if (known !== undefined && performance.now() - known.loadedAt < compiledCampaignTtlMs) return known.campaign;
    for (const [other, { loadedAt }] of this.#compiledCampaigns)
      if (performance.now() - loadedAt >= compiledCampaignTtlMs) this.#compiledCampaigns.delete(other);
    const campaign = loadCompiledCampaign(ctx, of, this.#deps.bounceHost);
    this.#compiledCampaigns.set(key, { campaign, loadedAt: performance.now() });
    campaign.catch(() => this.#compiledCampaigns.delete(key));
    return campaign;
  }

  async #waitForRelay(): Promise<void> {
    const ms = relayBackoffMs[Math.min(this.#relayFailures, relayBackoffMs.length - 1)] ?? pollIntervalMs;
    this.#relayFailures += 1;
    this.#deps.log.warn({ ms }, "the mail relay does not take messages");
    await delay(ms, undefined, { signal: this.#stopping.signal }).catch(() => undefined);
  }
}
