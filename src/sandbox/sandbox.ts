import { createHash } from "node:crypto";
import { rateLimited, unavailable } from "../kernel/errors.ts";
import { isAtFault } from "./child-process.ts";
import { CircuitBreaker } from "./circuit-breaker.ts";
import { jobs, type JobInput, type JobKind, type JobOutput } from "./jobs.ts";
import { SandboxPool, type PoolOptions } from "./pool.ts";
import { renderTwigBatch } from "./twig/batches.ts";
import { MAX_BATCH, type TwigJob, type TwigOutcome } from "./twig/protocol.ts";

/**
 * `timeMs` of a Twig template; `jobMs` of every other job, instead of its own limit. `now` tells the milliseconds by
 * which a cooldown ends.
 */
export type SandboxOptions = PoolOptions & {
  timeMs?: number;
  jobMs?: number;
  cooldownMs?: number;
  now?: () => number;
};

const TWIG_MS = 500;
const COOLDOWN_MS = 60_000;
/** Processes that exit before they begin the work; then the request fails with 503. */
const MAX_EXITS = 5;

/** The work exceeded its time or memory, or the library failed. */
export class SandboxFailure extends Error {
  readonly reason: "time" | "memory" | "error";

  constructor(reason: SandboxFailure["reason"], message: string = reason) {
    super(message);
    this.name = "SandboxFailure";
    this.reason = reason;
  }
}

/** The sandbox for the content of one company. */
export type CompanySandbox = {
  /** For many recipients: one outcome per context, in order. Never throws for template failures. */
  readonly renderTwig: (job: TwigJob) => Promise<TwigOutcome[]>;
  /** For a person who waits. Throws 429 while the template is refused. */
  readonly previewTwig: (job: TwigJob) => Promise<TwigOutcome[]>;
  /**
   * Throws `SandboxFailure`, and 429 while the content is refused. `content` identifies the content; by default it is
   * the input.
   */
  readonly run: <Kind extends JobKind>(
    kind: Kind,
    input: JobInput<Kind>,
    content?: unknown,
  ) => Promise<JobOutput<Kind>>;
};

/**
 * Runs content of companies in child processes that are killed at their limits of time and memory. A template or content that exceeded a limit is refused for a while; others of the company are not affected.
 */
export class Sandbox {
  readonly #pool: SandboxPool;
  readonly #circuits: CircuitBreaker;
  readonly #twigMs: number;
  readonly #jobMs: number | undefined;

  constructor({ timeMs = TWIG_MS, jobMs, cooldownMs = COOLDOWN_MS, now, ...pool }: SandboxOptions = {}) {
    this.#pool = new SandboxPool(pool);
    this.#circuits = new CircuitBreaker(cooldownMs, now);
    this.#twigMs = timeMs;
    this.#jobMs = jobMs;
  }

  forCompany(owner: string): CompanySandbox {
    return {
      renderTwig: (job) => this.#renderTwig(owner, job),
      previewTwig: (job) => this.#previewTwig(owner, job),
      run: (kind, input, content = input) => this.#run(keyOf(owner, kind, content), { owner, kind, input }),
    };
  }

  async #renderTwig(owner: string, job: TwigJob): Promise<TwigOutcome[]> {
    const key = keyOf(owner, "render_twig", job.templates);
    const batches: Promise<TwigOutcome[]>[] = [];
    for (let at = 0; at < job.contexts.length; at += MAX_BATCH) {
      const contexts = job.contexts.slice(at, at + MAX_BATCH);
      batches.push(renderTwigBatch(this.#twigDependencies(), { ...job, contexts, owner, key, isSingle: false }));
    }
    return (await Promise.all(batches)).flat();
  }

  async #previewTwig(owner: string, job: TwigJob): Promise<TwigOutcome[]> {
    const key = keyOf(owner, "preview", job.templates);
    const outcomes = await renderTwigBatch(this.#twigDependencies(), { ...job, owner, key, isSingle: true });
    const deferred = outcomes.find((outcome) => !outcome.ok && outcome.retryAfterS !== undefined);
    if (deferred?.ok === false) throw rateLimited("template", deferred.retryAfterS ?? 1);
    return outcomes;
  }

  async #run<Kind extends JobKind>(
    key: string,
    { owner, kind, input }: { owner: string; kind: Kind; input: JobInput<Kind> },
  ): Promise<JobOutput<Kind>> {
    const { timeMs, isSlow = false } = jobs[kind];
    const limitMs = this.#jobMs ?? timeMs;
    const isOutput: (value: unknown) => value is JobOutput<Kind> = jobs[kind].isOutput;
    let exits = 0;
    for (;;) {
      const open = this.#circuits.findOpen(key);
      if (open !== undefined) throw rateLimited("template", open.retryAfterS);
      const end = await this.#pool.run({ owner, key, isSlow, kind, request: { kind, input }, limitMs });
      if ("answer" in end) {
        this.#circuits.recordRun(key, { failures: 0, successes: 1 });
        if (!isOutput(end.answer)) throw new SandboxFailure("error", `unexpected answer of ${kind}`);
        return end.answer;
      }
      if ("error" in end) throw new SandboxFailure("error", end.error);
      if ("cancelled" in end) {
        if (this.#pool.isClosed) throw unavailable("sandbox");
        continue;
      }
      exits += 1;
      if (end.hasBegun && isAtFault(end, exits)) {
        this.#refuse(owner, key, end.busyMs);
        throw new SandboxFailure(end.reason === "time" ? "time" : "memory");
      }
      if (exits === MAX_EXITS) throw unavailable("sandbox");
    }
  }

  close(): Promise<void> {
    return this.#pool.close();
  }

  #refuse(owner: string, key: string, busyMs: number) {
    this.#circuits.recordRun(key, { failures: 1, successes: 0 });
    this.#pool.coolDown(owner, busyMs);
    // The same content, waiting in the queue.
    this.#pool.cancel({ owner, key });
  }

  #twigDependencies() {
    return { pool: this.#pool, circuits: this.#circuits, timeMs: this.#twigMs };
  }
}

/** Content is recognised by its hash; so a changed template is a new one. */
const keyOf = (owner: string, kind: string, input: unknown): string =>
  createHash("sha256")
    .update(JSON.stringify([owner, kind, input]))
    .digest("base64");
