import { hash } from "node:crypto";
import { readCsvItems } from "./csv-items.ts";
import { decodeFeed } from "./decode.ts";
import { readGoogleItem } from "./formats/google.ts";
import { readHeurekaItem } from "./formats/heureka.ts";
import { readArticle } from "./formats/rss.ts";
import { readShoptetItem } from "./formats/shoptet.ts";
import { FeedError } from "./limits.ts";
import { itemKey, normalizeItem, type FeedItemContent, type ItemProblem, type RawItem } from "./raw-item.ts";
import type { CsvMapping, FeedKind } from "./shapes.ts";
import { unpack } from "./unpack.ts";
import { readXmlItems, type XmlElement } from "./xml-items.ts";

export type FeedFormat = {
  readonly kind: FeedKind;
  readonly currency: string;
  readonly mapping: CsvMapping | null;
};

/** Undefined for an item that the shop hides. */
type ItemReader = (item: XmlElement) => RawItem | undefined;

const readers: Readonly<Record<Exclude<FeedKind, "csv">, ItemReader>> = {
  google: readGoogleItem,
  heureka: readHeurekaItem,
  zbozi: readHeurekaItem,
  shoptet: readShoptetItem,
  rss: readArticle,
};

/** The names of the items of each kind: a feed of another kind is refused as soon as an item shows it. */
const itemNames: Readonly<Record<Exclude<FeedKind, "csv">, readonly string[]>> = {
  google: ["item", "entry"],
  heureka: ["shopitem"],
  zbozi: ["shopitem"],
  shoptet: ["shopitem"],
  rss: ["item", "entry"],
};

export const isArticleKind = (kind: FeedKind): boolean => kind === "rss";

export type ReadItem =
  /** `rawHash` is of the item as written and of everything else that decides its content. */
  | { readonly content: FeedItemContent; readonly rawHash: string }
  | { readonly unchangedKey: string }
  /** `item` is the id, or the number of an item without one. */
  | { readonly problem: { readonly item: string; readonly code: ItemProblem } };

/** Whether an item with this key was read before from the same text. */
type IsUnchanged = (key: string, rawHash: string) => boolean;

/**
 * The items of a feed in groups; the first of several with the same id counts. The content of unchanged ones is not worked
 * out, which takes longer than reading them. Throws `FeedError`.
 */
export async function* readFeed(
  content: AsyncIterable<Uint8Array>,
  format: FeedFormat,
  contentType: string,
  isUnchanged: IsUnchanged = () => false,
): AsyncGenerator<ReadItem[]> {
  const text = decodeFeed(unpack(content), contentType);
  const currency = isArticleKind(format.kind) ? null : format.currency;
  const seen = new Set<string>();
  let position = 0;
  for await (const group of rawItems(text, format)) {
    yield group.map((raw): ReadItem => {
      position += 1;
      const key = itemKey(raw);
      const rawHash = hashOfRaw(raw, currency);
      if (isUnchanged(key, rawHash) && !seen.has(key)) {
        seen.add(ownCopy(key));
        return { unchangedKey: key };
      }
      const item = raw.key.trim().slice(0, 100) || `#${position}`;
      const read = normalizeItem(raw, currency);
      if (typeof read === "string") return { problem: { item, code: read } };
      if (seen.has(key)) return { problem: { item, code: "duplicate" } };
      seen.add(ownCopy(key));
      return { content: read, rawHash };
    });
  }
}

/** To be raised when `normalizeItem` makes something else of the same text. */
const contentVersion = 1;

/** Separated by NUL, which is no character of XML. */
const hashOfRaw = (raw: RawItem, currency: string | null): string =>
  hash("sha1", [contentVersion, currency, ...Object.values(raw)].join("\0"), "base64url").slice(0, 16);

/** A part of a string keeps the whole of it in memory, here a piece of the feed. */
const ownCopy = (text: string): string => ` ${text}`.slice(1);

async function* rawItems(text: AsyncIterable<string>, { kind, mapping }: FeedFormat): AsyncGenerator<RawItem[]> {
  if (kind === "csv") {
    yield* readCsvItems(text, mapping ?? {});
    return;
  }
  for await (const items of readXmlItems(text)) {
    const own = items.filter(({ name }) => itemNames[kind].includes(name));
    if (own.length < items.length) throw new FeedError("kind");
    yield own.flatMap((item) => readers[kind](item) ?? []);
  }
}
