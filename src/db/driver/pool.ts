import { Connection, type ConnectionSettings } from "./connection.ts";
import { reserveConnection, type ReservedSql } from "./reservation.ts";
import type { Held, Runner, Work } from "./runner.ts";

/** Pause between attempts to open connections: a recovered database is used again at once, and a request does not wait long. */
const pauseAfterLossMs = 200;

type Waiting = {
  readonly isExclusive: boolean;
  readonly start: (connection: Connection) => void;
  readonly fail: (error: Error) => void;
};

const ended = () =>
  Object.assign(new Error("the connections to the database were ended"), { code: "CONNECTION_ENDED" });

/**
 * Connections that are opened when they are needed. A statement takes an idle one, else it follows the statements of the one
 * with the fewest; it waits while all are reserved. What waits is served in order.
 */
export class Pool implements Runner {
  readonly #settings: ConnectionSettings;
  readonly #max: number;
  readonly #connections = new Set<Connection>();
  #waiting: Waiting[] = [];
  #lostAt = -Infinity;
  #isEnding = false;
  #whenIdle: (() => void) | undefined;

  constructor(settings: ConnectionSettings, max: number) {
    this.#settings = settings;
    this.#max = max;
  }

  run<Result>(work: Work<Result>): Promise<Result> {
    const connection = this.#waiting.length === 0 && !this.#isEnding ? this.#chooseShared() : undefined;
    if (connection !== undefined) return connection.run(work);
    return new Promise((resolve, reject) => {
      this.#wait({ isExclusive: false, start: (given) => resolve(given.run(work)), fail: reject });
    });
  }

  async hold(): Promise<Held> {
    const connection = await this.#take();
    const held = connection.hold();
    let isHeld = true;
    return {
      ...held,
      letGo: () => {
        // Later it may be reserved by another.
        if (isHeld) connection.isReserved = false;
        isHeld = false;
        held.letGo();
      },
    };
  }

  async reserve(): Promise<ReservedSql> {
    const connection = await this.#take();
    return reserveConnection(connection, () => {
      connection.isReserved = false;
      if (connection.running === 0) this.#serve(connection);
    });
  }

  /** Waits for what runs, at most that time; then ends it. */
  async end(timeoutMs: number | undefined): Promise<void> {
    await Promise.resolve();
    this.#isEnding = true;
    await this.#untilIdle(timeoutMs);
    const waiting = this.#waiting;
    this.#waiting = [];
    for (const { fail } of waiting) fail(ended());
    await Promise.all([...this.#connections].map((connection) => connection.destroy()));
  }

  #untilIdle(timeoutMs: number | undefined): Promise<void> {
    if (this.#isIdle()) return Promise.resolve();
    return new Promise((resolve) => {
      const timer = timeoutMs === undefined ? undefined : setTimeout(resolve, timeoutMs);
      this.#whenIdle = () => {
        clearTimeout(timer);
        resolve();
      };
    });
  }

  #isIdle(): boolean {
    return (
      this.#waiting.length === 0 &&
      [...this.#connections].every(({ isReserved, running }) => !isReserved && running === 0)
    );
  }

  #wait(waiting: Waiting): void {
    if (this.#isEnding) waiting.fail(ended());
    else this.#waiting.push(waiting);
  }

  #take(): Promise<Connection> {
    const connection = this.#waiting.length === 0 && !this.#isEnding ? this.#chooseIdle() : undefined;
    if (connection !== undefined) {
      connection.isReserved = true;
      return Promise.resolve(connection);
    }
    return new Promise((resolve, reject) => {
      this.#wait({ isExclusive: true, start: resolve, fail: reject });
    });
  }

  #chooseIdle(): Connection | undefined {
    for (const connection of this.#connections)
      if (connection.running === 0 && !connection.isReserved) return connection;
    return this.#connections.size < this.#max ? this.#open() : undefined;
  }

  #chooseShared(): Connection | undefined {
    let [chosen, fewest]: [Connection | undefined, number] = [undefined, Infinity];
    for (const connection of this.#connections) {
      if (connection.isReserved) continue;
      const { running } = connection;
      if (running === 0) return connection;
      if (running < fewest) [chosen, fewest] = [connection, running];
    }
    return this.#connections.size < this.#max ? this.#open() : chosen;
  }

  #open(): Connection {
    const connection = new Connection(this.#settings, {
      idle: (idle) => this.#serve(idle),
      lost: (lost) => this.#drop(lost),
      delayMs: () => this.#lostAt + pauseAfterLossMs - performance.now(),
    });
    this.#connections.add(connection);
    return connection;
  }

  #drop(connection: Connection): void {
    this.#connections.delete(connection);
    this.#lostAt = performance.now();
    while (this.#waiting.length > 0 && this.#connections.size < this.#max) this.#serve(this.#open());
    if (this.#isEnding && this.#isIdle()) this.#whenIdle?.();
  }

  /** Gives an idle connection to what waits: to the first reservation, or to the statements before it. */
  #serve(connection: Connection): void {
    while (!connection.isReserved && connection.error === undefined) {
      const next = this.#waiting[0];
      if (next === undefined || (next.isExclusive && connection.running > 0)) break;
      this.#waiting.shift();
      connection.isReserved = next.isExclusive;
      next.start(connection);
    }
    if (this.#isEnding && this.#isIdle()) this.#whenIdle?.();
  }
}
