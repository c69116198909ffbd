import { openSync, write, writeSync } from "node:fs";

/** Where lines go: they are written soon, and the caller never waits for it or fails. */
export type Output = { write(line: string): void };

/** Lines that cannot be written are kept up to this length, later ones dropped. */
const maxWaitingBytes = 1_048_576;

const busyPauseMs = 100;

/** How long a process waits at its end for a slow reader. */
const maxExitWaitMs = 1_000;

const standardOutput = 1;

const isBusy = (error: unknown): boolean =>
  error instanceof Error && "code" in error && (error.code === "EAGAIN" || error.code === "EBUSY");

/** Lines of a process that are written in the background, and the rest at its end. What fails is tried again with the next line. */
class BackgroundOutput implements Output {
  readonly #file: string | undefined;
  #descriptor: number | undefined;
  #waiting = "";
  #chunk = Buffer.alloc(0);
  #isWriting = false;
  #pause: NodeJS.Timeout | undefined;

  constructor(file: string | undefined) {
    this.#file = file;
  }

  write(line: string): void {
    if (this.#chunk.length + this.#waiting.length + line.length > maxWaitingBytes) return;
    this.#waiting += line;
    if (!this.#isWriting && this.#pause === undefined) this.#writeWaiting();
  }

  /** A write that runs in the background ends by itself before the process does. */
  writeRest(): void {
    const waiting = Buffer.from(this.#waiting);
    let rest = this.#isWriting ? waiting : Buffer.concat([this.#chunk, waiting]);
    const deadline = performance.now() + maxExitWaitMs;
    while (rest.length > 0) {
      try {
        rest = rest.subarray(writeSync(this.#open(), rest));
      } catch (error) {
        if (!isBusy(error) || performance.now() > deadline) return;
        Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, busyPauseMs);
      }
    }
  }

  #open(): number {
    return (this.#descriptor ??= this.#file === undefined ? standardOutput : openSync(this.#file, "a"));
  }

  #writeWaiting(): void {
    this.#chunk = Buffer.concat([this.#chunk, Buffer.from(this.#waiting)]);
    this.#waiting = "";
    try {
      write(this.#open(), this.#chunk, (error, bytes) => this.#finish(error, bytes));
      this.#isWriting = true;
    } catch {
      // The file cannot be opened.
    }
  }

  #finish(error: Error | null, bytes: number): void {
    this.#isWriting = false;
    if (error === null) {
      this.#chunk = this.#chunk.subarray(bytes);
      if (this.#chunk.length > 0 || this.#waiting !== "") this.#writeWaiting();
    } else if (isBusy(error)) {
      this.#pause = setTimeout(() => {
        this.#pause = undefined;
        this.#writeWaiting();
      }, busyPauseMs).unref();
    }
  }
}

const outputs = new Map<string | undefined, BackgroundOutput>();

/** Standard output, or a file. When it cannot be written, for example to a full disk, lines are lost; the process goes on. */
export function openOutput(file?: string): Output {
  if (outputs.size === 0)
    process.on("exit", () => {
      for (const output of outputs.values()) output.writeRest();
    });
  const output = outputs.get(file) ?? new BackgroundOutput(file);
  outputs.set(file, output);
  return output;
}
