import { refusedByFailure, SmtpError, type Envelope, type SmtpOutcome } from "./outcome.ts";
import { defaultLimits, SmtpConnection, type SmtpLimits } from "./smtp.ts";
import type { SmtpTarget } from "./smtp-url.ts";

type PoolOptions = { size?: number; idleMs?: number; limits?: SmtpLimits };
type Mail = { envelope: Envelope; message: Buffer; isWireReady: boolean };
type Idle = { connection: SmtpConnection; timer: NodeJS.Timeout };

/** A few connections to one server, opened when needed, reused while there is work, closed when idle. */
export class SmtpPool {
  readonly #target: SmtpTarget;
  readonly #limits: SmtpLimits;
  readonly #idleMs: number;
  #freeSlots: number;
  #waiting: (() => void)[] = [];
  #idle: Idle[] = [];
  #running = new Set<Promise<SmtpOutcome>>();
  #isClosed = false;

  constructor(target: SmtpTarget, { size = 8, idleMs = 10_000, limits = defaultLimits }: PoolOptions = {}) {
    this.#target = target;
    this.#limits = limits;
    this.#idleMs = idleMs;
    this.#freeSlots = size;
  }

  async send(envelope: Envelope, message: Buffer, isWireReady = false): Promise<SmtpOutcome> {
    if (this.#isClosed) throw new Error("the mail transport is closed");
    const sending = this.#sendInTurn({ envelope, message, isWireReady });
    this.#running.add(sending);
    return sending.finally(() => this.#running.delete(sending));
  }

  /** Messages taken before are still sent. */
  async close(): Promise<void> {
    this.#isClosed = true;
    await Promise.allSettled(this.#running);
    await Promise.all(
      this.#idle.splice(0).map(({ connection, timer }) => {
        clearTimeout(timer);
        return connection.quit();
      }),
    );
  }

  async #sendInTurn(mail: Mail): Promise<SmtpOutcome> {
    if (this.#freeSlots === 0) await new Promise<void>((resolve) => this.#waiting.push(resolve));
    else this.#freeSlots -= 1;
    try {
      const kept = this.#takeIdle();
      const outcome = kept && (await this.#sendOver(kept, mail));
      return outcome === undefined || isStale(outcome) ? await this.#sendAfresh(mail) : outcome;
    } finally {
      const next = this.#waiting.shift();
      if (next === undefined) this.#freeSlots += 1;
      else next();
    }
  }

  async #sendAfresh(mail: Mail): Promise<SmtpOutcome> {
    try {
      const connection = await SmtpConnection.open(this.#target, this.#limits);
      return await this.#sendOver(connection, mail);
    } catch (error) {
      if (error instanceof SmtpError) return refusedByFailure(error);
      throw error;
    }
  }

  async #sendOver(connection: SmtpConnection, { envelope, message, isWireReady }: Mail): Promise<SmtpOutcome> {
    const outcome = await connection.send(envelope, message, isWireReady);
    if (connection.isOpen) this.#keep(connection);
    return outcome;
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
