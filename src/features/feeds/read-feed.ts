import { readCsvItems } from "./csv-items.ts";
import { decodeFeed } from "./decode.ts";
import { readGoogleItem } from "./formats/google.ts";
import { readHeurekaItem } from "./formats/heureka.ts";
import { readArticle } from "./formats/rss.ts";
import { readShoptetItem } from "./formats/shoptet.ts";
import { FeedError } from "./limits.ts";
import { normalizeItem, type FeedItemContent, type ItemProblem, type RawItem } from "./raw-item.ts";
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
  | { readonly content: FeedItemContent }
  /** `item` is the id, or the number of an item without one. */
  | { readonly problem: { readonly item: string; readonly code: ItemProblem } };

/** The items of a feed in groups; the first of several with the same id counts. Throws `FeedError`. */
export async function* readFeed(
  content: AsyncIterable<Uint8Array>,
  format: FeedFormat,
  contentType: string,
): AsyncGenerator<ReadItem[]> {
  const text = decodeFeed(unpack(content), contentType);
  const currency = isArticleKind(format.kind) ? null : format.currency;
  const seen = new Set<string>();
  let position = 0;
  for await (const group of rawItems(text, format)) {
    yield group.map((raw): ReadItem => {
      position += 1;
      const item = raw.key.trim().slice(0, 100) || `#${position}`;
      const content = normalizeItem(raw, currency);
      if (typeof content === "string") return { problem: { item, code: content } };
      if (seen.has(content.key)) return { problem: { item, code: "duplicate" } };
      seen.add(ownCopy(content.key));
      return { content };
    });
  }
}

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
