import { Parser } from "htmlparser2";
import { webAddress } from "../../mail/render/escape.ts";
import { maxDescription } from "./limits.ts";
import { readSale, type Sale } from "./sale.ts";

/** What a format finds in one item, as written. */
export type RawItem = {
  readonly key: string;
  readonly name: string;
  readonly url: string;
  readonly description?: string;
  readonly imageUrl?: string;
  readonly price?: string;
  readonly oldPrice?: string;
  readonly currency?: string;
  readonly brand?: string;
  readonly category?: string;
  readonly available?: boolean;
  readonly publishedAt?: string;
  readonly author?: string;
  /** A sale that counts only in its period, `<start>/<end>`; absent otherwise, so that the hashes of other items stay. */
  readonly salePrice?: string;
  readonly salePeriod?: string;
};

/** An item of any kind; articles have no price, products no author. */
export type FeedItemContent = {
  readonly key: string;
  readonly name: string;
  readonly description: string;
  readonly url: string;
  readonly imageUrl: string | null;
  readonly price: string | null;
  readonly oldPrice: string | null;
  readonly currency: string | null;
  readonly brand: string | null;
  readonly category: string | null;
  readonly available: boolean;
  readonly publishedAt: string | null;
  readonly author: string | null;
} & Sale;

/** Why an item is left out. */
export type ItemProblem = "id" | "name" | "url" | "duplicate";

const maxKey = 200;
const maxUrl = 2000;

/** Checks and cleans an item. Without an id, a name or a web address it is invalid; a bad picture or price is left out. */
export function normalizeItem(raw: RawItem, currency: string | null): FeedItemContent | ItemProblem {
  const key = itemKey(raw);
  if (key === "" || key.length > maxKey) return "id";
  const name = plainText(raw.name, 500);
  if (name === "") return "name";
  const url = parseAddress(raw.url);
  if (url === null) return "url";
  const image = parseAddress(raw.imageUrl ?? "");
  const price = parsePrice(raw.price);
  const oldPrice = parsePrice(raw.oldPrice);
  return {
    key,
    name,
    description: plainText(raw.description ?? "", maxDescription),
    url,
    imageUrl: image?.startsWith("https:") === true ? image : null,
    price: price?.amount ?? null,
    oldPrice: oldPrice !== undefined && Number(oldPrice.amount) > Number(price?.amount ?? 0) ? oldPrice.amount : null,
    currency: currency === null ? null : (price?.currency ?? parseCurrency(raw.currency) ?? currency),
    brand: textOrNull(raw.brand, 200),
    category: categoryPath(raw.category),
    available: raw.available ?? true,
    publishedAt: parseTime(raw.publishedAt),
    author: textOrNull(raw.author, 200),
    ...readSale(parsePrice(raw.salePrice)?.amount, raw.salePeriod),
  };
}

/** Most texts have single spaces only; finding that out is several times faster than replacing each of them. */
const isUntidy = /[^\S ]|\p{Cc}| {2}/u;

const oneLine = (text: string): string => (isUntidy.test(text) ? text.replace(/[\s\p{Cc}]+/gu, " ") : text).trim();

export const itemKey = ({ key }: RawItem): string => oneLine(key);

const textOrNull = (text: string | undefined, max: number): string | null => plainText(text ?? "", max) || null;

function parseAddress(text: string): string | null {
  const address = webAddress(text.trim().replaceAll(" ", "%20"));
  return address === "" || address.length > maxUrl || !URL.canParse(address) ? null : address;
}

/** Text that may be HTML, without tags. Only the beginning of a very long one is read. */
export function plainText(text: string, max: number): string {
  const start = text.slice(0, max * 4);
  const plain = oneLine(/[<&]/.test(start) ? extractText(start) : start);
  const isCut = plain.length > max || start.length < text.length;
  return isCut ? withoutHalves(plain.slice(0, max)).trim() : plain;
}

/** Cutting must not leave half of a surrogate pair. */
const withoutHalves = (text: string): string => text.replace(/\p{Cs}/gu, "");

const hidden = new Set(["script", "style", "head", "title"]);

/** Tags of formatted text whose attributes, if any, have plain values. */
const simpleTag =
  /<\/?(?:p|br|b|i|u|em|strong|small|ul|ol|li|div|span|h[1-6]|table|tbody|tr|td|th)(?:\s+[\w:-]+(?:="[^"<>&]*")?)*\s*\/?>/gi;

const simpleEntities: Readonly<Record<string, string>> = {
  "&amp;": "&",
  "&lt;": "<",
  "&gt;": ">",
  "&quot;": '"',
  "&nbsp;": " ",
  "&#39;": "'",
};
const simpleEntity = /&(?:amp|lt|gt|quot|nbsp|#39);/g;

/** Most descriptions have simple tags and entities only, for which the parser is several times slower. */
function extractText(markup: string): string {
  const text = markup.replace(simpleTag, " ");
  if (text.includes("<")) return parsedText(markup);
  if (!text.includes("&")) return text;
  const hasOthers = /&(?!(?:amp|lt|gt|quot|nbsp|#39);)/.test(text);
  return hasOthers ? parsedText(markup) : text.replace(simpleEntity, (entity) => simpleEntities[entity] ?? entity);
}

function parsedText(markup: string): string {
  const parts: string[] = [];
  let hiddenDepth = 0;
  const parser = new Parser({
    onopentagname: (name) => {
      if (hidden.has(name)) hiddenDepth += 1;
      parts.push(" ");
    },
    ontext: (text) => {
      if (hiddenDepth === 0) parts.push(text);
    },
    onclosetag: (name) => {
      if (hidden.has(name)) hiddenDepth -= 1;
      parts.push(" ");
    },
  });
  parser.end(markup);
  return parts.join("");
}

/** "A | B", "A > B" and "A / B" become "A > B". */
function categoryPath(text: string | undefined): string | null {
  const path = plainText(text ?? "", 1000)
    .split(/\s*[|>»]\s*/)
    .filter((step) => step !== "")
    .join(" > ");
  return path === "" ? null : path;
}

const currencySigns: Readonly<Record<string, string>> = {
  kč: "CZK",
  "€": "EUR",
  zł: "PLN",
  $: "USD",
  "£": "GBP",
  ft: "HUF",
};

const parseCurrency = (text: string | undefined): string | undefined => {
  const word = text?.trim() ?? "";
  return /^[A-Za-z]{3}$/.test(word) ? word.toUpperCase() : currencySigns[word.toLowerCase()];
};

const maxPriceLength = 60;

/** "1 299,00 Kč", "1299.00 CZK", "1,299.50": with two decimals, and the currency when it is written. */
export function parsePrice(text: string | undefined): { amount: string; currency: string | undefined } | undefined {
  if (text === undefined || text.length > maxPriceLength) return undefined;
  const [, before = "", digits = "", after = ""] =
    /^([^\d-]*)([\d\s.,\u00a0']*\d)[,.-]*\s*(\D*)$/.exec(text.trim()) ?? [];
  const number = parseDecimal(digits.replace(/[\s\u00a0']/g, ""));
  if (number === undefined) return undefined;
  return { amount: number, currency: parseCurrency(after) ?? parseCurrency(before) };
}

/** The last separator is the decimal one, unless it repeats or three digits follow a comma. */
function parseDecimal(digits: string): string | undefined {
  const at = Math.max(digits.lastIndexOf(","), digits.lastIndexOf("."));
  const sign = digits[at];
  const isDecimal = at !== -1 && digits.indexOf(sign ?? "") === at && !(sign === "," && digits.length - at === 4);
  const whole = (isDecimal ? digits.slice(0, at) : digits).replace(/[.,]/g, "");
  const amount = Number(isDecimal ? `${whole}.${digits.slice(at + 1)}` : whole);
  return whole === "" || whole.length > 13 || !Number.isFinite(amount) ? undefined : amount.toFixed(2);
}

function parseTime(text: string | undefined): string | null {
  if (text === undefined || text.trim() === "") return null;
  const at = new Date(text.trim());
  const year = at.getUTCFullYear();
  return Number.isNaN(year) || year < 1970 || year > 2200 ? null : at.toISOString();
}
