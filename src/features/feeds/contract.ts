import { Type } from "typebox";
import { defineRoutes } from "../../kernel/route.ts";
import { Id, Page, pageQuery } from "../../kernel/schema.ts";
import { maxFeedBytes } from "./limits.ts";
import * as shapes from "./shapes.ts";
import { matching } from "../../kernel/schema-rules.ts";

const feedPath = "/feeds/{feed_id}";
const missing = "not_found feed";
const wrong = [
  "validation name",
  "validation url",
  "validation refreshMinutes",
  "validation currency",
  "validation mapping",
] as const;

const search = {
  shopId: Type.Optional(Id),
  q: Type.Optional(Type.String({ maxLength: 200, description: "Search, without regard to case and diacritics" })),
  ids: Type.Optional(
    Type.String({
      ...matching("^[1-9][0-9]{0,15}(,[1-9][0-9]{0,15}){0,99}$", "at most 100 ids, comma separated"),
      description: "At most 100 ids, comma separated; the answer has their order",
    }),
  ),
  limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 60, default: 24 })),
  offset: Type.Optional(Type.Integer({ minimum: 0, maximum: 1_000_000, default: 0 })),
};

export const feedRoutes = defineRoutes("Feeds", "settings", {
  listFeeds: {
    method: "GET",
    path: "/feeds",
    mcp: "catalog",
    summary: "Product and article feeds",
    query: pageQuery(["id", "name", "createdAt"], { shop: Type.Optional(Id) }),
    answers: { 200: Page(shapes.Feed) },
    errors: ["validation sort"],
  },
  createFeed: {
    method: "POST",
    path: "/feeds",
    mcp: "catalog",
    effect: "depends",
    summary: "Add a feed; with a url its first download starts at once",
    body: shapes.FeedInput,
    answers: { 201: shapes.Feed },
    errors: [...wrong, "validation shopId", "validation kind", "conflict name", "conflict limit"],
  },
  getFeed: {
    method: "GET",
    path: feedPath,
    mcp: "catalog",
    summary: "One feed with the result of its last refresh",
    answers: { 200: shapes.Feed },
    errors: [missing],
  },
  updateFeed: {
    method: "PATCH",
    path: feedPath,
    mcp: "catalog",
    effect: "depends",
    summary: "Change a feed; its shop and its kind are fixed",
    body: shapes.FeedChange,
    answers: { 200: shapes.Feed },
    errors: [...wrong, missing, "conflict name"],
  },
  deleteFeed: {
    method: "DELETE",
    path: feedPath,
    mcp: "catalog",
    effect: "internal",
    summary: "Delete a feed with its products or articles, unless a template or an approved campaign shows them",
    answers: { 204: null },
    errors: [missing, "conflict used"],
  },
  importFeed: {
    method: "POST",
    path: `${feedPath}/import`,
    mcp: "never",
    effect: "internal",
    summary: "Replace the content of the feed by an uploaded file, in the background",
    upload: { maxBytes: maxFeedBytes },
    answers: { 202: Type.Object({ jobId: Id }) },
    errors: ["validation file", missing],
  },
  refreshFeed: {
    method: "POST",
    path: `${feedPath}/refresh`,
    mcp: "catalog",
    effect: "internal",
    summary: "Download the feed now, in the background",
    answers: { 202: Type.Object({ jobId: Id }) },
    errors: [missing, "conflict status"],
  },
  listFeedItems: {
    method: "GET",
    path: `${feedPath}/items`,
    mcp: "catalog",
    summary: "The products of the feed, or its articles, newest first",
    query: Type.Omit(pageQuery(["id"], {}), ["sort"]),
    answers: { 200: Page(shapes.FeedItem) },
    errors: [missing],
  },
  previewFeed: {
    method: "GET",
    path: `${feedPath}/preview`,
    mcp: "catalog",
    summary: "Download the feed and show its first 20 items; nothing is stored",
    answers: { 200: shapes.Preview },
    errors: [missing, "conflict status", "upstream feed"],
  },
  listFeedProducts: {
    method: "GET",
    path: "/feed-products",
    mcp: "catalog",
    module: "content",
    summary: "Search in the products of all feeds",
    query: Type.Object({ ...search, feedId: Type.Optional(Id) }),
    answers: { 200: shapes.ProductSearch },
    errors: ["validation ids", "validation limit"],
  },
  listFeedArticles: {
    method: "GET",
    path: "/feed-articles",
    mcp: "catalog",
    module: "content",
    summary: "Search in the articles of all feeds, newest first",
    query: Type.Object({ ...search, feedId: Type.Optional(Id) }),
    answers: { 200: shapes.ArticleSearch },
    errors: ["validation ids", "validation limit"],
  },
});
