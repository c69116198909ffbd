import type { MailMode } from "../../config/config.ts";
import { WorkSignal } from "../../jobs/work-signal.ts";
import { ApiError } from "../../kernel/errors.ts";
import type { Clock } from "../../kernel/clock.ts";
import { addMs } from "../../kernel/local-time.ts";
import type { RelayPools } from "../../mail/relay-pools.ts";
import type { CompiledMessages, SourceRef } from "../../message-source.ts";
import { chooseRoute } from "../sending/connections/route.ts";
import { bindBatch, postponeBatches, releaseBatch, type DueSource } from "./batches.queries.ts";
import type { BatchOutcome, BatchSenderDeps } from "./batch-sender.ts";
import { ConnectionLanes, type LaneUse } from "./connection-lanes.ts";
import type { ClaimedWork } from "./claimed-work.ts";
import type { FailureLog } from "./failure-log.ts";

/** A batch whose connection cannot be used by this process is left to others for this time. */
const unusableMs = 1000;
/** A connection whose secret cannot be read is asked for again after this time. */
const unreadableMs = 30_000;
/** A wait that is not shorter moves all batches of the source; for the others the connection is left out in this process. */
const longWaitMs = 5000;
/** Shorter waits for a limit are timed in this process, so that the next message leaves in time. */
const maxTimedWaitMs = 2000;

/** What sends a batch over a connection instead of over the relay of the service. */
type Over = Pick<BatchSenderDeps, "transport" | "window" | "connection">;

type ConnectionSenderDeps = {
  readonly mode: MailMode;
  readonly pools: RelayPools;
  readonly failures: FailureLog;
  readonly clock: Clock;
  claimNext(isEligible: (due: DueSource) => boolean): Promise<ClaimedWork | undefined>;
  /** Undefined when the source cannot be sent and was paused. */
  compile(work: ClaimedWork): Promise<CompiledMessages | undefined>;
  /** The source is left out until the due sources are listed again. */
  leaveOut(ref: SourceRef): void;
  /** A source leaves over the relay of the service. */
  toInstallation(): void;
  listAgain(): void;
  send(work: ClaimedWork, messages: CompiledMessages, over: Over): Promise<BatchOutcome | undefined>;
  logFailure(error: unknown): unknown;
};

/**
 * Sends batches over connections of companies. Nothing here waits for a connection: batches are sent beside the loop, a few for
 * each connection, so that a slow, limited or paused one does not hold back the others.
 */
export class ConnectionSender {
  /** Announced when a connection may send again. */
  readonly due = new WorkSignal();
  readonly #deps: ConnectionSenderDeps;
  readonly #lanes: ConnectionLanes;
  readonly #sending = new Set<Promise<void>>();

  constructor(deps: ConnectionSenderDeps) {
    this.#deps = deps;
    this.#lanes = new ConnectionLanes(deps.pools);
  }

  /** Whether the source is sent over connections of its company. */
  isOwn(due: DueSource): boolean {
    return this.#lanes.isOwn(due);
  }

  lookUpAgain(ref: SourceRef): void {
    this.#lanes.forget(ref);
    this.due.announce();
  }

  /** Waits until all batches are sent. */
  async settle(): Promise<void> {
    await Promise.all(this.#sending);
  }

  /** Begins the next due batch. Returns whether there was one. */
  async beginNext(): Promise<boolean> {
    const work = await this.#deps.claimNext(
      (due) => this.#lanes.isOwn(due) && !this.#lanes.isFull(due, this.#deps.clock),
    );
    if (work === undefined) return false;
    const messages = await this.#deps.compile(work);
    const lane = messages === undefined ? undefined : await this.#enterLane(work, messages);
    if (messages === undefined || lane === undefined) return true;
    const sending: Promise<void> = this.#send(work, messages, lane)
      .catch((error: unknown) => void this.#deps.logFailure(error))
      .finally(() => {
        lane.done();
        this.#sending.delete(sending);
        this.due.announce();
      });
    this.#sending.add(sending);
    return true;
  }

  /** Undefined for a batch that leaves over the relay of the service, or that waits. */
  async #enterLane({ ctx, batch }: ClaimedWork, messages: CompiledMessages): Promise<(LaneUse & Over) | undefined> {
    const route = await chooseRoute(ctx, this.#deps.mode, messages.sender);
    if (route.kind === "installation") {
      this.#lanes.noteInstallation(batch);
      await releaseBatch(ctx.db, batch, null);
      this.#deps.toInstallation();
      return undefined;
    }
    const now = ctx.clock.now();
    if (route.kind === "waits") {
      this.#deps.leaveOut(batch);
      await releaseBatch(ctx.db, batch, route.until, route.connectionId);
      await postponeBatches(ctx.db, batch, { connectionId: route.connectionId, until: route.until, now });
      return undefined;
    }
    const { connection } = route;
    try {
      const use = await this.#lanes.enter(ctx, batch, connection);
      if (use !== undefined) {
        await bindBatch(ctx.db, batch, connection.id);
        return { ...use, connection };
      }
      // Another round of this process was faster: the batch may continue as soon as one of the others is done.
      await releaseBatch(ctx.db, batch, this.#lanes.isFull(batch, this.#deps.clock) ? null : addMs(now, unusableMs));
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      this.#deps.failures.report(batch, "connection", error);
      await releaseBatch(ctx.db, batch, addMs(now, unreadableMs), connection.id);
    }
    this.#deps.leaveOut(batch);
    return undefined;
  }

  async #send(work: ClaimedWork, messages: CompiledMessages, { transport, window, connection }: Over): Promise<void> {
    const outcome = await this.#deps.send(work, messages, { transport, window, connection });
    if (outcome?.kind !== "released" || outcome.limitedUntil === undefined || connection === undefined) return;
    await this.#waitForLimit(work, connection.id, outcome.limitedUntil);
  }

  async #waitForLimit({ ctx, batch }: ClaimedWork, connectionId: string, until: Date): Promise<void> {
    const now = ctx.clock.now();
    const ms = Math.max(0, until.getTime() - now.getTime());
    if (ms >= longWaitMs) await postponeBatches(ctx.db, batch, { connectionId, until, now });
    // A change of the limit is seen after this time at the latest.
    this.#lanes.blockUntil(batch, addMs(now, Math.min(ms, maxTimedWaitMs)));
    if (ms > maxTimedWaitMs) return;
    const wake = () => {
      this.#deps.listAgain();
      this.due.announce();
    };
    setTimeout(wake, ms).unref();
  }
}
