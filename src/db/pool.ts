import { connect, type ConnectOptions, type ReservedSql, type Sql } from "./client.ts";

const graceMs = 1000;
/** After a connection was lost, reservations that are still pending fail. */
const pendingAfterLossMs = 5000;

type Reject = (error: Error) => void;

/**
 * A pool that is replaced as a whole when one connection is lost. The client can leave a connection that broke
 * during a write unable to send; after a database restart it would swallow requests. Work on the old connections
 * runs to its own end.
 */
export class Pool {
  readonly #url: string;
  readonly #options: ConnectOptions;
  #sql: Sql;
  #replacedAt = -Infinity;
  #isClosed = false;
  /** Pending reservations, with the client that they wait for. */
  readonly #pending = new Map<Reject, Sql>();

  constructor(url: string, options: ConnectOptions) {
    this.#url = url;
    this.#options = options;
    this.#sql = this.#open();
  }

  get sql(): Sql {
    return this.#sql;
  }

  /** A connection for the caller alone. */
  reserve(): Promise<ReservedSql> {
    return new Promise((resolve, reject) => {
      this.#pending.set(reject, this.#sql);
      this.#sql.reserve().then(
        (connection) => (this.#pending.delete(reject) ? resolve(connection) : connection.release()),
        (error: Error) => {
          this.#pending.delete(reject);
          reject(error);
        },
      );
    });
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    await this.#sql.end({ timeout: 5 });
  }

  #open(): Sql {
    const opened: Sql = connect(this.#url, { ...this.#options, onClose: () => this.#onClose(opened) });
    return opened;
  }

  #onClose(client: Sql): void {
    this.#replace(client);
    // The client never settles a reservation whose connection is lost while it is opened.
    const pending = [...this.#pending].flatMap(([reject, from]) => (from === client ? [reject] : []));
    if (pending.length > 0) setTimeout(() => this.#failPending(pending), pendingAfterLossMs).unref();
  }

  #failPending(pending: readonly Reject[]): void {
    const error = Object.assign(new Error("no connection to the database"), { code: "CONNECTION_CLOSED" });
    for (const reject of pending) if (this.#pending.delete(reject)) reject(error);
  }

  #replace(lost: Sql): void {
    const isOld = lost !== this.#sql;
    if (isOld || this.#isClosed || performance.now() - this.#replacedAt < graceMs) return;
    this.#replacedAt = performance.now();
    this.#sql = this.#open();
    void lost.end({ timeout: 5 });
  }
}
