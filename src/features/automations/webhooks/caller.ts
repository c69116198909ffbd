import { setTimeout as delay } from "node:timers/promises";
import type { Loop, Worker } from "../../../feature.ts";
import { addMs, minutes } from "../../../kernel/local-time.ts";
import { makeCall } from "./call.ts";
import { claimCalls, type ClaimedCall } from "./calls.queries.ts";

const pollIntervalMs = 1000;
/** Longer than a call may take. */
const leaseMs = minutes(1);
/** Calls in progress in this process: a slow receiver holds up only its own company. */
const maxCalls = 128;
const maxCallsPerCompany = 8;
/** Calls that last longer than the shutdown are made again by another worker. */
const stopMs = 5000;

type CallerDeps = Pick<Worker, "db" | "clock" | "log" | "contextOf">;

/** Makes the calls of webhook nodes of all companies. Any number of processes may run it. */
export class WebhookCaller implements Loop {
  readonly #deps: CallerDeps;
  readonly #stopping = new AbortController();
  readonly #calls = new Map<Promise<void>, string>();
  #loop: Promise<void> = Promise.resolve();

  constructor(deps: CallerDeps) {
    this.#deps = deps;
  }

  start(): void {
    this.#loop = this.#run();
  }

  async stop(): Promise<void> {
    this.#stopping.abort();
    await this.#loop;
    await Promise.race([Promise.all(this.#calls.keys()), delay(stopMs, undefined, { ref: false })]);
  }

  async #run(): Promise<void> {
    const { signal } = this.#stopping;
    while (!signal.aborted) {
      const started = await this.startCalls().catch((error: unknown) => {
        this.#deps.log.warn({ err: error }, "cannot look up due webhook calls");
        return [];
      });
      if (started.length === 0) await delay(pollIntervalMs, undefined, { signal }).catch(() => undefined);
    }
  }

  /** Starts as many due calls as there is room for. */
  async startCalls(): Promise<readonly Promise<void>[]> {
    const { db, clock } = this.#deps;
    const total = maxCalls - this.#calls.size;
    if (total <= 0) return [];
    const now = clock.now();
    const leaseUntil = addMs(now, leaseMs);
    const claimed = await claimCalls(db, {
      now,
      leaseUntil,
      perCompany: maxCallsPerCompany,
      total,
      busy: this.#busyCompanies(),
    });
    return claimed.map((call) => this.#start(call));
  }

  #start(call: ClaimedCall): Promise<void> {
    const made = this.#make(call).finally(() => this.#calls.delete(made));
    this.#calls.set(made, call.tenantId);
    return made;
  }

  /** A failure in one call must not stop the others; it is made again after its lease. */
  async #make(call: ClaimedCall): Promise<void> {
    const { tenantId, id } = call;
    try {
      await makeCall(await this.#deps.contextOf(tenantId), call);
    } catch (error) {
      this.#deps.log.warn({ err: error, tenantId, callId: id }, "a webhook call was not recorded");
    }
  }

  #busyCompanies(): string[] {
    const counts = new Map<string, number>();
    for (const tenantId of this.#calls.values()) counts.set(tenantId, (counts.get(tenantId) ?? 0) + 1);
    return [...counts].filter(([, count]) => count >= maxCallsPerCompany).map(([tenantId]) => tenantId);
  }
}
