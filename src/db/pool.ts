import { connect, type ConnectOptions, type ReservedSql, type Sql } from "./client.ts";

const graceMs = 1000;
const lostWaitMs = 5000;

type Fail = (error: Error) => void;

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
  /** Who waits for a connection, and of which pool. */
  readonly #waiting = new Map<Fail, Sql>();

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
      this.#waiting.set(reject, this.#sql);
      this.#sql.reserve().then(
        (connection) => (this.#waiting.delete(reject) ? resolve(connection) : connection.release()),
        (error: Error) => {
          this.#waiting.delete(reject);
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
    const opened: Sql = connect(this.#url, { ...this.#options, onClose: () => this.#onLost(opened) });
    return opened;
  }

  #onLost(pool: Sql): void {
    this.#replace(pool);
    // The client forgets who waited for a connection that is lost while it is opened.
    const waiting = [...this.#waiting].flatMap(([fail, from]) => (from === pool ? [fail] : []));
    if (waiting.length > 0) setTimeout(() => this.#failStillWaiting(waiting), lostWaitMs).unref();
  }

  #failStillWaiting(waiting: readonly Fail[]): void {
    const error = Object.assign(new Error("no connection to the database"), { code: "CONNECTION_CLOSED" });
    for (const fail of waiting) if (this.#waiting.delete(fail)) fail(error);
  }

  #replace(lost: Sql): void {
    const isOld = lost !== this.#sql;
    if (isOld || this.#isClosed || performance.now() - this.#replacedAt < graceMs) return;
    this.#replacedAt = performance.now();
    this.#sql = this.#open();
    void lost.end({ timeout: 5 });
  }
}
