type Circuit = {
  /** The number of failures, minus what successes cancelled. */
  readonly count: number;
  /** The count at which it trips next. */
  readonly limit: number;
  readonly until: number;
};

/** `shouldDisable`: it failed so often that a person has to look at it. */
export type OpenCircuit = { readonly retryAfterS: number; readonly shouldDisable: boolean };

export type RunCounts = { readonly failures: number; readonly successes: number };

/** A template with many recipients is refused after this many failures: a few of them may have unusual data. */
const MAX_FAILURES = 3;
/** After this many trips a person has to look at the template. */
const MAX_TRIPS = 3;
/** This many successes cancel one failure. */
const SUCCESSES_PER_FAILURE = 20;
const MAX_CIRCUITS = 1000;
/** A single run, such as a preview, is soon tried again. */
const SINGLE_RUN_SHARE = 0.25;

/** Templates that exceeded the time or memory limit. They are refused for a while; then they are tried again. */
export class CircuitBreaker {
  readonly #circuits = new Map<string, Circuit>();
  readonly #cooldownMs: number;
  readonly #now: () => number;

  constructor(cooldownMs: number, now = () => performance.now()) {
    this.#cooldownMs = cooldownMs;
    this.#now = now;
  }

  findOpen(key: string): OpenCircuit | undefined {
    const circuit = this.#circuits.get(key);
    const leftMs = (circuit?.until ?? 0) - this.#now();
    if (circuit === undefined || leftMs <= 0) return undefined;
    return {
      retryAfterS: Math.max(1, Math.ceil(leftMs / 1000)),
      shouldDisable: circuit.count >= MAX_FAILURES * MAX_TRIPS,
    };
  }

  /** Called after a batch with several recipients. */
  recordBatch(key: string, { failures, successes }: RunCounts): void {
    const circuit = this.#circuits.get(key);
    if (circuit === undefined && failures === 0) return;
    const { limit, until } = circuit ?? { limit: MAX_FAILURES, until: 0 };
    const count = (circuit?.count ?? 0) + failures - successes / SUCCESSES_PER_FAILURE;
    if (count <= 0) this.#circuits.delete(key);
    else if (failures === 0 || count < limit) this.#set(key, { count, limit, until });
    else {
      const until = this.#now() + this.#cooldownMs;
      this.#set(key, { count, limit: count + MAX_FAILURES, until });
    }
  }

  /** Called after a single run: one failure opens the circuit, one success closes it. */
  recordRun(key: string, { failures }: RunCounts): void {
    const until = this.#now() + this.#cooldownMs * SINGLE_RUN_SHARE;
    if (failures === 0) this.#circuits.delete(key);
    else this.#set(key, { count: 1, limit: MAX_FAILURES, until });
  }

  #set(key: string, circuit: Circuit) {
    this.#circuits.set(key, circuit);
    const [oldest] = this.#circuits.keys();
    if (this.#circuits.size > MAX_CIRCUITS && oldest !== undefined) this.#circuits.delete(oldest);
  }
}
