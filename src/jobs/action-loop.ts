import { setTimeout as delay } from "node:timers/promises";
import type { Context } from "../context.ts";
import { pollingInterval } from "../db/distribution/polling-interval.ts";
import type { SystemDb } from "../db/tenant.ts";
import type { Clock } from "../kernel/clock.ts";
import type { Log } from "../log/log.ts";
import {
  claimAction,
  listDueActions,
  recordActionFailure,
  releaseAction,
  type ActionClaim,
} from "./action-claims.queries.ts";
import { failAction, runStep, type ActionRunner } from "./actions.ts";
import { countLoopFailure } from "./loop-state.ts";
import { PollingLoop } from "./polling-loop.ts";

const task = "actions";
const pollIntervalMs = 1000;
/** After it the next action of a company, or of another one, takes its turn. */
const sliceMs = 2000;
/** After this number of consecutive failures the action is marked as failed. */
const maxFailures = 6;
/** A step that lasts longer than the shutdown is rolled back with the connection of its process. */
const stopMs = 25_000;

type ActionDeps = {
  readonly db: SystemDb;
  readonly clock: Clock;
  readonly log: Log;
  contextOf(tenantId: string): Promise<Context>;
};

type ClaimedAction = { readonly tenantId: string; readonly claim: ActionClaim };

/** Runs the actions of all companies in slices, one at a time. Any number of processes may run it. */
export class ActionLoop {
  readonly #deps: ActionDeps;
  readonly #runners: readonly ActionRunner[];
  readonly #loop: PollingLoop;

  constructor(deps: ActionDeps, runners: readonly ActionRunner[]) {
    this.#deps = deps;
    this.#runners = runners;
    const { db, log } = deps;
    const round = () => this.runNext();
    this.#loop = new PollingLoop({ task, intervalMs: pollingInterval(db, pollIntervalMs), log, round });
  }

  start(): void {
    this.#loop.start();
  }

  /** Waits for the step that is under way. */
  async stop(): Promise<void> {
    await Promise.race([this.#loop.stop(), delay(stopMs, undefined, { ref: false })]);
  }

  /** A slice of the next action. Returns whether there was one. */
  async runNext(ms = sliceMs): Promise<boolean> {
    const claimed = await this.#claimNext();
    if (claimed === undefined) return false;
    try {
      await this.#runSlice(claimed, ms);
    } catch (error) {
      await this.#recordFailure(claimed, error);
    }
    return true;
  }

  async #claimNext(): Promise<ClaimedAction | undefined> {
    const { db, clock } = this.#deps;
    for (const { tenantId, id } of await listDueActions(db, clock.now())) {
      const claim = await claimAction(db.forTenant(tenantId), id, clock.now());
      if (claim !== undefined) return { tenantId, claim };
    }
    return undefined;
  }

  /** Also the last action gives up its claim, so that each slice has the company as it is. */
  async #runSlice({ tenantId, claim }: ClaimedAction, ms: number): Promise<void> {
    const ctx = await this.#deps.contextOf(tenantId);
    const endsAt = performance.now() + ms;
    while ((await runStep(ctx, this.#runners, claim)) === "more") {
      if (performance.now() < endsAt && !this.#loop.stopping.aborted) continue;
      await releaseAction(ctx.db, claim, ctx.clock.now());
      return;
    }
  }

  /** While the database is away this fails too: then the action goes on after its lease. */
  async #recordFailure({ tenantId, claim }: ClaimedAction, error: unknown): Promise<void> {
    const { db, clock, log } = this.#deps;
    log.error({ err: error, task, tenantId, actionId: claim.id, type: claim.type }, "action failed");
    countLoopFailure(task);
    const failures = await recordActionFailure(db.forTenant(tenantId), claim, clock.now());
    if (failures !== undefined && failures >= maxFailures)
      await failAction(await this.#deps.contextOf(tenantId), this.#runners, claim);
  }
}
