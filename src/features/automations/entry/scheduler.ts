import { setTimeout as delay } from "node:timers/promises";
import { inTransaction, type Context } from "../../../context.ts";
import type { Loop, Worker } from "../../../feature.ts";
import { claimCarts } from "./carts.ts";
import { listTenantsWithDueCarts } from "./carts.queries.ts";
import { listDueChecks, lockDueTrigger, updateCheck, type TriggerKey } from "./checks.queries.ts";
import { checkDate } from "./dates.ts";
import { checkSegment } from "./segment-members.ts";

const pollIntervalMs = 1000;
const retryAfterMs = 30_000;

type SchedulerDeps = Pick<Worker, "db" | "clock" | "log" | "contextOf">;

/**
 * Lets contacts in that no journal entry announces: by segments, dates and abandoned carts. Any number of processes may run
 * it. An idle round is two statements over all companies.
 */
export class EntryScheduler implements Loop {
  readonly #deps: SchedulerDeps;
  readonly #stopping = new AbortController();
  /** Work that failed, and when to try again. */
  readonly #failedUntil = new Map<string, number>();
  #loop: Promise<void> = Promise.resolve();

  constructor(deps: SchedulerDeps) {
    this.#deps = deps;
  }

  start(): void {
    this.#loop = this.#run();
  }

  async stop(): Promise<void> {
    this.#stopping.abort();
    await this.#loop;
  }

  async #run(): Promise<void> {
    const { signal } = this.#stopping;
    while (!signal.aborted) {
      const hasMore = await this.runOnce().catch((error: unknown) => {
        this.#deps.log.warn({ err: error }, "cannot look up due entries of automations");
        return false;
      });
      if (!hasMore) await delay(pollIntervalMs, undefined, { signal }).catch(() => undefined);
    }
  }

  /** Everything that is due, once. Returns whether there may be more. */
  async runOnce(): Promise<boolean> {
    const { db, clock } = this.#deps;
    let hasMore = false;
    for (const { tenantId } of await listTenantsWithDueCarts(db, clock.now())) {
      const claim = () => claimCarts(db.forTenant(tenantId), clock.now());
      hasMore = (await this.#isolated({ tenantId, task: "carts" }, claim)) || hasMore;
    }
    for (const { tenantId, ...key } of await listDueChecks(db, clock.now())) {
      const check = async () => checkTrigger(await this.#deps.contextOf(tenantId), key);
      hasMore = (await this.#isolated({ tenantId, task: `${key.automationId} ${key.node}` }, check)) || hasMore;
    }
    return hasMore;
  }

  /** A failure in one company or trigger must not stop the others. */
  async #isolated(work: { tenantId: string; task: string }, run: () => Promise<boolean>): Promise<boolean> {
    const key = `${work.tenantId} ${work.task}`;
    if (this.#stopping.signal.aborted || (this.#failedUntil.get(key) ?? 0) > performance.now()) return false;
    try {
      const hasMore = await run();
      this.#failedUntil.delete(key);
      return hasMore;
    } catch (error) {
      this.#failedUntil.set(key, performance.now() + retryAfterMs);
      this.#deps.log.error({ err: error, ...work }, "entry to an automation failed");
      return false;
    }
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
