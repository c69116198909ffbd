import { ChildProcess, fork } from "node:child_process";
import os from "node:os";
import { fileURLToPath } from "node:url";
import { packageFile } from "../package.ts";
import { readCpuMs, readResidentMb, changePriority } from "./os-process.ts";
import { isChildAnswer, type TaskKind } from "./protocol.ts";

/**
 * The process exited or was killed; `killed`: not by the pool, for example by the out-of-memory killer or an operator.
 * `hasBegun`: during the work, so that the content may be the cause.
 */
export type ChildExit = {
  readonly reason: "time" | "memory" | "killed";
  readonly hasBegun: boolean;
  readonly busyMs: number;
};

const EXITS_AT_FAULT = { time: 1, memory: 2, killed: 5 } as const;

/** Whether the content counts as the cause after this number of exits. */
export const isAtFault = ({ reason }: ChildExit, exits: number): boolean => exits >= EXITS_AT_FAULT[reason];

export type JobResult =
  | { readonly answer: unknown; readonly busyMs: number }
  | { readonly error: string; readonly busyMs: number }
  | ChildExit;

/** A request for a child; it is killed when the work takes longer than `limitMs`. */
export type Job = {
  readonly kind: TaskKind;
  readonly request: object;
  readonly limitMs: number;
  readonly isLowPriority: boolean;
};

type Running = Job & {
  readonly id: number;
  readonly onEnd: (end: JobResult) => void;
  hasBegun: boolean;
  startedAt: number;
  cpuMsAtStart: number | undefined;
};

const BOOT_MS = 60_000;
const LOWER_PRIORITY_AFTER_MS = 250;
const CHECK_MS = 250;
/** Limit of the JavaScript heap. */
const MAX_HEAP_MB = 128;
/** Limit of the whole process: libraries in native code allocate outside the heap. */
const MAX_RESIDENT_MB = 768;
/** A process that got no CPU has this many times the limit: beside busy ones a low priority leaves it a tenth of a core. */
const STARVED_FACTOR = 10;
const MAX_STARVED_MS = 120_000;

/** The build also where this process runs from the sources (tests): it starts several times faster. */
const program = fileURLToPath(packageFile("dist/sandbox-child.js"));

function startProgram(): ChildProcess {
  try {
    return fork(program, [], {
      execArgv: [`--max-old-space-size=${MAX_HEAP_MB}`, "--max-semi-space-size=4"],
      // The environment is empty; the output of a process that runs out of memory is discarded.
      env: {},
      stdio: ["ignore", "ignore", "ignore", "ipc"],
      serialization: "advanced",
      // Its own session: see `changePriority`.
      detached: true,
    });
  } catch (error) {
    // Some failures of the system are thrown, others are events: here they are all events.
    const failed = new ChildProcess();
    process.nextTick(() => failed.emit("error", error));
    return failed;
  }
}

/** One process of the pool; it does one piece of work at a time. */
export class SandboxChild {
  readonly #process: ChildProcess;
  readonly #loaded = new Set<TaskKind>();
  readonly #onGone: () => void;
  readonly #idleMs: number;
  #running: Running | undefined;
  #isGone = false;
  #lastId = 0;
  #limitTimer: NodeJS.Timeout | undefined;
  #checkTimer: NodeJS.Timeout | undefined;
  #idleTimer: NodeJS.Timeout | undefined;

  /** `onGone` is called when the process can take no more work, before the end of its last one. */
  constructor({ idleMs, onGone }: { idleMs: number; onGone: () => void }) {
    this.#idleMs = idleMs;
    this.#onGone = onGone;
    this.#process = startProgram();
    this.#process.on("message", (message) => this.#receive(message));
    this.#process.on("exit", (_, signal) => this.#lose(signal === "SIGKILL" ? "killed" : "memory"));
    this.#process.on("error", () => this.#lose("memory"));
    // Idle children do not keep the parent alive.
    this.#process.unref();
    this.#process.channel?.unref();
    this.#waitForWork();
  }

  get isIdle(): boolean {
    return this.#running === undefined && !this.#isGone;
  }

  /** The libraries of this kind of work are loaded. */
  hasLoaded(kind: TaskKind): boolean {
    return this.#loaded.has(kind);
  }

  run(work: Job, onEnd: (end: JobResult) => void): void {
    this.#lastId += 1;
    clearTimeout(this.#idleTimer);
    const notBegun = { hasBegun: false, startedAt: performance.now(), cpuMsAtStart: undefined };
    this.#running = { ...work, id: this.#lastId, onEnd, ...notBegun };
    this.#process.channel?.ref();
    this.#limit(BOOT_MS);
    const { PRIORITY_BELOW_NORMAL, PRIORITY_NORMAL } = os.constants.priority;
    this.#setPriority(work.isLowPriority ? PRIORITY_BELOW_NORMAL : PRIORITY_NORMAL);
    // A child that died meanwhile is handled by its exit event, one that could not be started by its error event.
    if (this.#process.connected) this.#process.send({ id: this.#lastId, ...work.request }, () => undefined);
  }

  stop(): Promise<void> {
    this.#isGone = true;
    this.#clearTimers();
    return new Promise((resolve) => {
      if (this.#hasExited()) return resolve();
      this.#process.once("exit", () => resolve());
      this.#process.ref();
      this.#process.kill("SIGKILL");
    });
  }

  #receive(message: unknown) {
    const running = this.#running;
    if (running === undefined || !isChildAnswer(message) || message.id !== running.id) return;
    if ("begins" in message) this.#begin(running);
    else {
      const busyMs = performance.now() - running.startedAt;
      this.#finish("error" in message ? { error: message.error, busyMs } : { answer: message.answer, busyMs });
    }
  }

  /** Starting the process and loading libraries does not count. */
  #begin(running: Running) {
    running.hasBegun = true;
    running.startedAt = performance.now();
    running.cpuMsAtStart = readCpuMs(this.#process.pid);
    this.#loaded.add(running.kind);
    this.#limit(running.limitMs);
    this.#checkTimer = setTimeout(() => this.#check(), LOWER_PRIORITY_AFTER_MS);
  }

  #limit(ms: number) {
    clearTimeout(this.#limitTimer);
    this.#limitTimer = setTimeout(() => this.#onLimit(), ms);
  }

  /** The limit is wall-clock time; work that did not get the CPU may continue. */
  #onLimit() {
    const running = this.#running;
    if (running === undefined) return;
    const { hasBegun, startedAt, cpuMsAtStart, limitMs } = running;
    const cpuMs = readCpuMs(this.#process.pid);
    const elapsedMs = performance.now() - startedAt;
    const isStarved = cpuMs !== undefined && cpuMsAtStart !== undefined && cpuMs - cpuMsAtStart < limitMs * 0.7;
    if (hasBegun && isStarved && elapsedMs < Math.min(limitMs * STARVED_FACTOR, MAX_STARVED_MS))
      this.#limit(limitMs / 2);
    else this.#kill("time");
  }

  /** Long work yields the CPU to others, and its memory is limited. */
  #check() {
    this.#setPriority(os.constants.priority.PRIORITY_BELOW_NORMAL);
    if ((readResidentMb(this.#process.pid) ?? 0) > MAX_RESIDENT_MB) this.#kill("memory");
    else this.#checkTimer = setTimeout(() => this.#check(), CHECK_MS);
  }

  #kill(reason: ChildExit["reason"]) {
    this.#process.kill("SIGKILL");
    this.#lose(reason);
  }

  #lose(reason: ChildExit["reason"]) {
    if (this.#isGone) return;
    this.#isGone = true;
    this.#onGone();
    if (this.#running === undefined) return this.#clearTimers();
    const { hasBegun, startedAt } = this.#running;
    this.#finish({ reason, hasBegun, busyMs: performance.now() - startedAt });
  }

  #finish(end: JobResult) {
    this.#clearTimers();
    const onEnd = this.#running?.onEnd;
    this.#running = undefined;
    this.#process.channel?.unref();
    if (!this.#isGone) this.#waitForWork();
    onEnd?.(end);
  }

  #waitForWork() {
    this.#idleTimer = setTimeout(() => this.#kill("time"), this.#idleMs).unref();
  }

  #clearTimers() {
    for (const timer of [this.#limitTimer, this.#checkTimer, this.#idleTimer]) clearTimeout(timer);
  }

  #hasExited = () => this.#process.exitCode !== null || this.#process.signalCode !== null;

  #setPriority(priority: number) {
    const { pid } = this.#process;
    if (pid !== undefined && !this.#hasExited()) changePriority(pid, priority);
  }
}
