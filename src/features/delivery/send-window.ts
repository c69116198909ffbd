import type { Transport } from "../../mail/transport.ts";

/** A claimed message begins to be sent within this time, so that a pause or an unsubscription takes effect by then. */
const startWithinMs = 300;
export const maxGroupSize = 100;
/** Messages of a process that the relay has not answered. */
const maxInFlight = 3 * maxGroupSize;
/** Messages whose outcome is unknown when the process is killed: those in flight, and those being written. */
const maxUnwritten = maxInFlight + maxGroupSize;
const unlimited = { concurrent: maxGroupSize, startable: maxInFlight };

type Counts = { readonly inFlight: number; readonly unwritten: number };

/** The right to claim messages: a message is in flight until the relay accepts it, and unwritten until its outcome is stored. */
export class WindowGrant {
  readonly #giveBack: (counts: Counts) => void;
  #inFlight: number;
  #unwritten: number;

  constructor(size: number, giveBack: (counts: Counts) => void) {
    this.#inFlight = size;
    this.#unwritten = size;
    this.#giveBack = giveBack;
  }

  /** Messages that may still be claimed with it, or are not written yet. */
  get size(): number {
    return this.#unwritten;
  }

  /** The relay accepted a message. */
  accepted(): void {
    this.#shrink(this.#inFlight - 1, this.#unwritten);
  }

  /** Messages are written, or were not claimed. */
  release(count: number): void {
    const unwritten = this.#unwritten - count;
    this.#shrink(Math.min(this.#inFlight, unwritten), unwritten);
  }

  releaseAll(): void {
    this.#shrink(0, 0);
  }

  #shrink(inFlight: number, unwritten: number): void {
    const [nextInFlight, nextUnwritten] = [Math.max(0, inFlight), Math.max(0, unwritten)];
    const counts = { inFlight: this.#inFlight - nextInFlight, unwritten: this.#unwritten - nextUnwritten };
    this.#inFlight = nextInFlight;
    this.#unwritten = nextUnwritten;
    if (counts.inFlight > 0 || counts.unwritten > 0) this.#giveBack(counts);
  }
}

/**
 * Limits the messages that this process has claimed and the relay has not answered: what its connections take at once,
 * and what they can begin within a third of a second. A fast relay gets groups of 100, a slow one a message for each
 * connection that becomes free. Grants are given in the order of the requests.
 */
export class SendWindow {
  readonly #transport: Pick<Transport, "capacity">;
  #inFlight = 0;
  #unwritten = 0;
  #waiting: ((grant: WindowGrant | undefined) => void)[] = [];

  constructor(transport: Pick<Transport, "capacity">) {
    this.#transport = transport;
  }

  /** Waits until messages may be claimed. Undefined when the process stops. */
  acquire(signal: AbortSignal): Promise<WindowGrant | undefined> {
    if (signal.aborted) return Promise.resolve(undefined);
    return new Promise((resolve) => {
      const serve = (grant: WindowGrant | undefined) => {
        signal.removeEventListener("abort", stop);
        resolve(grant);
      };
      const stop = () => {
        this.#waiting = this.#waiting.filter((other) => other !== serve);
        resolve(undefined);
      };
      signal.addEventListener("abort", stop, { once: true });
      this.#waiting.push(serve);
      this.#serve();
    });
  }

  #serve(): void {
    for (let size = this.#grantable; size > 0 && this.#waiting.length > 0; size = this.#grantable) {
      this.#inFlight += size;
      this.#unwritten += size;
      this.#waiting.shift()?.(new WindowGrant(size, (counts) => this.#giveBack(counts)));
    }
  }

  #giveBack({ inFlight, unwritten }: Counts): void {
    this.#inFlight -= inFlight;
    this.#unwritten -= unwritten;
    this.#serve();
  }

  /** The size of the next grant; 0 while too few messages can begin. */
  get #grantable(): number {
    const { concurrent, startable } = this.#transport.capacity?.(startWithinMs) ?? unlimited;
    const size = Math.min(startable, maxInFlight);
    const free = Math.min(size - this.#inFlight, maxUnwritten - this.#unwritten);
    // Half of what waits for a connection: the other half keeps the connections busy while the next group is claimed.
    const smallest = Math.max(1, Math.min(Math.floor((size - concurrent) / 2), maxGroupSize));
    return free >= smallest ? Math.min(free, maxGroupSize) : 0;
  }
}
