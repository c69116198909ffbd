import { Gathering } from "../db/gathering.ts";
import type { SystemDb } from "../db/tenant.ts";
import { inTime } from "./in-time.ts";
import { findKeyAndDraw, type ApiLimits, type KeyIdentity } from "./queries.ts";

export type KeyCredentials = { readonly hash: Buffer; readonly email: string | null };

/** What one request found: whether the buckets had room for it, and what they hold after it. */
export type Drawn = {
  readonly key: KeyIdentity;
  readonly tokens: number | null;
  readonly dayTokens: number | null;
  /** Null when the company has no bucket yet. */
  readonly isAllowed: boolean | null;
};

/** Looks up keys and draws from the buckets of their companies, for all requests of one key that come together at once. */
export class KeyDraws {
  readonly #db: SystemDb;
  readonly #limits: ApiLimits;
  readonly #byKey = new Map<string, Gathering<KeyCredentials, Drawn | undefined>>();

  constructor(db: SystemDb, limits: ApiLimits) {
    this.#db = db;
    this.#limits = limits;
  }

  /** Undefined when the key is none, or not valid any more. */
  draw(key: KeyCredentials): Promise<Drawn | undefined> {
    const name = `${key.hash.toString("latin1")}${key.email ?? ""}`;
    const gathering =
      this.#byKey.get(name) ??
      new Gathering(
        (asks: readonly KeyCredentials[]) => this.#drawFor(key, asks.length),
        // A second one would wait for the bucket's row anyway.
        { atOnce: 1, onIdle: () => this.#byKey.delete(name) },
      );
    this.#byKey.set(name, gathering);
    return gathering.ask(key);
  }

  async #drawFor(key: KeyCredentials, wanted: number): Promise<(Drawn | undefined)[]> {
    const found = await inTime(findKeyAndDraw(this.#db, key, { limits: this.#limits, wanted }));
    return Array.from({ length: wanted }, (_, index) => found && shareOf(found, index));
  }
}

/** As if the requests had come one after another. */
function shareOf(key: KeyIdentity, index: number): Drawn {
  const { granted, tokens, dayTokens } = key;
  if (granted === null || tokens === null || dayTokens === null) return { key, tokens, dayTokens, isAllowed: null };
  const later = Math.max(0, granted - 1 - index);
  return { key, tokens: tokens + later, dayTokens: dayTokens + later, isAllowed: index < granted };
}
