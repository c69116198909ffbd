import { fork, type ChildProcess } from "node:child_process";
import { createHash } from "node:crypto";
import os from "node:os";
import { childProgram } from "../../package.ts";
import {
  BATCH_MS,
  isTwigAnswer,
  MAX_BATCH,
  MAX_MEMORY_MB,
  STARVED_TIMES,
  tooLong,
  tooMuch,
  type TwigFailure,
  type TwigJob,
  type TwigOutcome,
} from "./protocol.ts";

type Task = TwigJob & {
  owner: string;
  key: string;
  resolve: (outcomes: TwigOutcome[]) => void;
};

type Child = {
  process: ChildProcess;
  isReady: boolean;
  task: Task | undefined;
  /** Of the request it works on. */
  id: number;
  startedAt: number;
  timer: NodeJS.Timeout | undefined;
  /** Makes it give way to others when its batch takes long. */
  patience: NodeJS.Timeout | undefined;
};

export type TwigPoolOptions = { size?: number; timeMs?: number };

const BOOT_MS = 10_000;
const GRACE_MS = 1000;
const PATIENCE_MS = 250;
const LOW_PRIORITY = os.constants.priority.PRIORITY_BELOW_NORMAL;
/** A template that broke this often is refused for a while: its author's campaign must not eat a core. */
const MAX_BREAKDOWNS = 3;
const REFUSED_MS = 60_000;
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
  readonly #children = new Set<Child>();
  readonly #waiting = new Map<string, Task[]>();
  readonly #breakdowns = new Map<string, { count: number; until: number; failure: TwigFailure }>();
  /** Companies that rest, by what ends it. */
  readonly #resting = new Map<string, NodeJS.Timeout>();
  #isClosed = false;
  #lastId = 0;

  constructor({ size = Math.max(2, os.availableParallelism()), timeMs = 500 }: TwigPoolOptions = {}) {
    this.#size = size;
    this.#timeMs = timeMs;
  }

  /** One outcome a context, in their order. `owner` is the company. Never throws for what a template does. */
  async render(owner: string, job: TwigJob): Promise<TwigOutcome[]> {
    const key = createHash("sha256").update(JSON.stringify(job.templates)).digest("base64");
    const batches: Promise<TwigOutcome[]>[] = [];
    for (let at = 0; at < job.contexts.length; at += MAX_BATCH) {
      batches.push(this.#renderBatch({ ...job, contexts: job.contexts.slice(at, at + MAX_BATCH), owner, key }));
    }
    return (await Promise.all(batches)).flat();
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    for (const timer of this.#resting.values()) clearTimeout(timer);
    for (const task of [...this.#waiting.values()].flat()) task.resolve(task.contexts.map(() => broken(closed)));
    this.#waiting.clear();
    await Promise.all([...this.#children].map((child) => this.#stop(child)));
  }

  /** A batch that took long comes back unfinished and stands in line again. */
  async #renderBatch(batch: Omit<Task, "resolve">): Promise<TwigOutcome[]> {
    const outcomes: TwigOutcome[] = [];
    while (outcomes.length < batch.contexts.length) {
      const refused = this.#refusal(batch.key);
      const contexts = batch.contexts.slice(outcomes.length);
      if (refused !== undefined) return [...outcomes, ...contexts.map(() => broken(refused))];
      const done = await new Promise<TwigOutcome[]>((resolve) => {
        this.#enqueue({ ...batch, contexts, resolve });
      });
      this.#remember(batch.key, done);
      outcomes.push(...done);
    }
    return outcomes;
  }

  #enqueue(task: Task) {
    if (this.#isClosed) {
      task.resolve(task.contexts.map(() => broken(closed)));
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
    clearTimeout(this.#resting.get(owner));
    const end = () => {
      this.#resting.delete(owner);
      this.#assign();
    };
    this.#resting.set(owner, setTimeout(end, Math.min(burntMs * REST_TIMES, MOST_REST_MS)));
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
      isReady: false,
      task: undefined,
      id: 0,
      startedAt: 0,
      timer: undefined,
      patience: undefined,
    };
    this.#children.add(child);
    child.process.on("message", (message) => {
      if (isTwigAnswer(message)) {
        if (message.id === child.id) this.#finish(child, message.outcomes);
        return;
      }
      child.isReady = true;
      if (child.task !== undefined) this.#watch(child, this.#limitMs());
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
    child.startedAt = performance.now();
    child.process.channel?.ref();
    this.#watch(child, child.isReady ? this.#limitMs() : BOOT_MS);
    child.patience = setTimeout(() => setPriority(child, LOW_PRIORITY), PATIENCE_MS);
    const { templates, contexts } = task;
    // A child that died meanwhile tells by its exit.
    child.process.send({ id: child.id, templates, contexts, timeMs: this.#timeMs }, () => undefined);
  }

  #limitMs = () => BATCH_MS + this.#timeMs * (1 + STARVED_TIMES) + GRACE_MS;

  #watch(child: Child, ms: number) {
    clearTimeout(child.timer);
    child.timer = setTimeout(() => {
      this.#lose(child, tooLong);
      child.process.kill("SIGKILL");
    }, ms);
  }

  #finish(child: Child, outcomes: TwigOutcome[]) {
    const { task } = child;
    clearTimeout(child.timer);
    clearTimeout(child.patience);
    setPriority(child, os.constants.priority.PRIORITY_NORMAL);
    child.task = undefined;
    child.process.channel?.unref();
    if (task !== undefined && outcomes.some(isBreakdown)) this.#rest(task.owner, performance.now() - child.startedAt);
    task?.resolve(outcomes);
    this.#assign();
  }

  /** It is gone, or will be: who waits for it is told why. */
  #lose(child: Child, failure: TwigFailure) {
    if (!this.#children.delete(child)) return;
    this.#finish(child, child.task?.contexts.map(() => broken(failure)) ?? []);
  }

  #stop(child: Child): Promise<void> {
    return new Promise((resolve) => {
      if (child.process.exitCode !== null || child.process.signalCode !== null) return resolve();
      child.process.once("exit", () => resolve());
      child.process.ref();
      child.process.kill("SIGKILL");
    });
  }

  #refusal(key: string): TwigFailure | undefined {
    const known = this.#breakdowns.get(key);
    if (known === undefined || known.count < MAX_BREAKDOWNS) return undefined;
    if (known.until > performance.now()) return known.failure;
    this.#breakdowns.delete(key);
    return undefined;
  }

  #remember(key: string, outcomes: readonly TwigOutcome[]) {
    for (const outcome of outcomes) {
      if (!isBreakdown(outcome)) continue;
      const count = (this.#breakdowns.get(key)?.count ?? 0) + 1;
      this.#breakdowns.set(key, { count, until: performance.now() + REFUSED_MS, failure: outcome.failure });
    }
    const [oldest] = this.#breakdowns.keys();
    if (this.#breakdowns.size > 1000 && oldest !== undefined) this.#breakdowns.delete(oldest);
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

const isBreakdown = (outcome: TwigOutcome): outcome is Extract<TwigOutcome, { ok: false }> =>
  !outcome.ok && (outcome.failure.reason === "time" || outcome.failure.reason === "memory");

const closed: TwigFailure = { reason: "runtime", message: "The service is shutting down" };
const broken = (failure: TwigFailure): TwigOutcome => ({ ok: false, failure });
