import type { Context } from "../../context.ts";
import type { HandlersOf } from "../../kernel/route.ts";
import type { feedRoutes } from "./contract.ts";
import * as items from "./items.ts";
import * as feeds from "./service.ts";

const feedHandlers: HandlersOf<Context, typeof feedRoutes.records> = {
  listFeeds: (ctx, { query }) => feeds.listFeeds(ctx, query),
  createFeed: (ctx, { body }) => feeds.createFeed(ctx, body),
  getFeed: (ctx, { params }) => feeds.getFeed(ctx, params.feed_id),
  updateFeed: (ctx, { params, body }) => feeds.updateFeed(ctx, params.feed_id, body),
  deleteFeed: (ctx, { params }) => feeds.deleteFeed(ctx, params.feed_id),
  importFeed: (ctx, { params, upload }) => feeds.importFeed(ctx, params.feed_id, upload),
  refreshFeed: (ctx, { params }) => feeds.requestRefresh(ctx, params.feed_id),
  listFeedItems: (ctx, { params, query }) => items.listItems(ctx, params.feed_id, query),
  previewFeed: (ctx, { params }) => feeds.previewFeed(ctx, params.feed_id),
  listFeedProducts: (ctx, { query }) => items.searchProducts(ctx, query),
  listFeedArticles: (ctx, { query }) => items.searchArticles(ctx, query),
};

export const handlers = { feeds: feedHandlers };
