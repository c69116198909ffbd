import { minutes } from "../kernel/local-time.ts";
import { refusedByFailure, SmtpError, type NotTriedOutcome, type SmtpMessage, type SmtpOutcome } from "./outcome.ts";
import { defaultLimits, SmtpConnection, type NextMessage, type SmtpLimits } from "./smtp.ts";
import { canPipeline, maxPipelinedMessages, maxPipelineBytes } from "./smtp-pipeline.ts";
import type { SmtpTarget } from "./smtp-url.ts";

type PoolOptions = { size?: number; idleMs?: number; limits?: SmtpLimits };
type Idle = { connection: SmtpConnection; timer: NodeJS.Timeout };
type DeliveryResult = { connection: SmtpConnection | undefined; isSent: boolean };
type QueuedSend = {
  mail: SmtpMessage;
  notAfter: number;
  resolve(outcome: SmtpOutcome | NotTriedOutcome): void;
  reject(error: unknown): void;
};

/** For a server that takes longer per message, the next message is chosen only when it can be sent. */
const fastServerMs = 200;

/** After a broken pipeline the server gets one message at a time for a while; after a protocol error, permanently. */
const pipelineCooldownMs = minutes(10);

/** A few connections to one server, opened when needed, reused while there is work, closed when idle. */
export class SmtpPool {
  readonly #target: SmtpTarget;
  readonly #limits: SmtpLimits;
  readonly #idleMs: number;
  #freeSlots: number;
  readonly #queue: QueuedSend[] = [];
  #idle: Idle[] = [];
  readonly #running = new Set<Promise<void>>();
  #isClosed = false;
  #pipelineAfter = 0;

  constructor(target: SmtpTarget, { size = 8, idleMs = 10_000, limits = defaultLimits }: PoolOptions = {}) {
    this.#target = target;
    this.#limits = limits;
    this.#idleMs = idleMs;
    this.#freeSlots = size;
  }

  async send(mail: SmtpMessage, notAfter = Infinity): Promise<SmtpOutcome | NotTriedOutcome> {
    if (this.#isClosed) throw new Error("the mail transport is closed");
    return new Promise((resolve, reject) => {
      this.#queue.push({ mail, notAfter, resolve, reject });
      if (this.#freeSlots === 0) return;
      this.#freeSlots -= 1;
      const working = this.#work().finally(() => this.#running.delete(working));
      this.#running.add(working);
    });
  }

  /** Accepted messages are still sent. */
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

  /** One slot: sends message after message over one connection while there are any. */
  async #work(): Promise<void> {
    let connection = this.#takeIdle();
    let taken: QueuedSend | undefined;
    let lastMs = 0;
    let maxBatchLength = 1;
    // Chosen while the previous message is in flight, so that its envelope can be pipelined with the end of that one.
    const nextMessage: NextMessage = (supportsBdatPipelining) => {
      const next = lastMs > fastServerMs ? undefined : this.#peek();
      if (next === undefined || (supportsBdatPipelining && this.#canPipeline(next))) return undefined;
      taken = this.#next();
      return taken?.mail;
    };
    for (let waiting = this.#next(); waiting !== undefined; waiting = taken ?? this.#next()) {
      const isAnnounced = waiting === taken;
      taken = undefined;
      const begun = performance.now();
      const canBatch = !isAnnounced && connection?.isOpen === true && connection.supportsBdatPipelining;
      const batch = canBatch ? this.#takeBatch(waiting, maxBatchLength) : [waiting];
      const sent =
        connection !== undefined && batch.length > 1
          ? await this.#deliverBatch(connection, batch)
          : await this.#deliver(connection, waiting, nextMessage);
      connection = sent.connection;
      lastMs = performance.now() - begun;
      maxBatchLength = sent.isSent && lastMs <= fastServerMs ? Math.min(maxBatchLength * 2, maxPipelinedMessages) : 1;
    }
    this.#freeSlots += 1;
    if (connection?.isOpen === true) this.#keep(connection);
  }

  #next(): QueuedSend | undefined {
    return this.#peek() === undefined ? undefined : this.#queue.shift();
  }

  /** The next message whose deadline has not passed. */
  #peek(): QueuedSend | undefined {
    for (let waiting = this.#queue[0]; waiting !== undefined; waiting = this.#queue[0]) {
      if (performance.now() <= waiting.notAfter) return waiting;
      this.#queue.shift();
      waiting.resolve({ outcome: "late" });
    }
    return undefined;
  }

  #canPipeline({ mail }: QueuedSend): boolean {
    return performance.now() >= this.#pipelineAfter && canPipeline(mail);
  }

  /** The messages that are sent together with the first. */
  #takeBatch(first: QueuedSend, most: number): QueuedSend[] {
    const batch = [first];
    if (!this.#canPipeline(first)) return batch;
    let bytes = first.mail.message.length;
    for (let next = this.#peek(); next !== undefined && batch.length < most; next = this.#peek()) {
      bytes += next.mail.message.length;
      if (bytes > maxPipelineBytes || !this.#canPipeline(next)) break;
      this.#queue.shift();
      batch.push(next);
    }
    return batch;
  }

  /**
   * Messages that were not tried, because the server closes or rejects pipelining, return to the front of the queue.
   */
  async #deliverBatch(connection: SmtpConnection, batch: readonly QueuedSend[]): Promise<DeliveryResult> {
    const untried: QueuedSend[] = [];
    const messages = batch.map((waiting) => ({
      mail: waiting.mail,
      resolve: (outcome: SmtpOutcome | NotTriedOutcome) => {
        if (outcome.outcome === "late" || isStale(outcome)) untried.push(waiting);
        else waiting.resolve(outcome);
      },
    }));
    try {
      const outcomes = await connection.sendPipelined(messages);
      this.#queue.unshift(...untried);
      this.#pipelineAfter = Math.max(this.#pipelineAfter, nextPipelineAt(outcomes));
      return { connection, isSent: outcomes.every(({ outcome }) => outcome === "sent") };
    } catch (error) {
      for (const waiting of batch) waiting.reject(error);
      return { connection: undefined, isSent: false };
    }
  }

  async #deliver(
    kept: SmtpConnection | undefined,
    waiting: QueuedSend,
    nextMessage: NextMessage,
  ): Promise<DeliveryResult> {
    try {
      const { connection, outcome } = await this.#send(kept, waiting.mail, nextMessage);
      waiting.resolve(outcome);
      return { connection, isSent: outcome.outcome === "sent" };
    } catch (error) {
      waiting.reject(error);
      return { connection: undefined, isSent: false };
    }
  }

  async #send(kept: SmtpConnection | undefined, mail: SmtpMessage, nextMessage: NextMessage) {
    if (kept?.canSend(mail) === true) {
      const outcome = await kept.send(mail, nextMessage);
      if (!isStale(outcome)) return { connection: kept, outcome };
    }
    try {
      const connection = await SmtpConnection.open(this.#target, this.#limits);
      return { connection, outcome: await connection.send(mail, nextMessage) };
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

function nextPipelineAt(outcomes: readonly (SmtpOutcome | NotTriedOutcome)[]): number {
  // Many servers close a connection after some messages; the next connection pipelines again.
  const isClosed = outcomes.some((outcome) => outcome.outcome === "refused" && outcome.code === 421);
  if (!isClosed && outcomes.some(({ outcome }) => outcome === "late")) return Infinity;
  return outcomes.some(({ outcome }) => outcome === "unknown") ? performance.now() + pipelineCooldownMs : 0;
}

/** The server closed an idle connection, detected only now; nothing was sent. */
function isStale(outcome: SmtpOutcome): boolean {
  return outcome.outcome === "refused" && outcome.stage === "mail" && (outcome.code === 0 || outcome.code === 421);
}
