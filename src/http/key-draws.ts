import type { SystemDb } from "../db/tenant.ts";
import { inTime } from "./in-time.ts";
import { findKeyAndDraw, type ApiLimits, type KeyIdentity } from "./queries.ts";

export type KeyCredentials = { readonly hash: Buffer; readonly email: string | null };

/** What one request found: whether the buckets had room for it, and what they hold after it. */
export type Drawn = Omit<KeyIdentity, "granted"> & {
  /** Null when the company has no bucket yet. */
  readonly isAllowed: boolean | null;
};

type Waiting = { resolve: (drawn: Drawn | undefined) => void; reject: (error: unknown) => void };

/**
 * Looks up keys and draws from the buckets of their companies. Requests of one key that come while it is being looked up
 * wait for the next look, and share it: many at once then cost hardly more than one.
 */
export class KeyDraws {
  readonly #db: SystemDb;
  readonly #limits: ApiLimits;
  readonly #waiting = new Map<string, Waiting[]>();

  constructor(db: SystemDb, limits: ApiLimits) {
    this.#db = db;
    this.#limits = limits;
  }

  /** Undefined when the key is none, or not valid any more. */
  draw(key: KeyCredentials): Promise<Drawn | undefined> {
    const name = `${key.hash.toString("latin1")}${key.email ?? ""}`;
    return new Promise((resolve, reject) => {
      const waiting = this.#waiting.get(name);
      if (waiting !== undefined) {
        waiting.push({ resolve, reject });
        return;
      }
      this.#waiting.set(name, [{ resolve, reject }]);
      void this.#serve(name, key);
    });
  }

  async #serve(name: string, key: KeyCredentials): Promise<void> {
    for (;;) {
      const asking = this.#waiting.get(name) ?? [];
      if (asking.length === 0) break;
      this.#waiting.set(name, []);
      await this.#drawFor(key, asking);
    }
    this.#waiting.delete(name);
  }

  async #drawFor(key: KeyCredentials, asking: readonly Waiting[]): Promise<void> {
    try {
      // A look that never ends must not hold up the key for good.
      const found = await inTime(findKeyAndDraw(this.#db, key, { limits: this.#limits, wanted: asking.length }));
      for (const [index, { resolve }] of asking.entries()) resolve(found && shareOf(found, index));
    } catch (error) {
      for (const { reject } of asking) reject(error);
    }
  }
}

/** As if the requests had come one after another. */
function shareOf({ granted, tokens, dayTokens, ...found }: KeyIdentity, index: number): Drawn {
  if (granted === null || tokens === null || dayTokens === null)
    return { ...found, tokens, dayTokens, isAllowed: null };
  const later = Math.max(0, granted - 1 - index);
  return { ...found, tokens: tokens + later, dayTokens: dayTokens + later, isAllowed: index < granted };
}
