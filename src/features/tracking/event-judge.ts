import type { Loop, Worker } from "../../feature.ts";
import { pollingInterval } from "../../db/distribution/polling-interval.ts";
import { PollingLoop } from "../../jobs/polling-loop.ts";
import { addMs } from "../../kernel/local-time.ts";
import { listTenantsWithBatches } from "./batches.queries.ts";
import { contextMs, judgeEvents, type BatchCache } from "./judge-events.ts";

const pollIntervalMs = 1000;

type JudgeDeps = Pick<Worker, "db" | "clock" | "log" | "verdictWaitMs">;

/** Judges the opens and clicks of all companies when they have waited. Any number of processes may run it. */
export class EventJudge implements Loop {
  readonly #deps: JudgeDeps;
  readonly #loop: PollingLoop;
  readonly #batches = new Map<string, BatchCache>();

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
      const batches = this.#batches.get(tenantId) ?? new Map();
      this.#batches.set(tenantId, batches);
      const judge = () => judgeEvents(db.forTenant(tenantId), { now: clock.now(), waitMs, batches });
      hasMore = (await this.#loop.attempt({ tenantId }, judge)) || hasMore;
    }
    return hasMore;
  }
}
