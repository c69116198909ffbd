import type { TwigFailure, TwigOutcome } from "./protocol.ts";

type CircuitState = {
  /** The number of failures, minus what successes cancelled. */
  readonly count: number;
  /** The count at which it trips next. */
  readonly limit: number;
  readonly until: number;
  readonly failure: TwigFailure;
};

/** A template that failed this often is refused for a while, so that one campaign does not use up a core. */
const MAX_FAILURES = 3;
/** After this many trips the template stays disabled until a person resumes it. */
const MAX_TRIPS = 3;
/** This many successes cancel one failure: a few unusual contacts do not disable the template. */
const SUCCESSES_PER_FAILURE = 20;
const MAX_CIRCUITS = 1000;

export const isLimitFailure = (outcome: TwigOutcome): outcome is Extract<TwigOutcome, { ok: false }> =>
  !outcome.ok &&
  outcome.deferReason === undefined &&
  (outcome.failure.reason === "time" || outcome.failure.reason === "memory");

/** Templates that exceeded the time or memory limit, and their cooldowns. */
export class TemplateCircuitBreaker {
  readonly #circuits = new Map<string, CircuitState>();
  readonly #cooldownMs: number;

  constructor(cooldownMs: number) {
    this.#cooldownMs = cooldownMs;
  }

  /** The result for every context while the template is refused. */
  rejectionFor(key: string): TwigOutcome | undefined {
    const circuit = this.#circuits.get(key);
    if (circuit === undefined || circuit.until <= performance.now()) return undefined;
    const { count, failure } = circuit;
    return { ok: false, failure, deferReason: count >= MAX_FAILURES * MAX_TRIPS ? "disabled" : "cooldown" };
  }

  record(key: string, outcomes: readonly TwigOutcome[]): void {
    const broken = outcomes.filter(isLimitFailure);
    const circuit = this.#circuits.get(key);
    const failure = broken.at(-1)?.failure ?? circuit?.failure;
    if (failure === undefined) return;
    const good = outcomes.filter(({ ok }) => ok).length;
    const { limit, until } = circuit ?? { limit: MAX_FAILURES, until: 0 };
    const count = (circuit?.count ?? 0) + broken.length - good / SUCCESSES_PER_FAILURE;
    if (count <= 0) this.#circuits.delete(key);
    else if (broken.length === 0 || count < limit) this.#circuits.set(key, { count, limit, until, failure });
    else {
      const refused = { limit: count + MAX_FAILURES, until: performance.now() + this.#cooldownMs };
      this.#circuits.set(key, { count, failure, ...refused });
    }
    const [oldest] = this.#circuits.keys();
    if (this.#circuits.size > MAX_CIRCUITS && oldest !== undefined) this.#circuits.delete(oldest);
  }
}
