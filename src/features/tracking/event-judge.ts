import type { Loop, Worker } from "../../feature.ts";
import { isUnreachable } from "../../db/client.ts";
import { pollingInterval } from "../../db/distribution/polling-interval.ts";
import { PollingLoop } from "../../jobs/polling-loop.ts";
import { addMs } from "../../kernel/local-time.ts";
import { listTenantsWithBatches } from "./batches.queries.ts";
import { contextMs, discardOldestBatch, judgeEvents, type BatchCache } from "./judge-events.ts";

const pollIntervalMs = 1000;
/** A batch that fails this often is dropped, so that it does not block later ones. */
const maxFailures = 5;

type JudgeDeps = Pick<Worker, "db" | "clock" | "log" | "verdictWaitMs">;

/** Judges the opens and clicks of all companies when they have waited. Any number of processes may run it. */
export class EventJudge implements Loop {
  readonly #deps: JudgeDeps;
  readonly #loop: PollingLoop;
  readonly #batches = new Map<string, BatchCache>();
  /** Consecutive failures by company. */
  readonly #failures = new Map<string, number>();

  constructor(deps: JudgeDeps) {
    this.#deps = deps;
    const round = () => this.judgeOnce();
    this.#loop = new PollingLoop({
      task: "verdicts of opens and clicks",
      intervalMs: pollingInterval(deps.db, pollIntervalMs),
      log: deps.log,
      round,
    });
  }

  start(): void {
    this.#loop.start();
  }

  stop(): Promise<void> {
    return this.#loop.stop();
  }

  /** One transaction for every company with due events. Returns whether one of them has more. */
  async judgeOnce(): Promise<boolean> {
    const { db, clock, verdictWaitMs: waitMs } = this.#deps;
    const dueAt = addMs(clock.now(), -waitMs);
    const tenants = await listTenantsWithBatches(db, { dueAt, expiredAt: addMs(dueAt, -contextMs) });
    const active = new Set(tenants.map(({ tenantId }) => tenantId));
    for (const tenantId of this.#batches.keys()) if (!active.has(tenantId)) this.#batches.delete(tenantId);
    let hasMore = false;
    for (const { tenantId } of tenants) {
      hasMore = (await this.#loop.attempt({ tenantId }, () => this.#judge(tenantId))) || hasMore;
    }
    return hasMore;
  }

  /** After a failure one batch at a time, so that only the one that cannot be judged is dropped. */
  async #judge(tenantId: string): Promise<boolean> {
    const { db, clock, log, verdictWaitMs: waitMs } = this.#deps;
    const failures = this.#failures.get(tenantId) ?? 0;
    const batches: BatchCache = this.#batches.get(tenantId) ?? new Map();
    this.#batches.set(tenantId, batches);
    const options = { now: clock.now(), waitMs, batches, ...(failures > 0 && { maxEvents: 1 }) };
    try {
      const hasMore = await judgeEvents(db.forTenant(tenantId), options);
      this.#failures.delete(tenantId);
      return hasMore;
    } catch (error) {
      if (isUnreachable(error)) throw error;
      this.#failures.set(tenantId, failures + 1);
      if (failures + 1 < maxFailures) throw error;
      const dropped = await discardOldestBatch(db.forTenant(tenantId), options);
      log.error({ err: error, tenantId, dropped }, "opens and clicks dropped: they cannot be judged");
      this.#failures.delete(tenantId);
      return true;
    }
  }
}
