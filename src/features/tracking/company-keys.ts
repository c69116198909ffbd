import type { Clock } from "../../context.ts";
import type { SystemDb } from "../../db/tenant.ts";
import { BoundedCache } from "../../kernel/bounded-cache.ts";
import type { MacKey } from "../../kernel/mac.ts";
import { isGenuine, publicTokenKey, readToken, type PublicToken, type ReadToken } from "../../kernel/public-token.ts";
import { findFingerprintKey } from "./queries.ts";

type Known = { readonly key: MacKey | undefined; readonly readAt: number };
/** Which message it was. */
export type MessageToken = Pick<PublicToken, "tenantId" | "contactId"> & { readonly campaignId: string };

const companiesKept = 5000;
/** A message is opened, and then its links are followed. */
const tokensKept = 20_000;
/** A company that was not there may be there later. */
const absenceMs = 10_000;

type ReadMessage = { readonly token: ReadToken; readonly message: MessageToken };

function readMessage(text: string): ReadMessage | undefined {
  const token = readToken(text);
  if (token === undefined) return undefined;
  const { purpose, tenantId, contactId, campaignId } = token.claims;
  if (campaignId === null || (purpose !== "click" && purpose !== "open")) return undefined;
  return { token, message: { tenantId, contactId, campaignId } };
}

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

  /** From memory alone: undefined for what is not genuine, and for what a company signed that is not known yet. */
  recall(text: string): MessageToken | undefined {
    const opened = this.#opened.get(text);
    if (opened !== undefined) return opened;
    const read = readMessage(text);
    const key = read && this.#keys.get(read.message.tenantId)?.key;
    return key && this.#check(text, read, key);
  }

  /** At once where the company is known. */
  open(text: string): MessageToken | undefined | Promise<MessageToken | undefined> {
    const opened = this.recall(text);
    if (opened !== undefined) return opened;
    const read = readMessage(text);
    if (read === undefined) return undefined;
    const known = this.#keys.get(read.message.tenantId);
    if (known !== undefined && this.#isFresh(known)) return undefined;
    return this.#load(read.message.tenantId).then((key) => key && this.#check(text, read, key));
  }

  #check(text: string, { token, message }: ReadMessage, key: MacKey): MessageToken | undefined {
    if (!isGenuine(key, token)) return undefined;
    this.#opened.set(text, message);
    return message;
  }

  #isFresh({ key, readAt }: Known): boolean {
    return key !== undefined || this.#clock.now().getTime() - readAt < absenceMs;
  }

  async #load(tenantId: string): Promise<MacKey | undefined> {
    const fingerprintKey = await findFingerprintKey(this.#db, tenantId);
    const key = fingerprintKey === undefined ? undefined : publicTokenKey(fingerprintKey);
    this.#keys.set(tenantId, { key, readAt: this.#clock.now().getTime() });
    return key;
  }
}
