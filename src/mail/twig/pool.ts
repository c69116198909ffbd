import { fork, type ChildProcess } from "node:child_process";
import { createHash } from "node:crypto";
import os from "node:os";
import { setImmediate as nextRound } from "node:timers/promises";
import { childProgram } from "../../package.ts";
import { Breakdowns, isBreakdown } from "./breakdowns.ts";
import {
  BATCH_MS,
  isTwigAnswer,
  isTwigBeginning,
  MAX_BATCH,
  MAX_MEMORY_MB,
  STARVED_TIMES,
  tooLong,
  tooMuch,
  type TwigFailure,
  type TwigJob,
  type TwigOutcome,
} from "./protocol.ts";

/** Its process died. `hasBegun`: while it rendered, so that the template may be the reason. */
type Death = { hasBegun: boolean; failure: TwigFailure; burntMs: number };

type Task = TwigJob & {
  owner: string;
  key: string;
  resolve: (end: TwigOutcome[] | Death) => void;
};

type Child = {
  process: ChildProcess;
  task: Task | undefined;
  /** Of the request it works on. */
  id: number;
  hasBegun: boolean;
  startedAt: number;
  timer: NodeJS.Timeout | undefined;
  /** Makes it give way to others when its batch takes long. */
  patience: NodeJS.Timeout | undefined;
};

export type TwigPoolOptions = { size?: number; timeMs?: number; refusedMs?: number; restTimes?: number };

const BOOT_MS = 10_000;
const GRACE_MS = 1000;
const PATIENCE_MS = 250;
const LOW_PRIORITY = os.constants.priority.PRIORITY_BELOW_NORMAL;
const REFUSED_MS = 60_000;
/** Processes die for many reasons: only what kills so many of them alone is to blame. */
const LONE_DEATHS = 2;
const MAX_STARTS = 5;
/** A company whose template broke rests this many times as long as that took: it never has more than a tenth of a core. */
const REST_TIMES = 9;
const MOST_REST_MS = 10_000;

const program = childProgram("mail/twig/child");

/**
 * Renders untrusted templates in processes of their own: 500 ms and 128 MB a render. Companies take turns, one alone never
 * holds all processes, and one whose template broke rests, so that an endless loop keeps nobody else waiting.
 */
export class TwigPool {
  readonly #size: number;
  readonly #timeMs: number;
  readonly #restTimes: number;
  readonly #children = new Set<Child>();
  readonly #waiting = new Map<string, Task[]>();
  readonly #breakdowns: Breakdowns;
  /** Companies that rest, by what ends it. */
  readonly #resting = new Map<string, NodeJS.Timeout>();
  #isClosed = false;
  #lastId = 0;

  constructor(options: TwigPoolOptions = {}) {
    this.#size = options.size ?? Math.max(2, os.availableParallelism());
    this.#timeMs = options.timeMs ?? 500;
    this.#restTimes = options.restTimes ?? REST_TIMES;
    this.#breakdowns = new Breakdowns(options.refusedMs ?? REFUSED_MS);
  }

  /** One outcome a context, in their order. `owner` is the company. Never throws for what a template does. */
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
    for (const timer of this.#resting.values()) clearTimeout(timer);
    for (const task of [...this.#waiting.values()].flat()) task.resolve(task.contexts.map(() => unavailable));
    this.#waiting.clear();
    await Promise.all([...this.#children].map((child) => this.#stop(child)));
  }

  /**
   * A batch that took long comes back unfinished and stands in line again. One whose process died is tried again one by
   * one, so that whoever brings processes down is found out and costs nobody else anything.
   */
  async #renderBatch(batch: Omit<Task, "resolve">): Promise<TwigOutcome[]> {
    const outcomes: TwigOutcome[] = [];
    let isAlone = false;
    let starts = 0;
    let deaths: Death[] = [];
    while (outcomes.length < batch.contexts.length) {
      const left = batch.contexts.slice(outcomes.length);
      const refusal = this.#breakdowns.refusal(batch.key);
      if (refusal !== undefined) return [...outcomes, ...left.map(() => refusal)];
      const contexts = isAlone ? left.slice(0, 1) : left;
      const end = await new Promise<TwigOutcome[] | Death>((resolve) => {
        this.#enqueue({ ...batch, contexts, resolve });
      });
      if (Array.isArray(end)) {
        this.#breakdowns.note(batch.key, end);
        outcomes.push(...end);
        [deaths, starts] = [[], 0];
      } else if (!end.hasBegun) {
        starts += 1;
        if (starts === MAX_STARTS) return [...outcomes, ...left.map(() => unavailable)];
        // Others that died with it may not be known yet.
        await nextRound();
      } else {
        isAlone = true;
        if (contexts.length === 1) deaths.push(end);
        if (deaths.length < LONE_DEATHS) continue;
        outcomes.push(this.#blame(batch, deaths));
        deaths = [];
      }
    }
    return outcomes;
  }

  #blame({ owner, key }: Pick<Task, "owner" | "key">, deaths: readonly Death[]): TwigOutcome {
    const outcome: TwigOutcome = { ok: false, failure: deaths.at(-1)?.failure ?? tooMuch };
    this.#breakdowns.note(key, [outcome]);
    const burntMs = deaths.reduce((sum, death) => sum + death.burntMs, 0);
    this.#rest(owner, burntMs);
    return outcome;
  }

  #enqueue(task: Task) {
    if (this.#isClosed) {
      task.resolve(task.contexts.map(() => unavailable));
      return;
    }
    const line = this.#waiting.get(task.owner);
    if (line === undefined) this.#waiting.set(task.owner, [task]);
    else line.push(task);
    this.#assign();
  }

  #assign() {
    for (let task = this.#nextTask(); task !== undefined; task = this.#nextTask()) {
      this.#run(this.#idle() ?? this.#start(), task);
      // The next company must not wait for a process to start.
      if (this.#idle() === undefined && this.#children.size < this.#size) this.#start();
    }
  }

  #idle = () => [...this.#children].find((child) => child.task === undefined);

  #nextTask(): Task | undefined {
    const running = [...this.#children].flatMap(({ task }) => task ?? []);
    if (running.length >= this.#size) return undefined;
    const share = Math.max(1, this.#size - 1);
    for (const [owner, line] of this.#waiting) {
      if (this.#resting.has(owner) || running.filter((task) => task.owner === owner).length >= share) continue;
      const task = line.shift();
      // To the end of the round.
      this.#waiting.delete(owner);
      if (line.length > 0) this.#waiting.set(owner, line);
      if (task !== undefined) return task;
    }
    return undefined;
  }

  /** What one company's template burns is taken from its own share of time. */
  #rest(owner: string, burntMs: number) {
    if (this.#isClosed) return;
    clearTimeout(this.#resting.get(owner));
    const end = () => {
      this.#resting.delete(owner);
      this.#assign();
    };
    this.#resting.set(owner, setTimeout(end, Math.min(burntMs * this.#restTimes, MOST_REST_MS)));
  }

  #start(): Child {
    const child: Child = {
      process: fork(program.file, [], {
        execArgv: [...program.execArgv, `--max-old-space-size=${MAX_MEMORY_MB}`, "--max-semi-space-size=4"],
        // Nothing of ours is in its environment; what it prints when it dies of hunger is of no use.
        env: {},
        stdio: ["ignore", "ignore", "ignore", "ipc"],
        serialization: "advanced",
      }),
      task: undefined,
      id: 0,
      hasBegun: false,
      startedAt: 0,
      timer: undefined,
      patience: undefined,
    };
    this.#children.add(child);
    child.process.on("message", (message) => {
      if (child.task === undefined) return;
      if (isTwigBeginning(message) && message.id === child.id) this.#begin(child);
      if (isTwigAnswer(message) && message.id === child.id) this.#finish(child, message.outcomes);
    });
    child.process.on("exit", () => this.#lose(child, tooMuch));
    child.process.on("error", () => this.#lose(child, tooMuch));
    // Idle children do not keep the program alive.
    child.process.unref();
    child.process.channel?.unref();
    return child;
  }

  #run(child: Child, task: Task) {
    this.#lastId += 1;
    child.task = task;
    child.id = this.#lastId;
    child.hasBegun = false;
    child.startedAt = performance.now();
    child.process.channel?.ref();
    this.#watch(child, BOOT_MS);
    child.patience = setTimeout(() => setPriority(child, LOW_PRIORITY), PATIENCE_MS);
    const { templates, contexts } = task;
    // A child that died meanwhile tells by its exit.
    child.process.send({ id: child.id, templates, contexts, timeMs: this.#timeMs }, () => undefined);
  }

  #begin(child: Child) {
    child.hasBegun = true;
    child.startedAt = performance.now();
    this.#watch(child, this.#limitMs());
  }

  #limitMs = () => BATCH_MS + this.#timeMs * (1 + STARVED_TIMES) + GRACE_MS;

  #watch(child: Child, ms: number) {
    clearTimeout(child.timer);
    child.timer = setTimeout(() => {
      this.#lose(child, tooLong);
      child.process.kill("SIGKILL");
    }, ms);
  }

  #finish(child: Child, end: TwigOutcome[] | Death) {
    const { task } = child;
    clearTimeout(child.timer);
    clearTimeout(child.patience);
    setPriority(child, os.constants.priority.PRIORITY_NORMAL);
    child.task = undefined;
    child.process.channel?.unref();
    if (task !== undefined && Array.isArray(end) && end.some(isBreakdown))
      this.#rest(task.owner, performance.now() - child.startedAt);
    task?.resolve(end);
    this.#assign();
  }

  /** It is gone, or will be: who waits for it is told. */
  #lose(child: Child, failure: TwigFailure) {
    if (!this.#children.delete(child)) return;
    const { hasBegun, startedAt } = child;
    this.#finish(child, { hasBegun, failure, burntMs: performance.now() - startedAt });
  }

  #stop(child: Child): Promise<void> {
    return new Promise((resolve) => {
      if (child.process.exitCode !== null || child.process.signalCode !== null) return resolve();
      child.process.once("exit", () => resolve());
      child.process.ref();
      child.process.kill("SIGKILL");
    });
  }
}

/** Only root may raise it again; where that fails all children end up equally low, which is no harm. */
function setPriority({ process: child }: Child, priority: number) {
  if (child.pid === undefined || child.exitCode !== null || child.signalCode !== null) return;
  try {
    if (os.getPriority(child.pid) !== priority) os.setPriority(child.pid, priority);
  } catch (error) {
    if (!(error instanceof Error && "code" in error)) throw error;
  }
}

/** Of a process that cannot be started, or a service that ends: not the template's fault. */
const unavailable: TwigOutcome = {
  ok: false,
  failure: { reason: "runtime", message: "The service cannot render now" },
  putOff: "service",
};
