import type { Context } from "../../context.ts";
import type { Clock } from "../../kernel/clock.ts";
import type { RelayPools } from "../../mail/relay-pools.ts";
import type { Transport } from "../../mail/transport.ts";
import type { SourceRef } from "../../message-source.ts";
import { useRelay } from "../sending/connections/relay.ts";
import type { RouteConnection } from "../sending/connections/route.ts";
import type { DueSource } from "./batches.queries.ts";
import { sourceKey } from "./fair-scheduler.ts";
import { SendWindow } from "./send-window.ts";

/** Batches that a process sends over one connection at the same time. */
const maxBatchesPerConnection = 3;
/** Sources whose way is remembered; a source that was forgotten is looked up again. */
const maxKnownSources = 10_000;
const installation = "installation";

/** The use of a connection by one batch. */
export type LaneUse = { readonly transport: Transport; readonly window: SendWindow; done(): void };

/**
 * The companies' own connections in this process. Each has a send window of its own, so that a slow one holds back neither
 * the others nor the relay of the service.
 */
export class ConnectionLanes {
  readonly #pools: RelayPools;
  readonly #windows = new WeakMap<Transport, SendWindow>();
  /** Connection, or the relay of the service, by source. */
  readonly #ways = new Map<string, string>();
  /** Until when the limit of a connection is used up. */
  readonly #blocked = new Map<string, number>();
  /** Batches under way by connection. */
  readonly #batches = new Map<string, number>();

  constructor(pools: RelayPools) {
    this.#pools = pools;
  }

  /** Whether the source is sent over connections of its company. A source that is not known yet is looked up as one. */
  isOwn(due: DueSource): boolean {
    const way = this.#ways.get(sourceKey(due));
    return way === undefined ? due.hasConnections : way !== installation;
  }

  /** The connection of the source has as many batches as this process sends over it, or its limit is used up. */
  isFull(ref: SourceRef, clock: Clock): boolean {
    const way = this.#ways.get(sourceKey(ref));
    if (way === undefined) return false;
    const until = this.#blocked.get(way);
    if (until !== undefined && until > clock.now().getTime()) return true;
    if (until !== undefined) this.#blocked.delete(way);
    return this.#hasMost(way);
  }

  #hasMost(way: string): boolean {
    return (this.#batches.get(way) ?? 0) >= maxBatchesPerConnection;
  }

  /** The limit of the connection lets nothing leave before. */
  blockUntil(ref: SourceRef, until: Date): void {
    const way = this.#ways.get(sourceKey(ref));
    if (way !== undefined) this.#blocked.set(way, until.getTime());
  }

  /** The next batch of the source is looked up again. */
  forget(ref: SourceRef): void {
    this.#ways.delete(sourceKey(ref));
  }

  noteInstallation(ref: SourceRef): void {
    this.#note(ref, installation);
  }

  #note(ref: SourceRef, way: string): void {
    if (this.#ways.size >= maxKnownSources) this.#ways.clear();
    this.#ways.set(sourceKey(ref), way);
  }

  /** Undefined when this process may send no further batch over the connection now. */
  async enter(ctx: Context, ref: SourceRef, connection: RouteConnection): Promise<LaneUse | undefined> {
    const way = `${ref.tenantId} ${connection.id}`;
    this.#note(ref, way);
    if (this.#hasMost(way)) return undefined;
    this.#count(way, 1);
    try {
      const relay = await useRelay(ctx, this.#pools, connection);
      if (relay === undefined) {
        this.#count(way, -1);
        return undefined;
      }
      const { transport } = relay;
      const window = this.#windows.get(transport) ?? new SendWindow(transport);
      this.#windows.set(transport, window);
      const done = () => {
        this.#count(way, -1);
        relay.done();
      };
      return { transport, window, done };
    } catch (error) {
      this.#count(way, -1);
      throw error;
    }
  }

  #count(way: string, change: number): void {
    const count = (this.#batches.get(way) ?? 0) + change;
    if (count > 0) this.#batches.set(way, count);
    else this.#batches.delete(way);
  }
}
