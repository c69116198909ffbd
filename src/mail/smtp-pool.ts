import { refusedByFailure, SmtpError, type Late, type SmtpOutcome } from "./outcome.ts";
import { defaultLimits, SmtpConnection, type Mail, type SmtpLimits } from "./smtp.ts";
import type { SmtpTarget } from "./smtp-url.ts";

type PoolOptions = { size?: number; idleMs?: number; limits?: SmtpLimits };
type Idle = { connection: SmtpConnection; timer: NodeJS.Timeout };
type Waiting = {
  mail: Mail;
  notAfter: number;
  resolve(outcome: SmtpOutcome | Late): void;
  reject(error: unknown): void;
};

/** With a server that takes longer for a message, the next one is chosen only when its turn has come. */
const quickMs = 200;

/** A few connections to one server, opened when needed, reused while there is work, closed when idle. */
export class SmtpPool {
  readonly #target: SmtpTarget;
  readonly #limits: SmtpLimits;
  readonly #idleMs: number;
  #freeSlots: number;
  readonly #waiting: Waiting[] = [];
  #idle: Idle[] = [];
  readonly #running = new Set<Promise<void>>();
  #isClosed = false;

  constructor(target: SmtpTarget, { size = 8, idleMs = 10_000, limits = defaultLimits }: PoolOptions = {}) {
    this.#target = target;
    this.#limits = limits;
    this.#idleMs = idleMs;
    this.#freeSlots = size;
  }

  async send(mail: Mail, notAfter = Infinity): Promise<SmtpOutcome | Late> {
    if (this.#isClosed) throw new Error("the mail transport is closed");
    return new Promise((resolve, reject) => {
      this.#waiting.push({ mail, notAfter, resolve, reject });
      if (this.#freeSlots === 0) return;
      this.#freeSlots -= 1;
      const working = this.#work().finally(() => this.#running.delete(working));
      this.#running.add(working);
    });
  }

  /** Messages taken before are still sent. */
  async close(): Promise<void> {
    this.#isClosed = true;
    await Promise.all(this.#running);
    await Promise.all(
      this.#idle.splice(0).map(({ connection, timer }) => {
        clearTimeout(timer);
        return connection.quit();
      }),
    );
  }

  /** One slot: message after message over one connection, as long as there are any. */
  async #work(): Promise<void> {
    let connection = this.#takeIdle();
    let taken: Waiting | undefined;
    let lastMs = 0;
    // Chosen while the one before is on its way, so that it can be announced together with its end.
    const ahead = () => (lastMs > quickMs ? undefined : (taken ??= this.#next())?.mail);
    for (let waiting = this.#next(); waiting !== undefined; waiting = taken ?? this.#next()) {
      taken = undefined;
      const begun = performance.now();
      try {
        const sent = await this.#deliver(connection, waiting.mail, ahead);
        connection = sent.connection;
        waiting.resolve(sent.outcome);
      } catch (error) {
        connection = undefined;
        waiting.reject(error);
      }
      lastMs = performance.now() - begun;
    }
    this.#freeSlots += 1;
    if (connection?.isOpen === true) this.#keep(connection);
  }

  #next(): Waiting | undefined {
    for (let waiting = this.#waiting.shift(); waiting !== undefined; waiting = this.#waiting.shift()) {
      if (performance.now() <= waiting.notAfter) return waiting;
      waiting.resolve({ outcome: "late" });
    }
    return undefined;
  }

  async #deliver(kept: SmtpConnection | undefined, mail: Mail, ahead: () => Mail | undefined) {
    if (kept?.canSend(mail) === true) {
      const outcome = await kept.send(mail, ahead);
      if (!isStale(outcome)) return { connection: kept, outcome };
    }
    try {
      const connection = await SmtpConnection.open(this.#target, this.#limits);
      return { connection, outcome: await connection.send(mail, ahead) };
    } catch (error) {
      if (!(error instanceof SmtpError)) throw error;
      return { connection: undefined, outcome: refusedByFailure(error) };
    }
  }

  #takeIdle(): SmtpConnection | undefined {
    for (let idle = this.#idle.pop(); idle !== undefined; idle = this.#idle.pop()) {
      clearTimeout(idle.timer);
      if (idle.connection.isOpen) return idle.connection;
    }
    return undefined;
  }

  #keep(connection: SmtpConnection) {
    const timer = setTimeout(() => {
      this.#idle = this.#idle.filter((idle) => idle.connection !== connection);
      void connection.quit();
    }, this.#idleMs);
    this.#idle.push({ connection, timer });
  }
}

/** The server hung up on an idle connection and we noticed only now; nothing was handed over. */
function isStale(outcome: SmtpOutcome): boolean {
  return outcome.outcome === "refused" && outcome.stage === "mail" && (outcome.code === 0 || outcome.code === 421);
}
