import { Batcher } from "../db/batcher.ts";
import type { SystemDb } from "../db/tenant.ts";
import { BoundedCache } from "../kernel/bounded-cache.ts";
import { withDatabaseTimeout } from "./database-timeout.ts";
import { findKeyAndTakeTokens, type ApiLimits, type KeyIdentity, type KeyLocations } from "./queries.ts";

export type KeyCredentials = { readonly hash: Buffer; readonly email: string | null };

/** The result for one request: whether the buckets had tokens for it, and their levels after it. */
export type TokenGrant = {
  readonly key: KeyIdentity;
  readonly tokens: number | null;
  readonly dayTokens: number | null;
  /** Null when the company has no bucket yet. */
  readonly isAllowed: boolean | null;
};

/** Looks up keys and takes tokens from the buckets of their companies, batched per key. */
export class RateLimitedKeys {
  readonly #db: SystemDb;
  readonly #limits: ApiLimits;
  readonly #locations: KeyLocations = new BoundedCache(10_000);
  readonly #byKey = new Map<string, Batcher<KeyCredentials, TokenGrant | undefined>>();

  constructor(db: SystemDb, limits: ApiLimits) {
    this.#db = db;
    this.#limits = limits;
  }

  /** Undefined when the key is unknown, expired or revoked. */
  takeToken(key: KeyCredentials): Promise<TokenGrant | undefined> {
    const name = `${key.hash.toString("latin1")}${key.email ?? ""}`;
    const batcher =
      this.#byKey.get(name) ??
      new Batcher(
        (calls: readonly KeyCredentials[]) => this.#takeTokens(key, calls.length),
        // A second batch would wait for the bucket's row lock anyway.
        { concurrency: 1, onIdle: () => this.#byKey.delete(name) },
      );
    this.#byKey.set(name, batcher);
    return batcher.load(key);
  }

  async #takeTokens(key: KeyCredentials, requested: number): Promise<(TokenGrant | undefined)[]> {
    const identity = await withDatabaseTimeout(
      findKeyAndTakeTokens(this.#db, key, { limits: this.#limits, wanted: requested, locations: this.#locations }),
    );
    return Array.from({ length: requested }, (_, index) => identity && grantFor(identity, index));
  }
}

/** Counts as if the requests had arrived one after another. */
function grantFor(key: KeyIdentity, index: number): TokenGrant {
  const { grantedTokens, tokens, dayTokens } = key;
  if (grantedTokens === null || tokens === null || dayTokens === null)
    return { key, tokens, dayTokens, isAllowed: null };
  const later = Math.max(0, grantedTokens - 1 - index);
  return { key, tokens: tokens + later, dayTokens: dayTokens + later, isAllowed: index < grantedTokens };
}
