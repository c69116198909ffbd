import type { Transport } from "./transport.ts";

/** How long a relay of a company stays open without use; its connections are closed after ten seconds already. */
const idleMs = 30_000;

/** `undefined`: it cannot be opened by this process at the moment. */
type OpenRelay = () => Promise<Transport | undefined>;

/** The use of a relay; it stays open until all uses are done. */
export type RelayUse = { readonly transport: Transport; done(): void };

type OpenedRelay = { readonly transport: Promise<Transport | undefined>; users: number; timer?: NodeJS.Timeout };

/**
 * The relays that companies send over themselves, as far as this process uses them: opened with the first message and closed
 * when idle. A relay whose settings changed has another key.
 */
export class RelayPools {
  readonly #idleMs: number;
  readonly #relays = new Map<string, OpenedRelay>();

  constructor(options: { readonly idleMs?: number } = {}) {
    this.#idleMs = options.idleMs ?? idleMs;
  }

  async use(key: string, open: OpenRelay): Promise<RelayUse | undefined> {
    const relay = this.#relays.get(key) ?? this.#add(key, open);
    relay.users += 1;
    clearTimeout(relay.timer);
    const transport = await relay.transport.catch((error: unknown) => {
      this.#drop(key, relay);
      throw error;
    });
    if (transport === undefined) {
      this.#drop(key, relay);
      return undefined;
    }
    return { transport, done: () => this.#giveBack(key, relay) };
  }

  #add(key: string, open: OpenRelay): OpenedRelay {
    const relay: OpenedRelay = { transport: open(), users: 0 };
    this.#relays.set(key, relay);
    return relay;
  }

  /** What could not be opened is tried again with the next use. */
  #drop(key: string, relay: OpenedRelay): void {
    if (this.#relays.get(key) === relay) this.#relays.delete(key);
  }

  #giveBack(key: string, relay: OpenedRelay): void {
    relay.users -= 1;
    if (relay.users > 0) return;
    relay.timer = setTimeout(() => {
      this.#drop(key, relay);
      void relay.transport.then((transport) => transport?.close());
    }, this.#idleMs);
    relay.timer.unref();
  }

  /** Messages that were handed over are still sent. */
  async close(): Promise<void> {
    const relays = [...this.#relays.values()];
    this.#relays.clear();
    for (const { timer } of relays) clearTimeout(timer);
    await Promise.all(relays.map(async ({ transport }) => (await transport.catch(() => undefined))?.close()));
  }
}
