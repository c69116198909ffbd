import os from "node:os";
import { SandboxChild, type Job, type JobResult } from "./child-process.ts";
import { FairQueue, type QueuedTask } from "./fair-queue.ts";
import { RecentWork } from "./recent-work.ts";

/** Work that was taken out of the queue again: the pool is closed, or the template is refused meanwhile. */
type Cancelled = { readonly cancelled: true };
export type TaskResult = JobResult | Cancelled;

export type NewTask = QueuedTask & Omit<Job, "isLowPriority">;
type Task = NewTask & { readonly resolve: (end: TaskResult) => void };

export type PoolOptions = { size?: number; cooldownFactor?: number; idleMs?: number };

/** A process that had no work for so long is ended, to return its memory. */
const IDLE_MS = 60_000;

/**
 * The slow tasks of a company wait this many times the duration of a task that exceeded its limit, so that they use at
 * most a third of a core.
 */
const COOLDOWN_FACTOR = 2;
const MAX_COOLDOWN_MS = 3000;

/** A person who writes an e-mail stays below; a company that keeps a process busy is above it within a second. */
const LOWER_PRIORITY_AFTER_WORK_MS = 1000;

/**
 * Child processes that run the content of companies. Round robin over companies and their templates; one company never
 * uses all processes, and its slow tasks never use all that it may have.
 */
export class SandboxPool {
  readonly #size: number;
  readonly #cooldownFactor: number;
  readonly #idleMs: number;
  readonly #children = new Map<SandboxChild, Task | undefined>();
  readonly #queue = new FairQueue<Task>();
  /** Companies whose slow tasks wait, with the timer that ends it. */
  readonly #coolingDown = new Map<string, NodeJS.Timeout>();
  readonly #recentWork = new RecentWork();
  #isClosed = false;

  constructor({ size, cooldownFactor, idleMs }: PoolOptions = {}) {
    this.#size = size ?? Math.max(4, os.availableParallelism());
    this.#cooldownFactor = cooldownFactor ?? COOLDOWN_FACTOR;
    this.#idleMs = idleMs ?? IDLE_MS;
  }

  get isClosed(): boolean {
    return this.#isClosed;
  }

  run(task: NewTask): Promise<TaskResult> {
    if (this.#isClosed) return Promise.resolve({ cancelled: true });
    return new Promise((resolve) => {
      this.#queue.add({ ...task, resolve });
      this.#assign();
    });
  }

  /** Takes the waiting tasks of a template out of the queue. */
  cancel(template: Pick<Task, "owner" | "key">): void {
    for (const task of this.#queue.remove(template)) task.resolve({ cancelled: true });
  }

  /** Charges a task that exceeded its limit to its company. */
  coolDown(owner: string, busyMs: number): void {
    if (this.#isClosed || this.#cooldownFactor === 0) return;
    clearTimeout(this.#coolingDown.get(owner));
    const end = () => {
      this.#coolingDown.delete(owner);
      this.#assign();
    };
    this.#coolingDown.set(owner, setTimeout(end, Math.min(busyMs * this.#cooldownFactor, MAX_COOLDOWN_MS)));
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    for (const timer of this.#coolingDown.values()) clearTimeout(timer);
    for (const task of [...this.#queue.removeAll(), ...this.#running()]) task.resolve({ cancelled: true });
    await Promise.all([...this.#children.keys()].map((child) => child.stop()));
  }

  #assign() {
    for (let task = this.#nextTask(); task !== undefined; task = this.#nextTask()) {
      const child = this.#idleChild(task) ?? this.#start();
      this.#run(child, task);
      // Started ahead, so that the next company does not wait for a process to start.
      if (this.#idleChild(task) === undefined && this.#children.size < this.#size) this.#start();
    }
  }

  #run(child: SandboxChild, task: Task) {
    const { kind, request, limitMs, owner } = task;
    const isLowPriority = this.#yieldsCpu(owner);
    this.#children.set(child, task);
    child.run({ kind, request, limitMs, isLowPriority }, (end) => {
      this.#recentWork.add(owner, end.busyMs);
      if (this.#children.has(child)) this.#children.set(child, undefined);
      task.resolve(end);
      // First the result is recorded: it may cancel waiting tasks.
      setImmediate(() => this.#assign());
    });
  }

  /** To requests, sending and other companies: beside other tasks of its company, and after many of them. */
  #yieldsCpu = (owner: string): boolean =>
    this.#coolingDown.has(owner) ||
    this.#runningOf(owner).length > 0 ||
    this.#recentWork.msOf(owner) > LOWER_PRIORITY_AFTER_WORK_MS;

  #nextTask(): Task | undefined {
    if (this.#isClosed || this.#running().length >= this.#size) return undefined;
    const share = Math.max(1, this.#size - 1);
    const slowShare = Math.max(1, share - 1);
    return this.#queue.take((owner, isSlow) => {
      const own = this.#runningOf(owner);
      if (own.length >= share) return false;
      return !isSlow || (!this.#coolingDown.has(owner) && own.filter((task) => task.isSlow).length < slowShare);
    });
  }

  #running = (): Task[] => [...this.#children.values()].flatMap((task) => task ?? []);

  #runningOf = (owner: string): Task[] => this.#running().filter((task) => task.owner === owner);

  /** One that has loaded the libraries of the task is preferred. */
  #idleChild({ kind }: Pick<Task, "kind">): SandboxChild | undefined {
    const idle = [...this.#children.keys()].filter((child) => child.isIdle);
    return idle.find((child) => child.hasLoaded(kind)) ?? idle[0];
  }

  #start(): SandboxChild {
    const child: SandboxChild = new SandboxChild({
      idleMs: this.#idleMs,
      onGone: () => this.#children.delete(child),
    });
    this.#children.set(child, undefined);
    return child;
  }
}
