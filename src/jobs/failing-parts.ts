import { isUnreachable } from "../db/client.ts";
import { backoffMs, backoffs, withJitter } from "../kernel/backoff.ts";
import type { Log } from "../log/log.ts";
import { countLoopFailure } from "./loop-state.ts";

export type About = Readonly<Record<string, string>>;

type Failure = { readonly failures: number; readonly until: number };

/** Parts whose pause ended so long ago are forgotten: their company may be gone. */
const keptMs = 600_000;

/** Parts of rounds, such as the work of a company. One that fails waits longer and longer; it does not stop the others. */
export class FailingParts {
  readonly #task: string;
  readonly #log: Log;
  readonly #failing = new Map<string, Failure>();

  constructor(task: string, log: Log) {
    this.#task = task;
    this.#log = log;
  }

  isWaiting(about: About): boolean {
    return (this.#failing.get(keyOf(about))?.until ?? 0) > performance.now();
  }

  /** Runs the part unless it waits. Returns its result; undefined when it waits or fails. */
  async attempt<Result>(about: About, part: () => Promise<Result>): Promise<Result | undefined> {
    if (this.isWaiting(about)) return undefined;
    try {
      const result = await part();
      if (this.#failing.size > 0) this.#failing.delete(keyOf(about));
      return result;
    } catch (error) {
      this.#add(about, error);
      return undefined;
    }
  }

  #add(about: About, error: unknown): void {
    const now = performance.now();
    for (const [key, { until }] of this.#failing) if (until + keptMs < now) this.#failing.delete(key);
    const failures = (this.#failing.get(keyOf(about))?.failures ?? 0) + 1;
    // After an outage of the database the part goes on as soon as the loop does.
    const backoff = isUnreachable(error) ? backoffs.round : backoffs.part;
    const retryInMs = withJitter(backoffMs(backoff, failures), Math.random);
    this.#failing.set(keyOf(about), { failures, until: now + retryInMs });
    countLoopFailure(this.#task);
    const line = { err: error, task: this.#task, ...about, failures, retryInMs };
    this.#log.error(line, "background work failed");
  }
}

const keyOf = (about: About): string => JSON.stringify(about);
