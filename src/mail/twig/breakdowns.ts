import type { TwigFailure, TwigOutcome } from "./protocol.ts";

type Known = {
  /** How often it broke, less what went well since. */
  readonly count: number;
  /** The count at which it is refused next. */
  readonly limit: number;
  readonly until: number;
  readonly failure: TwigFailure;
};

/** A template that broke this often is refused for a while: its author's campaign must not eat a core. */
const MAX_BREAKDOWNS = 3;
/** Refused so often, there is nothing to hope for until somebody looks at it. */
const MAX_REFUSALS = 3;
/** So many that go well make up for one that broke: a few odd contacts do not stop the others. */
const GOOD_FOR_ONE = 20;
const MAX_KNOWN = 1000;

export const isBreakdown = (outcome: TwigOutcome): outcome is Extract<TwigOutcome, { ok: false }> =>
  !outcome.ok &&
  outcome.putOff === undefined &&
  (outcome.failure.reason === "time" || outcome.failure.reason === "memory");

/** Templates that ran too long or took too much, and how long they are left alone. */
export class Breakdowns {
  readonly #known = new Map<string, Known>();
  readonly #refusedMs: number;

  constructor(refusedMs: number) {
    this.#refusedMs = refusedMs;
  }

  /** What is answered for everybody as long as the template is refused. */
  refusal(key: string): TwigOutcome | undefined {
    const known = this.#known.get(key);
    if (known === undefined || known.until <= performance.now()) return undefined;
    const { count, failure } = known;
    return { ok: false, failure, putOff: count >= MAX_BREAKDOWNS * MAX_REFUSALS ? "hopeless" : "rest" };
  }

  note(key: string, outcomes: readonly TwigOutcome[]): void {
    const broken = outcomes.filter(isBreakdown);
    const known = this.#known.get(key);
    const failure = broken.at(-1)?.failure ?? known?.failure;
    if (failure === undefined) return;
    const good = outcomes.filter(({ ok }) => ok).length;
    const { limit, until } = known ?? { limit: MAX_BREAKDOWNS, until: 0 };
    const count = (known?.count ?? 0) + broken.length - good / GOOD_FOR_ONE;
    if (count <= 0) this.#known.delete(key);
    else if (broken.length === 0 || count < limit) this.#known.set(key, { count, limit, until, failure });
    else {
      const refused = { limit: count + MAX_BREAKDOWNS, until: performance.now() + this.#refusedMs };
      this.#known.set(key, { count, failure, ...refused });
    }
    const [oldest] = this.#known.keys();
    if (this.#known.size > MAX_KNOWN && oldest !== undefined) this.#known.delete(oldest);
  }
}
