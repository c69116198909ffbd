import { minutes } from "../kernel/local-time.ts";
import { refusedByFailure, SmtpError, type NotTriedOutcome, type SmtpMessage, type SmtpOutcome } from "./outcome.ts";
import { defaultLimits, SmtpConnection, type NextMessage, type SmtpLimits } from "./smtp.ts";
import { RelayPace, type RelayCapacity } from "./relay-pace.ts";
import { canPipeline, maxPipelineBytes } from "./smtp-pipeline.ts";
import type { SmtpTarget } from "./smtp-url.ts";

type PoolOptions = { size?: number; idleMs?: number; limits?: SmtpLimits };
type Idle = { connection: SmtpConnection; timer: NodeJS.Timeout };
type DeliveryResult = {
  connection: SmtpConnection | undefined;
  isSent: boolean;
  /** The relay accepts no more connections: the message waits for another one. */
  isSurplus?: boolean;
};
type QueuedSend = {
  mail: SmtpMessage;
  notAfter: number;
  resolve(outcome: SmtpOutcome | NotTriedOutcome): void;
  reject(error: unknown): void;
};

/** After a broken pipeline the server gets one message at a time for a while; after a protocol error, permanently. */
const pipelineCooldownMs = minutes(10);

/**
 * Connections to one server, opened when needed, reused while there is work, closed when idle. A slow server gets more of
 * them, up to `size` (`RelayPace`).
 */
export class SmtpPool {
  readonly #target: SmtpTarget;
  readonly #limits: SmtpLimits;
  readonly #idleMs: number;
  readonly #pace: RelayPace;
  readonly #queue: QueuedSend[] = [];
  #idle: Idle[] = [];
  /** Connections that are open, with the number of messages that each may get in one write. */
  readonly #pipelineLengths = new Map<SmtpConnection, number>();
  readonly #running = new Set<Promise<void>>();
  #isClosed = false;
  #pipelineAfter = 0;

  constructor(target: SmtpTarget, { size = 20, idleMs = 10_000, limits = defaultLimits }: PoolOptions = {}) {
    this.#target = target;
    this.#limits = limits;
    this.#idleMs = idleMs;
    this.#pace = new RelayPace(size);
  }

  resize(connections: number): void {
    this.#pace.resize(connections);
  }

  /** How many messages the relay can take at once, and how many it can begin to take within this time. */
  capacity(withinMs: number): RelayCapacity {
    const lengths = [...this.#pipelineLengths.values()];
    const unopened = Math.max(0, this.#pace.connections - lengths.length);
    return this.#pace.capacity(
      lengths.reduce((sum, length) => sum + length, unopened),
      withinMs,
    );
  }

  async send(mail: SmtpMessage, notAfter = Infinity): Promise<SmtpOutcome | NotTriedOutcome> {
    if (this.#isClosed) throw new Error("the mail transport is closed");
    return new Promise((resolve, reject) => {
      this.#queue.push({ mail, notAfter, resolve, reject });
      this.#startSlot();
    });
  }

  #startSlot(): void {
    if (this.#queue.length === 0 || this.#running.size >= this.#pace.connections) return;
    const working: Promise<void> = this.#work().finally(() => {
      this.#running.delete(working);
      // A slot that ended as surplus may have left messages to the others, which may have ended meanwhile.
      this.#startSlot();
    });
    this.#running.add(working);
  }

  /** Accepted messages are still sent. */
  async close(): Promise<void> {
    this.#isClosed = true;
    while (this.#running.size > 0) await Promise.all(this.#running);
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
    // Chosen while the previous message is in flight, so that its envelope can be pipelined with the end of that one.
    const nextMessage: NextMessage = (supportsBdatPipelining) => {
      // For a slow server the next message is chosen only when it can be sent.
      const next = this.#pace.isSlow ? undefined : this.#peek();
      if (next === undefined || (supportsBdatPipelining && this.#canPipeline(next))) return undefined;
      taken = this.#next();
      return taken?.mail;
    };
    for (let waiting = this.#next(); waiting !== undefined; waiting = taken ?? this.#nextOfSlot()) {
      const isAnnounced = waiting === taken;
      taken = undefined;
      const begun = performance.now();
      const kept = connection?.isOpen === true ? connection : undefined;
      const canBatch = !isAnnounced && kept?.supportsBdatPipelining === true;
      const batch = canBatch ? this.#takeBatch(waiting, this.#pipelineLengths.get(kept) ?? 1) : [waiting];
      const sent =
        kept !== undefined && batch.length > 1
          ? await this.#deliverBatch(kept, batch)
          : await this.#deliver(connection, waiting, nextMessage);
      if (sent.isSurplus === true) break;
      this.#record(connection, sent, { ms: performance.now() - begun, count: batch.length });
      connection = sent.connection;
    }
    if (connection?.isOpen === true) this.#keep(connection);
    else if (connection !== undefined) this.#pipelineLengths.delete(connection);
  }

  /** None for a slot above the limit of connections, which ends. */
  #nextOfSlot(): QueuedSend | undefined {
    return this.#running.size > this.#pace.connections ? undefined : this.#next();
  }

  #record(before: SmtpConnection | undefined, sent: DeliveryResult, delivery: { ms: number; count: number }): void {
    const { connection, isSent } = sent;
    const isNew = connection !== before;
    const length = connection === undefined || isNew ? 1 : (this.#pipelineLengths.get(connection) ?? 1);
    const next = this.#pace.record({ ...delivery, length, isSent, isNew, isFull: this.#isFull });
    if (before !== undefined && isNew) this.#pipelineLengths.delete(before);
    if (connection !== undefined) this.#pipelineLengths.set(connection, connection.supportsBdatPipelining ? next : 1);
    this.#startSlot();
  }

  get #isFull(): boolean {
    return this.#running.size >= this.#pace.connections;
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
      if (outcomes.some(isClosing)) this.#pace.shrink();
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
      if (isClosing(outcome)) this.#pace.shrink();
      const others = this.#pipelineLengths.size - (kept !== undefined && this.#pipelineLengths.has(kept) ? 1 : 0);
      if (isConnectionRefused(outcome) && others > 0) {
        // The relay limits connections and serves the others: one of them takes the message.
        this.#pace.shrinkTo(others);
        this.#queue.unshift(waiting);
        return { connection: undefined, isSent: false, isSurplus: true };
      }
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
      this.#pipelineLengths.set(connection, 1);
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
      this.#pipelineLengths.delete(idle.connection);
    }
    return undefined;
  }

  #keep(connection: SmtpConnection) {
    const timer = setTimeout(() => {
      this.#idle = this.#idle.filter((idle) => idle.connection !== connection);
      this.#pipelineLengths.delete(connection);
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

/** 421 to a new connection: the server has enough of them. */
const isConnectionRefused = (outcome: SmtpOutcome): boolean =>
  outcome.outcome === "refused" && outcome.code === 421 && (outcome.stage === "greeting" || outcome.stage === "ehlo");

/** 421 to a message, beyond what a server does after a number of messages on one connection. */
const isClosing = (outcome: SmtpOutcome | NotTriedOutcome): boolean =>
  outcome.outcome === "refused" && outcome.code === 421 && ["rcpt", "data", "message"].includes(outcome.stage);
