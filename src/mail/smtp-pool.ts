import { minutes } from "../kernel/local-time.ts";
import { refusedByFailure, SmtpError, type Late, type Mail, type SmtpOutcome } from "./outcome.ts";
import { defaultLimits, SmtpConnection, type Ahead, type SmtpLimits } from "./smtp.ts";
import { fitsTrain, longestTrain, trainBytes } from "./smtp-train.ts";
import type { SmtpTarget } from "./smtp-url.ts";

type PoolOptions = { size?: number; idleMs?: number; limits?: SmtpLimits };
type Idle = { connection: SmtpConnection; timer: NodeJS.Timeout };
type Delivered = { connection: SmtpConnection | undefined; isWell: boolean };
type Waiting = {
  mail: Mail;
  notAfter: number;
  resolve(outcome: SmtpOutcome | Late): void;
  reject(error: unknown): void;
};

/** With a server that takes longer for a message, the next one is chosen only when its turn has come. */
const quickMs = 200;

/** A server that broke off a train gets one message at a time for a while; one that did not understand it, from then on. */
const cautionMs = minutes(10);

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
  #trainsAfter = 0;

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
    let length = 1;
    // Chosen while the one before is on its way, so that it can be announced together with its end.
    const ahead: Ahead = (takesTrains) => {
      const next = lastMs > quickMs ? undefined : this.#peek();
      if (next === undefined || (takesTrains && this.#fitsTrain(next))) return undefined;
      taken = this.#next();
      return taken?.mail;
    };
    for (let waiting = this.#next(); waiting !== undefined; waiting = taken ?? this.#next()) {
      const isAnnounced = waiting === taken;
      taken = undefined;
      const begun = performance.now();
      const canCouple = !isAnnounced && connection?.isOpen === true && connection.takesTrains;
      const train = canCouple ? this.#couple(waiting, length) : [waiting];
      const sent =
        connection !== undefined && train.length > 1
          ? await this.#deliverTrain(connection, train)
          : await this.#deliver(connection, waiting, ahead);
      connection = sent.connection;
      lastMs = performance.now() - begun;
      length = sent.isWell && lastMs <= quickMs ? Math.min(length * 2, longestTrain) : 1;
    }
    this.#freeSlots += 1;
    if (connection?.isOpen === true) this.#keep(connection);
  }

  #next(): Waiting | undefined {
    return this.#peek() === undefined ? undefined : this.#waiting.shift();
  }

  /** The next one that is not late by now. */
  #peek(): Waiting | undefined {
    for (let waiting = this.#waiting[0]; waiting !== undefined; waiting = this.#waiting[0]) {
      if (performance.now() <= waiting.notAfter) return waiting;
      this.#waiting.shift();
      waiting.resolve({ outcome: "late" });
    }
    return undefined;
  }

  #fitsTrain({ mail }: Waiting): boolean {
    return performance.now() >= this.#trainsAfter && fitsTrain(mail);
  }

  /** As many as leave together with the first. */
  #couple(first: Waiting, most: number): Waiting[] {
    const train = [first];
    if (!this.#fitsTrain(first)) return train;
    let bytes = first.mail.message.length;
    for (let next = this.#peek(); next !== undefined && train.length < most; next = this.#peek()) {
      bytes += next.mail.message.length;
      if (bytes > trainBytes || !this.#fitsTrain(next)) break;
      this.#waiting.shift();
      train.push(next);
    }
    return train;
  }

  /** Whoever was not tried, because the server closes or does not understand, waits as the next again. */
  async #deliverTrain(connection: SmtpConnection, train: readonly Waiting[]): Promise<Delivered> {
    const untried: Waiting[] = [];
    const riders = train.map((waiting) => ({
      mail: waiting.mail,
      resolve: (outcome: SmtpOutcome | Late) => {
        if (outcome.outcome === "late" || isStale(outcome)) untried.push(waiting);
        else waiting.resolve(outcome);
      },
    }));
    try {
      const outcomes = await connection.sendTrain(riders);
      this.#waiting.unshift(...untried);
      this.#trainsAfter = Math.max(this.#trainsAfter, nextTrainAt(outcomes));
      return { connection, isWell: outcomes.every(({ outcome }) => outcome === "sent") };
    } catch (error) {
      for (const waiting of train) waiting.reject(error);
      return { connection: undefined, isWell: false };
    }
  }

  async #deliver(kept: SmtpConnection | undefined, waiting: Waiting, ahead: Ahead): Promise<Delivered> {
    try {
      const { connection, outcome } = await this.#send(kept, waiting.mail, ahead);
      waiting.resolve(outcome);
      return { connection, isWell: outcome.outcome === "sent" };
    } catch (error) {
      waiting.reject(error);
      return { connection: undefined, isWell: false };
    }
  }

  async #send(kept: SmtpConnection | undefined, mail: Mail, ahead: Ahead) {
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

function nextTrainAt(outcomes: readonly (SmtpOutcome | Late)[]): number {
  // Many close a connection politely after so many messages; the next one takes trains again.
  const isClosed = outcomes.some((outcome) => outcome.outcome === "refused" && outcome.code === 421);
  if (!isClosed && outcomes.some(({ outcome }) => outcome === "late")) return Infinity;
  return outcomes.some(({ outcome }) => outcome === "unknown") ? performance.now() + cautionMs : 0;
}

/** The server hung up on an idle connection and we noticed only now; nothing was handed over. */
function isStale(outcome: SmtpOutcome): boolean {
  return outcome.outcome === "refused" && outcome.stage === "mail" && (outcome.code === 0 || outcome.code === 421);
}
