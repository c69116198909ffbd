import type { Transport } from "../../mail/transport.ts";

/** A claimed message begins to be sent within this time, so that a pause or an unsubscription takes effect by then. */
const startWithinMs = 300;
export const maxGroupSize = 100;
/** Messages of a process that may be with the relay when it is killed. */
const maxInFlight = 3 * maxGroupSize;
const unlimited = { concurrent: maxGroupSize, startable: maxInFlight };

/** The right to have messages in flight. Whatever is left of it is given back at the end. */
export class WindowGrant {
  readonly #giveBack: (count: number) => void;
  #size: number;

  constructor(size: number, giveBack: (count: number) => void) {
    this.#size = size;
    this.#giveBack = giveBack;
  }

  get size(): number {
    return this.#size;
  }

  release(count: number): void {
    const released = Math.min(count, this.#size);
    if (released <= 0) return;
    this.#size -= released;
    this.#giveBack(released);
  }

  releaseAll(): void {
    this.release(this.#size);
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
      this.#waiting.shift()?.(new WindowGrant(size, (count) => this.#giveBack(count)));
    }
  }

  #giveBack(count: number): void {
    this.#inFlight -= count;
    this.#serve();
  }

  /** The size of the next grant; 0 while too few messages can begin. */
  get #grantable(): number {
    const { concurrent, startable } = this.#transport.capacity?.(startWithinMs) ?? unlimited;
    const size = Math.min(startable, maxInFlight);
    const free = size - this.#inFlight;
    // Half of what waits for a connection: the other half keeps the connections busy while the next group is claimed.
    const smallest = Math.max(1, Math.min(Math.floor((size - concurrent) / 2), maxGroupSize));
    return free >= smallest ? Math.min(free, maxGroupSize) : 0;
  }
}
