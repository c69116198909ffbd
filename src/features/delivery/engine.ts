import { setTimeout as delay } from "node:timers/promises";
import { isDatabaseError } from "../../db/client.ts";
import { pollingInterval } from "../../db/distribution/polling-interval.ts";
import { FailingParts } from "../../jobs/failing-parts.ts";
import { countLoopFailure } from "../../jobs/loop-state.ts";
import { PollingLoop } from "../../jobs/polling-loop.ts";
import type { WorkSignals } from "../../jobs/work-signal.ts";
import type { RelayPools } from "../../mail/relay-pools.ts";
import type { Transport } from "../../mail/transport.ts";
import {
  NotSendable,
  type CompiledMessages,
  type DeliveryParts,
  type MessageSource,
  type SourceWorker,
} from "../../message-source.ts";
import { SandboxFailure } from "../../sandbox/sandbox.ts";
import { backoffMs, backoffs } from "../../kernel/backoff.ts";
import { ApiError } from "../../kernel/errors.ts";
import { chooseRoute } from "../sending/connections/route.ts";
import { ArenaPool } from "./arena-pool.ts";
import { sendBatch, type BatchOutcome, type BatchSenderDeps } from "./batch-sender.ts";
import { claimBatch, listDueSources, releaseBatch, type DueSource } from "./batches.queries.ts";
import type { ClaimedWork } from "./claimed-work.ts";
import { ConnectionSender } from "./connection-sender.ts";
import { ProviderLookup } from "../sending/providers/provider-lookup.ts";
import { DomainBackoff } from "./domain-backoff.ts";
import { FailureLog } from "./failure-log.ts";
import { FairScheduler } from "./fair-scheduler.ts";
import { AdaptiveGroupSize } from "./group-size.ts";
import { markStreaksPaused } from "./refusal-streaks.queries.ts";
import { SendWindow, type WindowGrant } from "./send-window.ts";

export type DeliveryEngineDeps = SourceWorker &
  DeliveryParts & {
    readonly transport: Transport;
    readonly relayPools: RelayPools;
    readonly bounceHost: string;
    readonly signals: Pick<WorkSignals, "messages">;
  };

/** Names the loops in the log and in the metrics. */
const sendingTask = "delivery";
const connectionTask = "delivery over connections";
/** Batches of a process that are being claimed. */
const senderConcurrency = 3;
/** Batches of a process whose last messages are in flight. */
const maxDraining = 24;
const pollIntervalMs = 250;
/** Without anything to send for a while; messages of automations are announced. */
const idlePollIntervalMs = 1000;
const idleAfterMs = 5000;
/** Compiled messages are loaded again after this time: a sender may have been verified or lost. */
const compiledTtlMs = 30_000;
const cleanUpIntervalMs = 30_000;
/** How often sources are notified that the relay answers; at once after a failure in this process. */
const relayAnsweredIntervalMs = 30_000;

type CachedMessages = { readonly messages: Promise<CompiledMessages>; readonly loadedAt: number };

/** A batch that is being sent: `claimed` when nothing more of it is claimed, `done` when all of it is written. */
type SendingBatch = { readonly claimed: Promise<true>; readonly done: Promise<void> };

/**
 * Sends the messages of all sources. Any number of processes may run it: batches are claimed in the database. Round
 * robin over companies, so that a million messages of one do not delay ten of another.
 */
export class DeliveryEngine {
  readonly #deps: DeliveryEngineDeps;
  readonly #sources: ReadonlyMap<string, MessageSource>;
  /** Starts, expands and finishes sources. */
  readonly #advancing: PollingLoop;
  /** Sends batches over the relay of the service. */
  readonly #sending: PollingLoop;
  /** Sends batches over connections of companies. */
  readonly #connecting: PollingLoop;
  readonly #connections: ConnectionSender;
  readonly #claims: FailingParts;
  readonly #scheduler = new FairScheduler();
  readonly #window: SendWindow;
  readonly #failures: FailureLog;
  readonly #groupSize = new AdaptiveGroupSize();
  readonly #arenas = new ArenaPool();
  readonly #domainBackoff = new DomainBackoff();
  readonly #providers = new ProviderLookup();
  readonly #compiled = new Map<string, CachedMessages>();
  #dueListedAt = 0;
  #announcedWhenListed = 0;
  #busyAt = performance.now();
  readonly #draining = new Set<Promise<boolean>>();
  #relayFailures = 0;
  /** While the relay does not accept messages. */
  #relayWait: Promise<void> | undefined;
  #relayAnsweredAt = Number.NEGATIVE_INFINITY;
  #cleanedUpAt = 0;

  constructor(deps: DeliveryEngineDeps) {
    this.#deps = deps;
    this.#sources = new Map(deps.messageSources.map((source) => [source.kind, source]));
    this.#window = new SendWindow(deps.transport);
    this.#failures = new FailureLog(deps.log);
    this.#connections = new ConnectionSender({
      mode: deps.transport.mode,
      pools: deps.relayPools,
      failures: this.#failures,
      clock: deps.clock,
      claimNext: (isEligible) => this.#claimNextOf(isEligible),
      compile: (work) => this.#orPause(work, () => this.#compiledMessagesOf(work)),
      leaveOut: (ref) => this.#scheduler.remove(ref),
      toInstallation: () => this.#deps.signals.messages.announce(),
      listAgain: () => (this.#dueListedAt = 0),
      send: (work, messages, over) =>
        this.#sendBatch(work, { ...this.#batchDeps(work, messages), ...over, signal: this.#connecting.stopping }),
      logFailure: (error) => this.#logFailure(error),
    });
    this.#claims = new FailingParts(sendingTask, deps.log);
    const polling = { intervalMs: () => this.#pauseMs(), announced: deps.signals.messages, log: deps.log };
    const noteBusy = async (work: Promise<boolean>) => {
      const isBusy = await work;
      if (isBusy) this.#busyAt = performance.now();
      return isBusy;
    };
    this.#advancing = new PollingLoop({
      ...polling,
      task: "sources of messages",
      round: () => noteBusy(this.advance()),
    });
    this.#sending = new PollingLoop({
      ...polling,
      task: sendingTask,
      concurrency: senderConcurrency,
      round: () => noteBusy(this.#sendAhead()),
    });
    this.#connecting = new PollingLoop({
      ...polling,
      announced: this.#connections.due,
      task: connectionTask,
      concurrency: senderConcurrency,
      round: () => noteBusy(this.#connections.beginNext()),
    });
  }

  /** Sends in the mail modes that let messages leave; in the others they wait. */
  start(): void {
    const { mode } = this.#deps.transport;
    this.#advancing.start();
    if (mode === "live" || mode === "folder") this.#sending.start();
    if (mode === "live") this.#connecting.start();
  }

  /** Waits until groups that are being sent are done and written. */
  async stop(): Promise<void> {
    await Promise.all([this.#advancing.stop(), this.#sending.stop(), this.#connecting.stop()]);
    await Promise.all([...this.#draining, this.#connections.settle()]);
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

  #logFailure(error: unknown): boolean {
    countLoopFailure(sendingTask);
    this.#deps.log.warn({ err: error }, "sending a batch failed");
    return false;
  }

  /** Sends one due batch, round robin over companies. Returns whether there was one. */
  async sendNext(): Promise<boolean> {
    const sending = await this.#beginNext();
    await sending?.done;
    await this.#relayWait;
    const isOverConnection = await this.#connections.beginNext();
    await this.#connections.settle();
    return sending !== undefined || isOverConnection;
  }

  /** The same, but returns as soon as another batch can be claimed: a slow relay holds the last messages of many batches. */
  async #sendAhead(): Promise<boolean> {
    await this.#relayWait;
    if (this.#draining.size >= maxDraining) await Promise.race(this.#draining);
    const sending = await this.#beginNext();
    if (sending === undefined) return false;
    const draining: Promise<boolean> = sending.done
      .then(
        () => true,
        (error: unknown) => this.#logFailure(error),
      )
      .finally(() => this.#draining.delete(draining));
    this.#draining.add(draining);
    return Promise.race([sending.claimed, draining]);
  }

  async #beginNext(): Promise<SendingBatch | undefined> {
    const grant = await this.#window.acquire(this.#sending.stopping);
    if (grant === undefined) return undefined;
    const work = await this.#claimNext().catch((error: unknown) => {
      grant.releaseAll();
      throw error;
    });
    if (work === undefined) {
      grant.releaseAll();
      return undefined;
    }
    let stoppedClaiming = () => {};
    const claimed = new Promise<true>((resolve) => (stoppedClaiming = () => resolve(true)));
    return { claimed, done: this.#send(work, grant, stoppedClaiming) };
  }

  /** Claims the next due batch; skips sources whose batches other workers took, and for a while those whose claim fails. */
  async #claimNext(): Promise<ClaimedWork | undefined> {
    return this.#claimNextOf((due) => !this.#connections.isOwn(due));
  }

  async #claimNextOf(isEligible: (due: DueSource) => boolean): Promise<ClaimedWork | undefined> {
    for (let due = await this.#nextDue(isEligible); due !== undefined; due = await this.#nextDue(isEligible)) {
      const ref = due;
      const { tenantId, kind, sourceId } = ref;
      const work = await this.#claims.attempt({ tenantId, kind, sourceId }, () => this.#claim(ref));
      if (work !== undefined) return work;
      this.#scheduler.remove(ref);
    }
    return undefined;
  }

  async #claim(due: DueSource): Promise<ClaimedWork | undefined> {
    const source = this.#sources.get(due.kind);
    if (source === undefined) return undefined;
    const ctx = await this.#deps.contextOf(due.tenantId);
    const batch = await claimBatch(ctx.db, due, { revision: source.revision, now: ctx.clock.now() });
    return batch === undefined ? undefined : { ctx, source, batch, hasConnections: due.hasConnections };
  }

  async #send(work: ClaimedWork, grant: WindowGrant, stoppedClaiming: () => void): Promise<void> {
    try {
      const messages = await this.#orPause(work, () => this.#compiledMessagesOf(work));
      if (messages === undefined || (await this.#isMovedToConnection(work, messages))) return;
      await this.#sendBatch(work, { ...this.#batchDeps(work, messages), stoppedClaiming }, grant);
    } finally {
      grant.releaseAll();
    }
  }

  /** The company has chosen a connection for a source that was sent over the relay of the service. */
  async #isMovedToConnection(
    { ctx, batch, hasConnections }: ClaimedWork,
    messages: CompiledMessages,
  ): Promise<boolean> {
    if (!hasConnections) return false;
    const route = await chooseRoute(ctx, this.#deps.transport.mode, messages.sender);
    if (route.kind === "installation") return false;
    await releaseBatch(ctx.db, batch, null);
    this.#connections.lookUpAgain(batch);
    return true;
  }

  async #sendBatch(work: ClaimedWork, deps: BatchSenderDeps, grant?: WindowGrant): Promise<BatchOutcome | undefined> {
    const outcome = await this.#orPause(work, () => sendBatch(deps, work.batch, grant));
    // A connection that is away is paused already.
    const isOfConnection = deps.connection !== undefined && outcome?.kind === "relay_unavailable";
    if (outcome !== undefined && !isOfConnection) await this.#finish(work, outcome);
    return outcome;
  }

  /** Undefined when the source cannot be sent and was paused. */
  async #orPause<Result>({ ctx, source, batch }: ClaimedWork, run: () => Promise<Result>): Promise<Result | undefined> {
    try {
      return await run();
    } catch (error) {
      if (!(error instanceof NotSendable) && isOfService(error)) throw error;
      const reason = error instanceof NotSendable ? error.reason : "internal";
      if (reason === "internal") this.#failures.report(batch, "compile", error);
      await source.pause(ctx, batch, { reason });
      return undefined;
    }
  }

  #batchDeps({ ctx, source }: ClaimedWork, messages: CompiledMessages): BatchSenderDeps {
    const { transport, relayBounceHooks, replyReaders } = this.#deps;
    const state = {
      window: this.#window,
      failures: this.#failures,
      groupSize: this.#groupSize,
      domainBackoff: this.#domainBackoff,
      providers: this.#providers,
      arenas: this.#arenas,
      relayAnswered: () => this.#relayAnswered(),
      stoppedClaiming: () => {},
      signal: this.#sending.stopping,
    };
    return { ctx, source, messages, transport, relayBounceHooks, replyReaders, ...state };
  }

  async #finish({ ctx, source, batch }: ClaimedWork, outcome: BatchOutcome): Promise<void> {
    switch (outcome.kind) {
      case "done":
      case "released":
        return;
      case "paused":
        await source.pause(ctx, batch, outcome.cause);
        if (outcome.cause.reason === "relay") await markStreaksPaused(ctx.db, batch);
        return;
      case "relay_unavailable":
        if (outcome.isAway) await source.waitForRelay?.(ctx, batch, { code: outcome.code });
        this.#relayWait ??= this.#waitForRelay(outcome.isAway).finally(() => (this.#relayWait = undefined));
    }
  }

  async #relayAnswered(): Promise<void> {
    const now = performance.now();
    if (this.#relayFailures === 0 && now - this.#relayAnsweredAt < relayAnsweredIntervalMs) return;
    this.#relayFailures = 0;
    this.#relayAnsweredAt = now;
    for (const source of this.#sources.values()) await source.relayAnswered?.(this.#deps);
  }

  async #nextDue(isEligible: (due: DueSource) => boolean): Promise<DueSource | undefined> {
    const now = performance.now();
    const { db, messageSources, clock, signals } = this.#deps;
    if (now - this.#dueListedAt > this.#pollIntervalMs || signals.messages.count !== this.#announcedWhenListed) {
      this.#dueListedAt = now;
      this.#announcedWhenListed = signals.messages.count;
      this.#scheduler.setDue(await listDueSources(db, messageSources, clock.now()));
    }
    return this.#scheduler.next(isEligible);
  }

  async #compiledMessagesOf({ ctx, source, batch: ref }: ClaimedWork): Promise<CompiledMessages> {
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

  /** A relay that answers other messages is asked again soon, one that is away less and less often. */
  async #waitForRelay(isAway: boolean): Promise<void> {
    if (isAway) this.#relayFailures += 1;
    const ms = isAway ? backoffMs(backoffs.relay, this.#relayFailures) : pollIntervalMs;
    this.#deps.log.warn({ ms }, "the mail relay does not accept messages");
    await delay(ms, undefined, { signal: this.#sending.stopping }).catch(() => undefined);
  }
}

/** The database or the sandbox cannot work at the moment: the source is not at fault. */
const isOfService = (error: unknown): boolean =>
  isDatabaseError(error) || error instanceof SandboxFailure || error instanceof ApiError;
