import { fork, type ChildProcess } from "node:child_process";
import { createHash } from "node:crypto";
import os from "node:os";
import { setImmediate as nextRound } from "node:timers/promises";
import { childProgram } from "../../package.ts";
import { TemplateCircuitBreaker, isLimitFailure } from "./template-circuit-breaker.ts";
import {
  BATCH_MS,
  isTwigAnswer,
  isTwigStarted,
  MAX_BATCH,
  MAX_MEMORY_MB,
  STARVED_RETRY_FACTOR,
  tooLong,
  tooMuchMemory,
  type TwigFailure,
  type TwigJob,
  type TwigOutcome,
} from "./protocol.ts";

/** The child process died. `hasBegun`: during rendering, so that the template may be the cause. */
type ChildExit = { hasBegun: boolean; failure: TwigFailure; busyMs: number };

type Task = TwigJob & {
  owner: string;
  key: string;
  resolve: (end: TwigOutcome[] | ChildExit) => void;
};

type TwigChild = {
  process: ChildProcess;
  task: Task | undefined;
  /** The request in progress. */
  id: number;
  hasBegun: boolean;
  startedAt: number;
  timer: NodeJS.Timeout | undefined;
  /** Makes a long batch yield to others. */
  priorityTimer: NodeJS.Timeout | undefined;
};

export type TwigPoolOptions = { size?: number; timeMs?: number; cooldownMs?: number; companyCooldownFactor?: number };

const BOOT_MS = 10_000;
const GRACE_MS = 1000;
const LOWER_PRIORITY_AFTER_MS = 250;
const LOW_PRIORITY = os.constants.priority.PRIORITY_BELOW_NORMAL;
const COOLDOWN_MS = 60_000;
/** Processes die for many reasons: only a template that repeatedly kills its process alone is blamed. */
const CRASHES_TO_BLAME = 2;
const MAX_STARTS = 5;
/** A company whose template failed is paused for this many times the failed run: it uses at most a tenth of a core. */
const COMPANY_COOLDOWN_FACTOR = 9;
const MAX_COMPANY_COOLDOWN_MS = 10_000;

const program = childProgram("mail/twig/child");

/**
 * Renders untrusted templates in child processes: 500 ms and 128 MB per render. Round robin over companies; one company
 * alone never uses all processes, and a company whose template failed is paused, so that an endless loop does not delay
 * others.
 */
export class TwigPool {
  readonly #size: number;
  readonly #timeMs: number;
  readonly #companyCooldownFactor: number;
  readonly #children = new Set<TwigChild>();
  readonly #queues = new Map<string, Task[]>();
  readonly #circuitBreaker: TemplateCircuitBreaker;
  /** Paused companies, with the function that ends the pause. */
  readonly #coolingDown = new Map<string, NodeJS.Timeout>();
  #isClosed = false;
  #lastId = 0;

  constructor(options: TwigPoolOptions = {}) {
    this.#size = options.size ?? Math.max(2, os.availableParallelism());
    this.#timeMs = options.timeMs ?? 500;
    this.#companyCooldownFactor = options.companyCooldownFactor ?? COMPANY_COOLDOWN_FACTOR;
    this.#circuitBreaker = new TemplateCircuitBreaker(options.cooldownMs ?? COOLDOWN_MS);
  }

  /** One outcome per context, in order. `owner` is the company. Never throws for template failures. */
  async render(owner: string, job: TwigJob): Promise<TwigOutcome[]> {
    const key = createHash("sha256")
      .update(JSON.stringify([owner, job.templates]))
      .digest("base64");
    const batches: Promise<TwigOutcome[]>[] = [];
    for (let at = 0; at < job.contexts.length; at += MAX_BATCH) {
      batches.push(this.#renderBatch({ ...job, contexts: job.contexts.slice(at, at + MAX_BATCH), owner, key }));
    }
    return (await Promise.all(batches)).flat();
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    for (const timer of this.#coolingDown.values()) clearTimeout(timer);
    for (const task of [...this.#queues.values()].flat()) task.resolve(task.contexts.map(() => unavailable));
    this.#queues.clear();
    await Promise.all([...this.#children].map((child) => this.#stop(child)));
  }

  /**
   * A batch that took too long returns unfinished and is queued again. A batch whose process died is retried one by
   * one, so that the context that kills processes is found and fails alone.
   */
  async #renderBatch(batch: Omit<Task, "resolve">): Promise<TwigOutcome[]> {
    const outcomes: TwigOutcome[] = [];
    let isAlone = false;
    let starts = 0;
    let crashes: ChildExit[] = [];
    while (outcomes.length < batch.contexts.length) {
      const left = batch.contexts.slice(outcomes.length);
      const rejection = this.#circuitBreaker.rejectionFor(batch.key);
      if (rejection !== undefined) return [...outcomes, ...left.map(() => rejection)];
      const contexts = isAlone ? left.slice(0, 1) : left;
      const end = await new Promise<TwigOutcome[] | ChildExit>((resolve) => {
        this.#enqueue({ ...batch, contexts, resolve });
      });
      if (Array.isArray(end)) {
        this.#circuitBreaker.record(batch.key, end);
        outcomes.push(...end);
        [crashes, starts] = [[], 0];
      } else if (!end.hasBegun) {
        starts += 1;
        if (starts === MAX_STARTS) return [...outcomes, ...left.map(() => unavailable)];
        // Other deaths of the same moment may not be recorded yet.
        await nextRound();
      } else {
        isAlone = true;
        if (contexts.length === 1) crashes.push(end);
        if (crashes.length < CRASHES_TO_BLAME) continue;
        outcomes.push(this.#blame(batch, crashes));
        crashes = [];
      }
    }
    return outcomes;
  }

  #blame({ owner, key }: Pick<Task, "owner" | "key">, crashes: readonly ChildExit[]): TwigOutcome {
    const outcome: TwigOutcome = { ok: false, failure: crashes.at(-1)?.failure ?? tooMuchMemory };
    this.#circuitBreaker.record(key, [outcome]);
    const busyMs = crashes.reduce((sum, crash) => sum + crash.busyMs, 0);
    this.#coolDown(owner, busyMs);
    return outcome;
  }

  #enqueue(task: Task) {
    if (this.#isClosed) {
      task.resolve(task.contexts.map(() => unavailable));
      return;
    }
    const queue = this.#queues.get(task.owner);
    if (queue === undefined) this.#queues.set(task.owner, [task]);
    else queue.push(task);
    this.#assign();
  }

  #assign() {
    for (let task = this.#nextTask(); task !== undefined; task = this.#nextTask()) {
      this.#run(this.#idle() ?? this.#start(), task);
      // Started ahead, so that the next company does not wait for a process to start.
      if (this.#idle() === undefined && this.#children.size < this.#size) this.#start();
    }
  }

  #idle = () => [...this.#children].find((child) => child.task === undefined);

  #nextTask(): Task | undefined {
    const running = [...this.#children].flatMap(({ task }) => task ?? []);
    if (running.length >= this.#size) return undefined;
    const share = Math.max(1, this.#size - 1);
    for (const [owner, queue] of this.#queues) {
      if (this.#coolingDown.has(owner) || running.filter((task) => task.owner === owner).length >= share) continue;
      const task = queue.shift();
      // Moves the company to the end of the round.
      this.#queues.delete(owner);
      if (queue.length > 0) this.#queues.set(owner, queue);
      if (task !== undefined) return task;
    }
    return undefined;
  }

  /** CPU time of a failed template is charged to its company. */
  #coolDown(owner: string, busyMs: number) {
    if (this.#isClosed) return;
    clearTimeout(this.#coolingDown.get(owner));
    const end = () => {
      this.#coolingDown.delete(owner);
      this.#assign();
    };
    this.#coolingDown.set(
      owner,
      setTimeout(end, Math.min(busyMs * this.#companyCooldownFactor, MAX_COMPANY_COOLDOWN_MS)),
    );
  }

  #start(): TwigChild {
    const child: TwigChild = {
      process: fork(program.file, [], {
        execArgv: [...program.execArgv, `--max-old-space-size=${MAX_MEMORY_MB}`, "--max-semi-space-size=4"],
        // The environment is empty; the output of a process that runs out of memory is discarded.
        env: {},
        stdio: ["ignore", "ignore", "ignore", "ipc"],
        serialization: "advanced",
      }),
      task: undefined,
      id: 0,
      hasBegun: false,
      startedAt: 0,
      timer: undefined,
      priorityTimer: undefined,
    };
    this.#children.add(child);
    child.process.on("message", (message) => {
      if (child.task === undefined) return;
      if (isTwigStarted(message) && message.id === child.id) this.#begin(child);
      if (isTwigAnswer(message) && message.id === child.id) this.#finish(child, message.outcomes);
    });
    child.process.on("exit", () => this.#onChildLost(child, tooMuchMemory));
    child.process.on("error", () => this.#onChildLost(child, tooMuchMemory));
    // Idle children do not keep the process alive.
    child.process.unref();
    child.process.channel?.unref();
    return child;
  }

  #run(child: TwigChild, task: Task) {
    this.#lastId += 1;
    child.task = task;
    child.id = this.#lastId;
    child.hasBegun = false;
    child.startedAt = performance.now();
    child.process.channel?.ref();
    this.#watch(child, BOOT_MS);
    child.priorityTimer = setTimeout(() => setPriority(child, LOW_PRIORITY), LOWER_PRIORITY_AFTER_MS);
    const { templates, contexts } = task;
    // A child that died meanwhile is handled by its exit event.
    child.process.send({ id: child.id, templates, contexts, timeMs: this.#timeMs }, () => undefined);
  }

  #begin(child: TwigChild) {
    child.hasBegun = true;
    child.startedAt = performance.now();
    this.#watch(child, this.#limitMs());
  }

  #limitMs = () => BATCH_MS + this.#timeMs * (1 + STARVED_RETRY_FACTOR) + GRACE_MS;

  #watch(child: TwigChild, ms: number) {
    clearTimeout(child.timer);
    child.timer = setTimeout(() => {
      this.#onChildLost(child, tooLong);
      child.process.kill("SIGKILL");
    }, ms);
  }

  #finish(child: TwigChild, end: TwigOutcome[] | ChildExit) {
    const { task } = child;
    clearTimeout(child.timer);
    clearTimeout(child.priorityTimer);
    setPriority(child, os.constants.priority.PRIORITY_NORMAL);
    child.task = undefined;
    child.process.channel?.unref();
    if (task !== undefined && Array.isArray(end) && end.some(isLimitFailure))
      this.#coolDown(task.owner, performance.now() - child.startedAt);
    task?.resolve(end);
    this.#assign();
  }

  /** The process ended or is ending: its pending batch is rejected. */
  #onChildLost(child: TwigChild, failure: TwigFailure) {
    if (!this.#children.delete(child)) return;
    const { hasBegun, startedAt } = child;
    this.#finish(child, { hasBegun, failure, busyMs: performance.now() - startedAt });
  }

  #stop(child: TwigChild): Promise<void> {
    return new Promise((resolve) => {
      if (child.process.exitCode !== null || child.process.signalCode !== null) return resolve();
      child.process.once("exit", () => resolve());
      child.process.ref();
      child.process.kill("SIGKILL");
    });
  }
}

/** Only root may raise the priority again; where lowering fails all children keep the same priority. */
function setPriority({ process: child }: TwigChild, priority: number) {
  if (child.pid === undefined || child.exitCode !== null || child.signalCode !== null) return;
  try {
    if (os.getPriority(child.pid) !== priority) os.setPriority(child.pid, priority);
  } catch (error) {
    if (!(error instanceof Error && "code" in error)) throw error;
  }
}

/** Outcome when a process cannot be started or the pool is closed: not the template's fault. */
const unavailable: TwigOutcome = {
  ok: false,
  failure: { reason: "runtime", message: "The renderer is unavailable" },
  deferReason: "service",
};
