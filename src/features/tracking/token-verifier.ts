import type { DataKey } from "../../kernel/encryption.ts";
import { openFingerprintKey } from "../../kernel/fingerprint-key.ts";
import type { Clock } from "../../kernel/clock.ts";
import type { SystemDb } from "../../db/tenant.ts";
import { BoundedCache } from "../../kernel/bounded-cache.ts";
import type { MacKey } from "../../kernel/mac.ts";
import {
  isTokenSignatureValid,
  publicTokenKey,
  parseToken,
  type PublicToken,
  type UnverifiedToken,
} from "../../kernel/public-token.ts";
import { findFingerprintKey } from "./queries.ts";

type CachedKey = { readonly key: MacKey | undefined; readonly readAt: number };
/** The message of the token. */
export type MessageToken = Pick<PublicToken, "tenantId" | "contactId"> & { readonly campaignId: string };

const maxCachedKeys = 5000;
/** Tokens repeat: a message is opened, then its links are followed. */
const maxCachedTokens = 20_000;
/** A missing company is cached briefly: it may be created later. */
const missingKeyTtlMs = 10_000;

type ParsedMessageToken = { readonly token: UnverifiedToken; readonly message: MessageToken };

function parseMessageToken(text: string): ParsedMessageToken | undefined {
  const token = parseToken(text);
  if (token === undefined) return undefined;
  const { purpose, tenantId, contactId, campaignId } = token.claims;
  if (campaignId === null || (purpose !== "click" && purpose !== "open")) return undefined;
  return { token, message: { tenantId, contactId, campaignId } };
}

export type TokenVerifierDeps = {
  readonly db: SystemDb;
  readonly clock: Clock;
  readonly dataKey: DataKey | undefined;
};

/** Verifies message tokens, without a query once the company's key is cached. */
export class TokenVerifier {
  readonly #db: SystemDb;
  readonly #clock: Clock;
  readonly #dataKey: DataKey | undefined;
  readonly #keys = new BoundedCache<string, CachedKey>(maxCachedKeys);
  readonly #verified = new BoundedCache<string, MessageToken>(maxCachedTokens);

  constructor({ db, clock, dataKey }: TokenVerifierDeps) {
    this.#db = db;
    this.#clock = clock;
    this.#dataKey = dataKey;
  }

  /** Read from the cache only: undefined for an invalid token and for a company whose key is not cached yet. */
  verifyCached(text: string): MessageToken | undefined {
    const verified = this.#verified.get(text);
    if (verified !== undefined) return verified;
    const parsed = parseMessageToken(text);
    const key = parsed && this.#keys.get(parsed.message.tenantId)?.key;
    return key && this.#verifyWith(text, parsed, key);
  }

  findCachedKey(tenantId: string): MacKey | undefined {
    return this.#keys.get(tenantId)?.key;
  }

  /** The key that signs the company's tokens. */
  async findKey(tenantId: string): Promise<MacKey | undefined> {
    const cached = this.#keys.get(tenantId);
    return cached !== undefined && this.#isFresh(cached) ? cached.key : this.#load(tenantId);
  }

  /** Synchronous if the company's key is cached. */
  verify(text: string): MessageToken | undefined | Promise<MessageToken | undefined> {
    const verified = this.verifyCached(text);
    if (verified !== undefined) return verified;
    const parsed = parseMessageToken(text);
    if (parsed === undefined) return undefined;
    const cached = this.#keys.get(parsed.message.tenantId);
    if (cached !== undefined && this.#isFresh(cached)) return undefined;
    return this.#load(parsed.message.tenantId).then((key) => key && this.#verifyWith(text, parsed, key));
  }

  #verifyWith(text: string, { token, message }: ParsedMessageToken, key: MacKey): MessageToken | undefined {
    if (!isTokenSignatureValid(key, token)) return undefined;
    this.#verified.set(text, message);
    return message;
  }

  #isFresh({ key, readAt }: CachedKey): boolean {
    return key !== undefined || this.#clock.now().getTime() - readAt < missingKeyTtlMs;
  }

  async #load(tenantId: string): Promise<MacKey | undefined> {
    const stored = await findFingerprintKey(this.#db, tenantId);
    const key = stored && publicTokenKey(openFingerprintKey(this.#dataKey, stored.guid, stored.fingerprintKey));
    this.#keys.set(tenantId, { key, readAt: this.#clock.now().getTime() });
    return key;
  }
}
