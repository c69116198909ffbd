import type { Clock } from "../../context.ts";
import type { SystemDb } from "../../db/tenant.ts";
import { BoundedCache } from "../../kernel/bounded-cache.ts";
import { isGenuine, publicTokenKey, readToken, type PublicToken } from "../../kernel/public-token.ts";
import { findFingerprintKey } from "./queries.ts";

type Known = { readonly key: Uint8Array | undefined; readonly readAt: number };
/** Which message it was. */
export type MessageToken = Pick<PublicToken, "tenantId" | "contactId"> & { readonly campaignId: string };

const companiesKept = 5000;
/** A message is opened, and then its links are followed. */
const tokensKept = 20_000;
/** A company that was not there may be there later. */
const absenceMs = 10_000;

/** Tells genuine tokens of messages from made up ones, without the database once the company is known. */
export class CompanyKeys {
  readonly #db: SystemDb;
  readonly #clock: Clock;
  readonly #keys = new BoundedCache<string, Known>(companiesKept);
  readonly #opened = new BoundedCache<string, MessageToken>(tokensKept);

  constructor(db: SystemDb, clock: Clock) {
    this.#db = db;
    this.#clock = clock;
  }

  /** At once where the company is known. */
  open(text: string): MessageToken | undefined | Promise<MessageToken | undefined> {
    const opened = this.#opened.get(text);
    if (opened !== undefined) return opened;
    const read = readToken(text);
    if (read === undefined) return undefined;
    const { purpose, tenantId, contactId, campaignId } = read.claims;
    if (campaignId === null || (purpose !== "click" && purpose !== "open")) return undefined;
    const token = { tenantId, contactId, campaignId };
    const check = (key: Uint8Array | undefined) => {
      if (key === undefined || !isGenuine(key, read)) return undefined;
      this.#opened.set(text, token);
      return token;
    };
    const known = this.#keys.get(tenantId);
    return known !== undefined && this.#isFresh(known) ? check(known.key) : this.#load(tenantId).then(check);
  }

  #isFresh({ key, readAt }: Known): boolean {
    return key !== undefined || this.#clock.now().getTime() - readAt < absenceMs;
  }

  async #load(tenantId: string): Promise<Uint8Array | undefined> {
    const fingerprintKey = await findFingerprintKey(this.#db, tenantId);
    const key = fingerprintKey === undefined ? undefined : publicTokenKey(fingerprintKey);
    this.#keys.set(tenantId, { key, readAt: this.#clock.now().getTime() });
    return key;
  }
}
