import { minutes } from "../kernel/local-time.ts";
import { maxPipelinedMessages } from "./smtp-pipeline.ts";

/** Enough for a server that answers at once. */
const initialConnections = 8;
/** A server that takes longer per message on one connection gets more connections. */
const fastMessageMs = 3;
/** A server that takes longer per write is slow: messages are not chosen ahead for it. */
const slowMs = 200;
/** A server that takes longer per write has no messages waiting for a connection: they would wait longer than a claim is valid. */
const noReserveMs = 500;
/** After 421 the pool grows by one connection in this time. */
const cautiousGrowthMs = minutes(1);
const cautiousMs = minutes(10);
/** A slow server that handles pipelined messages one after another gets single ones for this time. */
const noPipelineMs = minutes(1);
/** Share of the newest measurement in an average. */
const newest = 0.2;

/** `concurrent`: messages that are with the relay at once; `startable`: those and the ones that follow within a given time. */
export type RelayCapacity = { readonly concurrent: number; readonly startable: number };

type Delivery = {
  readonly ms: number;
  /** Messages of the write. */
  readonly count: number;
  /** Messages that the connection may get in one write. */
  readonly length: number;
  readonly isSent: boolean;
  /** The time includes opening the connection. */
  readonly isNew: boolean;
  /** All allowed connections are in use. */
  readonly isFull: boolean;
};

/** How many connections a relay gets and how many messages per write, by its measured latency. */
export class RelayPace {
  #maxConnections: number;
  #connections: number;
  #growAfter = 0;
  #cautiousUntil = 0;
  #pipelineSlowAfter = 0;
  /** Averages of one write, of one write with one message, and of one message of a write. */
  #writeMs: number | undefined;
  #singleMs: number | undefined;
  #messageMs = 0;

  constructor(maxConnections: number) {
    this.#maxConnections = maxConnections;
    this.#connections = Math.min(initialConnections, maxConnections);
  }

  /** The most connections changed. */
  resize(maxConnections: number): void {
    this.#maxConnections = maxConnections;
    this.#connections = Math.max(1, Math.min(this.#connections, maxConnections));
  }

  get connections(): number {
    return this.#connections;
  }

  get isSlow(): boolean {
    return (this.#writeMs ?? 0) > slowMs;
  }

  capacity(concurrent: number, withinMs: number): RelayCapacity {
    const writeMs = this.#writeMs;
    if (writeMs === undefined) return { concurrent, startable: concurrent * 3 };
    const turns = writeMs > noReserveMs ? 1 : 1 + withinMs / Math.max(writeMs, 1);
    return { concurrent, startable: Math.floor(concurrent * turns) };
  }

  /** Returns how many messages the connection may get in its next write. */
  record({ ms, count, length, isSent, isNew, isFull }: Delivery): number {
    this.#writeMs = average(this.#writeMs, ms);
    this.#messageMs = average(this.#messageMs, ms / count);
    const next = isSent ? this.#nextLength({ ms, count, length }) : 1;
    if (count === 1 && !isNew) this.#singleMs = average(this.#singleMs, ms);
    if (isSent && isFull && this.#messageMs > fastMessageMs) this.#grow();
    return next;
  }

  /** Doubles for a server that answers several messages as fast as one. */
  #nextLength({ ms, count, length }: Pick<Delivery, "ms" | "count" | "length">): number {
    const doubled = Math.min(length * 2, maxPipelinedMessages);
    if (ms <= slowMs) return doubled;
    const now = performance.now();
    const isAsFastAsOne = this.#singleMs !== undefined && ms <= this.#singleMs * 1.5;
    if (count > 1 && !isAsFastAsOne) this.#pipelineSlowAfter = now + noPipelineMs;
    return isAsFastAsOne && now >= this.#pipelineSlowAfter ? doubled : 1;
  }

  #grow(): void {
    const now = performance.now();
    if (this.#connections >= this.#maxConnections || now < this.#growAfter) return;
    this.#connections += 1;
    if (now < this.#cautiousUntil) this.#growAfter = now + cautiousGrowthMs;
  }

  /** The relay answered 421 to a message. */
  shrink(): void {
    this.shrinkTo(Math.floor(this.#connections / 2));
  }

  /** The relay answered 421 to a connection beyond these. */
  shrinkTo(connections: number): void {
    const now = performance.now();
    this.#connections = Math.max(1, Math.min(this.#connections, connections));
    this.#growAfter = now + cautiousGrowthMs;
    this.#cautiousUntil = now + cautiousMs;
  }
}

const average = (before: number | undefined, value: number): number =>
  before === undefined ? value : before + (value - before) * newest;
