import { setImmediate as nextRound } from "node:timers/promises";
import type { CircuitBreaker, OpenCircuit, RunCounts } from "../circuit-breaker.ts";
import { isAtFault, type ChildExit } from "../child-process.ts";
import type { SandboxPool } from "../pool.ts";
import {
  BATCH_MS,
  isTwigOutcomes,
  STARVED_RETRY_FACTOR,
  tooLong,
  tooMuchMemory,
  type TwigFailure,
  type TwigJob,
  type TwigOutcome,
} from "./protocol.ts";

/** A batch of one template; `isSingle`: one failure suffices to refuse the template for a while. */
export type TwigBatch = TwigJob & { readonly owner: string; readonly key: string; readonly isSingle: boolean };

type Dependencies = { readonly pool: SandboxPool; readonly circuits: CircuitBreaker; readonly timeMs: number };

const GRACE_MS = 1000;
/** The first attempt: what takes longer is repeated as a slow task, after the others of its company. */
const FIRST_ATTEMPT_MS = 150;
const MAX_STARTS = 5;

/** Outcome when a process cannot be started or the pool is closed: not the template's fault. */
const unavailable: TwigOutcome = {
  ok: false,
  failure: { reason: "runtime", message: "The renderer is unavailable" },
  deferReason: "service",
};

const toFailure = ({ reason }: Pick<ChildExit, "reason">): TwigFailure => (reason === "time" ? tooLong : tooMuchMemory);

const isLimitFailure = (outcome: TwigOutcome): boolean =>
  !outcome.ok && (outcome.failure.reason === "time" || outcome.failure.reason === "memory");

const countRuns = (outcomes: readonly TwigOutcome[]): RunCounts => ({
  failures: outcomes.filter(isLimitFailure).length,
  successes: outcomes.filter(({ ok }) => ok).length,
});

/**
 * One outcome per context. A batch that took too long returns unfinished and is queued again. A batch whose process died
 * is retried one by one, so that the context that kills processes is found and fails alone.
 */
export async function renderTwigBatch(deps: Dependencies, batch: TwigBatch): Promise<TwigOutcome[]> {
  const outcomes: TwigOutcome[] = [];
  const progress = new BatchProgress(deps, batch);
  while (outcomes.length < batch.contexts.length) {
    const left = batch.contexts.slice(outcomes.length);
    const open = progress.opened ?? deps.circuits.findOpen(batch.key);
    if (open !== undefined) {
      const { shouldDisable, retryAfterS } = open;
      const deferReason = shouldDisable ? "disabled" : "cooldown";
      return [
        ...outcomes,
        ...left.map(() => ({ ok: false as const, failure: tooLong, deferReason, retryAfterS }) as const),
      ];
    }
    const rendered = await progress.renderNext(left);
    if (rendered === "unavailable") return [...outcomes, ...left.map(() => unavailable)];
    outcomes.push(...rendered);
  }
  return outcomes;
}

/** What is known about a batch from its attempts so far. */
class BatchProgress {
  readonly #deps: Dependencies;
  readonly #batch: TwigBatch;
  #isAlone = false;
  #isSlow = false;
  #starts = 0;
  #crashes: ChildExit[] = [];
  /** The circuit that this batch has opened. */
  opened: OpenCircuit | undefined;

  constructor(deps: Dependencies, batch: TwigBatch) {
    this.#deps = deps;
    this.#batch = batch;
  }

  /** The outcomes of the first contexts; may be none. */
  async renderNext(left: TwigJob["contexts"]): Promise<TwigOutcome[] | "unavailable"> {
    const { pool, timeMs: limitMs } = this.#deps;
    const contexts = this.#isAlone || this.#isSlow ? left.slice(0, 1) : left;
    const isFinal = this.#isSlow || limitMs <= FIRST_ATTEMPT_MS;
    const timeMs = isFinal ? limitMs : FIRST_ATTEMPT_MS;
    const { owner, key, templates } = this.#batch;
    const end = await pool.run({
      owner,
      key,
      isSlow: this.#isSlow,
      kind: "render_twig",
      request: { kind: "render_twig", templates, contexts, timeMs, retryStarved: isFinal },
      limitMs: BATCH_MS + timeMs * (1 + STARVED_RETRY_FACTOR) + GRACE_MS,
    });
    if ("cancelled" in end) return pool.isClosed ? "unavailable" : [];
    if ("error" in end) return "unavailable";
    if ("answer" in end) return this.#accept(isTwigOutcomes(end.answer) ? end.answer : [], isFinal, end.busyMs);
    return this.#onExit(end, contexts.length === 1);
  }

  #accept(answer: TwigOutcome[], isFinal: boolean, busyMs: number): TwigOutcome[] {
    const last = answer.at(-1);
    this.#isSlow = !isFinal && last?.ok === false && last.failure.reason === "time";
    const outcomes = this.#isSlow ? answer.slice(0, -1) : answer;
    [this.#crashes, this.#starts] = [[], 0];
    this.#record(outcomes, busyMs);
    return outcomes;
  }

  async #onExit(exit: ChildExit, wasAlone: boolean): Promise<TwigOutcome[] | "unavailable"> {
    if (!exit.hasBegun) {
      this.#starts += 1;
      // Other deaths of the same moment may not be recorded yet.
      await nextRound();
      return this.#starts === MAX_STARTS ? "unavailable" : [];
    }
    this.#isAlone = true;
    if (wasAlone) this.#crashes.push(exit);
    if (!isAtFault(exit, this.#crashes.length)) return [];
    const outcomes: TwigOutcome[] = [{ ok: false, failure: toFailure(exit) }];
    this.#record(
      outcomes,
      this.#crashes.reduce((sum, { busyMs }) => sum + busyMs, 0),
    );
    this.#crashes = [];
    return outcomes;
  }

  #record(outcomes: readonly TwigOutcome[], busyMs: number) {
    if (outcomes.length === 0) return;
    const { pool, circuits } = this.#deps;
    const { owner, key, isSingle } = this.#batch;
    const counts = countRuns(outcomes);
    if (isSingle) circuits.recordRun(key, counts);
    else circuits.recordBatch(key, counts);
    if (counts.failures > 0) pool.coolDown(owner, busyMs);
    // Waiting batches of the template look at the circuit again.
    this.opened = circuits.findOpen(key);
    if (this.opened !== undefined) pool.cancel({ owner, key });
  }
}
