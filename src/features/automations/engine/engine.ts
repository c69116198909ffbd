import type { Loop, Worker } from "../../../feature.ts";
import { pollingInterval } from "../../../db/distribution/polling-interval.ts";
import { PollingLoop } from "../../../jobs/polling-loop.ts";
import { claimSize } from "./advance.ts";
import { advancePastFailing } from "./advance-past-failing.ts";
import { listDueAutomations } from "./claim.queries.ts";

const pollIntervalMs = 1000;

type EngineDeps = Pick<Worker, "db" | "clock" | "log" | "contextOf" | "signals">;

/** Moves the runs of all companies. Any number of processes may run it: runs are claimed in the database. */
export class AutomationEngine implements Loop {
  readonly #deps: EngineDeps;
  readonly #loop: PollingLoop;

  constructor(deps: EngineDeps) {
    this.#deps = deps;
    const round = () => this.advance();
    this.#loop = new PollingLoop({
      task: "automations",
      intervalMs: pollingInterval(deps.db, pollIntervalMs),
      announced: deps.signals.runs,
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

  /** One claim for every automation with due runs. Returns whether one of them has more. */
  async advance(): Promise<boolean> {
    const { db, clock, log, signals } = this.#deps;
    let hasMore = false;
    for (const { tenantId, id: automationId } of await listDueAutomations(db, clock.now())) {
      const claim = async () => {
        const moved = await advancePastFailing(await this.#deps.contextOf(tenantId), automationId, log);
        if (moved > 0) for (const signal of [signals.messages, signals.calls]) signal.announce();
        return moved >= claimSize;
      };
      hasMore = (await this.#loop.attempt({ tenantId, automationId }, claim)) || hasMore;
    }
    return hasMore;
  }
}
