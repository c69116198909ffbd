import { Type } from "typebox";
import {
  Count,
  Currency,
  Flag,
  Id,
  NullableOneOf,
  Name,
  NullableMoney,
  NullableText,
  NullableTime,
  OneOf,
  Text,
  Time,
  NamedObject,
  named,
} from "../../kernel/schema.ts";

export const feedKinds = ["google", "heureka", "shoptet", "zbozi", "rss", "csv"] as const;
export type FeedKind = (typeof feedKinds)[number];

export const feedStatuses = ["pending", "refreshing", "ok", "error"] as const;

/** Why a feed could not be read. */
export const feedErrors = [
  "url",
  "address",
  "dns",
  "connection",
  "timeout",
  "size",
  "status",
  "redirect",
  "xml",
  "encoding",
  "kind",
  "empty",
] as const;
export type FeedErrorCode = (typeof feedErrors)[number];

const columns = ["code", "name", "url"] as const;
const optionalColumns = [
  "description",
  "imageUrl",
  "price",
  "oldPrice",
  "currency",
  "brand",
  "category",
  "available",
] as const;
export const csvFields = [...columns, ...optionalColumns] as const;
export type CsvField = (typeof csvFields)[number];

export type CsvMapping = Partial<Record<CsvField, string>>;

const Mapping = Type.Unsafe<CsvMapping>({
  ...Type.Object(Object.fromEntries(csvFields.map((field) => [field, Type.Optional(Text(200, 1))]))),
  description: "For the kind csv: the column of each field; code, name and url are required",
});

const RefreshMinutes = Type.Unsafe<number>({
  type: "integer",
  anyOf: [{ const: 0 }, { minimum: 15, maximum: 10_080 }],
  description: "0: by hand only",
});

const NullableUrl = Type.Unsafe<string | null>({ type: ["string", "null"], maxLength: 2000 });

const settings = {
  url: Type.Optional(NullableUrl),
  refreshMinutes: Type.Optional(RefreshMinutes),
  currency: Type.Optional(Currency),
  mapping: Type.Optional(Mapping),
};

export const FeedInput = NamedObject("FeedInput", { name: Name, shopId: Id, kind: OneOf(feedKinds), ...settings });
export const FeedChange = NamedObject("FeedChange", { name: Type.Optional(Name), ...settings });

export const RefreshResult = NamedObject("RefreshResult", {
  at: Time,
  source: OneOf(["url", "upload"]),
  created: Count,
  updated: Count,
  unchanged: Count,
  removed: Count,
  invalid: Count,
  problems: Type.Array(Type.Object({ item: Type.String(), code: Type.String() })),
});

export const Feed = NamedObject("Feed", {
  id: Id,
  name: Type.String(),
  shopId: Id,
  kind: OneOf(feedKinds),
  url: NullableUrl,
  refreshMinutes: Count,
  currency: Type.String(),
  mapping: Type.Unsafe<CsvMapping | null>({ type: ["object", "null"], additionalProperties: { type: "string" } }),
  status: OneOf(feedStatuses),
  error: NullableOneOf(feedErrors),
  items: Count,
  lastRefreshAt: NullableTime,
  nextRefreshAt: NullableTime,
  lastResult: Type.Unsafe<Type.Static<typeof RefreshResult> | null>({ ...RefreshResult, type: ["object", "null"] }),
  createdAt: Time,
});

const stored = { id: Id, feedId: Id, shopId: Id };
const product = {
  code: Type.String(),
  name: Type.String(),
  description: Type.String(),
  url: Type.String(),
  imageUrl: NullableText(2000),
  price: NullableMoney,
  oldPrice: NullableMoney,
  currency: NullableText(3),
  brand: NullableText(),
  category: NullableText(1000),
  available: Flag,
};
const article = {
  guid: Type.String(),
  title: Type.String(),
  description: Type.String(),
  url: Type.String(),
  imageUrl: NullableText(2000),
  publishedAt: NullableTime,
  author: NullableText(),
};

export const Product = NamedObject("Product", { ...stored, ...product, updatedAt: Time });
export const Article = NamedObject("Article", { ...stored, ...article });
export const FeedItem = named("FeedItem", Type.Union([Product, Article]));

const FeedNames = Type.Array(Type.Object({ id: Id, name: Type.String(), shopId: Id }));
export const ProductSearch = NamedObject("ProductSearch", {
  items: Type.Array(Product),
  total: Count,
  feeds: FeedNames,
});
export const ArticleSearch = NamedObject("ArticleSearch", {
  items: Type.Array(Article),
  total: Count,
  feeds: FeedNames,
});

export const Preview = NamedObject("FeedPreview", {
  items: Type.Array(Type.Union([Type.Object(product), Type.Object(article)])),
  total: Count,
  invalid: Count,
  problems: RefreshResult.properties.problems,
});
