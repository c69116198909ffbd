import type { Duplex } from "node:stream";
import postgres from "postgres";
import { columnTypes } from "./column-types.ts";
import { dropHoles } from "./holes.ts";
import type { Client, Held, Work } from "./runner.ts";
import { failedSocket, lostConnection, openSocket, type SocketTarget } from "./socket.ts";

export type ConnectionSettings = {
  /** User, password and database. */
  readonly url: string;
  readonly target: SocketTarget;
  readonly connectTimeoutS: number;
  /** Settings of the server's session. */
  readonly session: Readonly<Record<string, string | number>>;
};

type Watch = {
  /** Nothing runs on the connection any more. */
  readonly idle: (connection: Connection) => void;
  readonly lost: (connection: Connection) => void;
  /** Milliseconds to wait before the connection is opened. */
  readonly delayMs: () => number;
};

/**
 * A client of one connection, which it opens once: after a loss the client's state is wrong, and what it had queued would
 * run on the next connection. When the connection is lost, the client is ended, which settles all of its statements.
 */
export class Connection {
  #running = 0;
  #error: Error | undefined;
  #socket: Duplex | undefined;
  #wasOpened = false;
  /** Nothing but the work of its holder is sent. */
  isReserved = false;
  readonly #watch: Watch;
  readonly #client: Client;
  readonly #closed: Promise<void>;

  constructor(settings: ConnectionSettings, watch: Watch) {
    this.#watch = watch;
    let close = () => {};
    this.#closed = new Promise((resolve) => {
      close = resolve;
    });
    const options = {
      max: 1,
      ssl: false,
      socket: () => this.#open(settings),
      onclose: () => {
        this.#lose(lostConnection("the connection to the database is closed"));
        close();
      },
      connect_timeout: settings.connectTimeoutS,
      backoff: () => 0,
      max_lifetime: null,
      fetch_types: false,
      types: columnTypes,
      transform: { undefined: null, column: { from: postgres.toCamel, to: postgres.fromCamel } },
      onnotice: () => undefined,
      connection: settings.session,
    };
    this.#client = postgres(settings.url, options);
  }

  get running(): number {
    return this.#running;
  }

  /** The reason why the connection is lost. */
  get error(): Error | undefined {
    return this.#error;
  }

  run<Result>(work: Work<Result>): Promise<Result> {
    if (this.#error !== undefined) return Promise.reject(this.#error);
    this.#running += 1;
    return work.make(this.#client).then(this.#succeed, (error: unknown) => {
      this.#letGo();
      throw withOrigin(error, work.origin);
    });
  }

  hold(): Held {
    this.#running += 1;
    let isHeld = true;
    return {
      client: this.#client,
      socket: () => this.#socket,
      error: () => this.#error,
      letGo: () => {
        if (isHeld) this.#letGo();
        isHeld = false;
      },
    };
  }

  /** Ends the connection at once; its statements fail. */
  async destroy(): Promise<void> {
    const isIdle = this.#running === 0;
    this.#lose(lostConnection("the connection to the database was ended"));
    // A server that sends rows would not read that the client leaves.
    if (!isIdle) this.#socket?.destroy();
    if (this.#wasOpened) await this.#closed;
  }

  #letGo(): void {
    this.#running -= 1;
    if (this.#running === 0) this.#watch.idle(this);
  }

  readonly #succeed = <Result>(result: Result): Result => {
    if (Array.isArray(result)) dropHoles(result);
    this.#letGo();
    return result;
  };

  async #open({ target, connectTimeoutS }: ConnectionSettings): Promise<Duplex> {
    const delayMs = this.#watch.delayMs();
    if (delayMs > 0) await new Promise((resolve) => setTimeout(resolve, delayMs));
    if (this.#wasOpened || this.#error !== undefined) {
      return failedSocket(lostConnection("the connection to the database is closed"));
    }
    this.#wasOpened = true;
    const socket = await openSocket(target, connectTimeoutS * 1000);
    // Known before the client rejects the first statement.
    socket.once("error", (error) => this.#lose(error));
    socket.once("close", () => this.#lose(lostConnection("the connection to the database is closed")));
    this.#socket = socket;
    if (this.#error !== undefined) socket.destroy(this.#error);
    return socket;
  }

  #lose(error: Error): void {
    if (this.#error !== undefined) return;
    this.#error = error;
    // Rejects what still waits in the client, and closes the connection.
    void this.#client.end({ timeout: 0 });
    this.#watch.lost(this);
  }
}

/** The client reports errors from its own reading of the connection: the place of the statement is added to their stack. */
export function withOrigin(error: unknown, origin: string | undefined): unknown {
  if (error instanceof Error && origin !== undefined) {
    // Defined, not assigned: from Node 21 on the client leaves a stack that is read-only.
    const value = `${error.stack ?? error.message}\n${origin}`;
    Object.defineProperty(error, "stack", { value, writable: true, configurable: true });
  }
  return error;
}
