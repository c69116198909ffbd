import { inTransaction, type Context } from "../../../context.ts";
import type { Loop, Worker } from "../../../feature.ts";
import { pollingInterval } from "../../../db/distribution/polling-interval.ts";
import { PollingLoop } from "../../../jobs/polling-loop.ts";
import { claimCarts } from "./carts.ts";
import { listTenantsWithDueCarts } from "./carts.queries.ts";
import { listDueChecks, lockDueTrigger, updateCheck, type TriggerKey } from "./checks.queries.ts";
import { checkDate } from "./dates.ts";
import { checkSegment } from "./segment-members.ts";

const pollIntervalMs = 2000;

type SchedulerDeps = Pick<Worker, "db" | "clock" | "log" | "contextOf" | "signals">;

/**
 * Lets contacts in that no journal entry announces: by segments, dates and abandoned carts. Any number of processes may run
 * it. An idle round is two statements over all companies.
 */
export class EntryScheduler implements Loop {
  readonly #deps: SchedulerDeps;
  readonly #loop: PollingLoop;

  constructor(deps: SchedulerDeps) {
    this.#deps = deps;
    const round = () => this.runOnce();
    this.#loop = new PollingLoop({
      task: "automation entries",
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

  /** Everything that is due, once. Returns whether there may be more. */
  async runOnce(): Promise<boolean> {
    const { db, clock, signals } = this.#deps;
    let hasMore = false;
    for (const { tenantId } of await listTenantsWithDueCarts(db, clock.now())) {
      const claim = () => claimCarts(db.forTenant(tenantId), clock.now());
      hasMore = (await this.#loop.attempt({ tenantId }, claim)) || hasMore;
      signals.runs.announce();
    }
    for (const { tenantId, automationId, node } of await listDueChecks(db, clock.now())) {
      const check = async () => checkTrigger(await this.#deps.contextOf(tenantId), { automationId, node });
      hasMore = (await this.#loop.attempt({ tenantId, automationId, node }, check)) || hasMore;
      signals.runs.announce();
    }
    return hasMore;
  }
}

/** One check of a due trigger, in one transaction with the time of the next one. Returns whether that is due already. */
export const checkTrigger = (ctx: Context, key: TriggerKey): Promise<boolean> =>
  inTransaction(ctx, async (inner) => {
    const now = inner.clock.now();
    const trigger = await lockDueTrigger(inner.db, key, now);
    if (trigger === undefined) return false;
    const next = trigger.type === "date" ? await checkDate(inner, trigger) : await checkSegment(inner, trigger);
    await updateCheck(inner.db, key, next);
    return next.checkAt !== null && next.checkAt <= now;
  });
