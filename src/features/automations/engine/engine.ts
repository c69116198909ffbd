import { setTimeout as delay } from "node:timers/promises";
import type { Loop, Worker } from "../../../feature.ts";
import { advanceAutomation, claimSize } from "./advance.ts";
import { listDueAutomations, type AutomationKey } from "./claim.queries.ts";

const pollIntervalMs = 500;
const retryAfterMs = 30_000;

type EngineDeps = Pick<Worker, "db" | "clock" | "log" | "contextOf">;

/** Moves the runs of all companies. Any number of processes may run it: runs are claimed in the database. */
export class AutomationEngine implements Loop {
  readonly #deps: EngineDeps;
  readonly #stopping = new AbortController();
  /** Automations whose last claim failed, and when to try again. */
  readonly #failedUntil = new Map<string, number>();
  #loop: Promise<void> = Promise.resolve();

  constructor(deps: EngineDeps) {
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
      const hasMore = await this.advance().catch((error: unknown) => {
        this.#deps.log.warn({ err: error }, "cannot look up due automations");
        return false;
      });
      if (!hasMore) await delay(pollIntervalMs, undefined, { signal }).catch(() => undefined);
    }
  }

  /** One claim for every automation with due runs. Returns whether one of them has more. */
  async advance(): Promise<boolean> {
    const { db, clock } = this.#deps;
    let hasMore = false;
    for (const key of await listDueAutomations(db, clock.now())) {
      if (this.#stopping.signal.aborted) return false;
      hasMore = (await this.#advanceOne(key)) || hasMore;
    }
    return hasMore;
  }

  /** A failure in one automation must not stop the others. */
  async #advanceOne({ tenantId, id }: AutomationKey): Promise<boolean> {
    const key = `${tenantId} ${id}`;
    if ((this.#failedUntil.get(key) ?? 0) > performance.now()) return false;
    try {
      const moved = await advanceAutomation(await this.#deps.contextOf(tenantId), id);
      this.#failedUntil.delete(key);
      return moved >= claimSize;
    } catch (error) {
      this.#failedUntil.set(key, performance.now() + retryAfterMs);
      this.#deps.log.error({ err: error, tenantId, automationId: id }, "moving the runs of an automation failed");
      return false;
    }
  }
}
