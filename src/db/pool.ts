import { connect, type ConnectOptions, type Sql } from "./client.ts";

const graceMs = 1000;

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

  constructor(url: string, options: ConnectOptions) {
    this.#url = url;
    this.#options = options;
    this.#sql = this.#open();
  }

  get sql(): Sql {
    return this.#sql;
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    await this.#sql.end({ timeout: 5 });
  }

  #open(): Sql {
    const opened: Sql = connect(this.#url, { ...this.#options, onClose: () => this.#replace(opened) });
    return opened;
  }

  #replace(lost: Sql): void {
    const isOld = lost !== this.#sql;
    if (isOld || this.#isClosed || performance.now() - this.#replacedAt < graceMs) return;
    this.#replacedAt = performance.now();
    this.#sql = this.#open();
    void lost.end({ timeout: 5 });
  }
}
