import type { TenantDb } from "../../db/tenant.ts";
import { appendParams, type LinkParam } from "../../mail/render/links.ts";
import { findTags } from "../../mail/render/tag-syntax.ts";
import { tokenPlaceholder } from "../../mail/render/values.ts";
import type { BlockLinks } from "../feeds/email-blocks.ts";

/** The numbers of addresses; one without a number is not tracked. */
export type NumberLinks = (db: TenantDb, urls: readonly string[]) => Promise<ReadonlyMap<string, number>>;

/** The links in products and articles of an e-mail whose clicks are counted. */
export const trackedBlockLinks =
  (base: string, params: readonly LinkParam[], numberLinks: NumberLinks): BlockLinks =>
  async (db, urls) => {
    const addresses = new Map(urls.map((url) => [url, appendParams(url, params)]));
    const numbers = await numberLinks(db, [...new Set(addresses.values())]);
    const direct = directLink(params);
    return (url) => {
      const number = numbers.get(addresses.get(url) ?? url);
      return number === undefined ? direct(url) : `${base}/t/c/${tokenPlaceholder}.${number}`;
    };
  };

/** Those of one without tracking: they lead to the items. Parameters with merge tags need a click to be filled. */
const directLink = (params: readonly LinkParam[]) => {
  const fixed = params.filter(({ value }) => findTags(value).length === 0);
  return (url: string) => appendParams(url, fixed);
};

export const directBlockLinks =
  (params: readonly LinkParam[]): BlockLinks =>
  async () =>
    directLink(params);
