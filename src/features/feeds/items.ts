import type { Context } from "../../context.ts";
import { toPage, type Paging } from "../../kernel/schema.ts";
import * as queries from "./items.queries.ts";
import { listFeedNames } from "./queries.ts";
import { presentArticle, presentProduct } from "./present-item.ts";
import { isArticleKind } from "./read-feed.ts";
import { getFeedRecord } from "./service.ts";

export async function listItems(ctx: Context, feedId: string, query: Paging & { q?: string }) {
  const { kind } = await getFeedRecord(ctx, feedId);
  const { page, pageSize, offset } = toPage(query);
  const isArticle = isArticleKind(kind);
  const search = { isArticle, feedId, q: query.q, limit: pageSize, offset, at: ctx.clock.now() };
  const { rows, total } = await queries.searchItems(ctx.db, search);
  return { items: isArticle ? rows.map(presentArticle) : rows.map(presentProduct), total, page, pageSize };
}

type SearchQuery = { shopId?: string; feedId?: string; q?: string; ids?: string; limit?: number; offset?: number };

const defaultLimit = 24;

async function search({ db, clock }: Context, query: SearchQuery, isArticle: boolean) {
  const { shopId, feedId, q, limit = defaultLimit, offset = 0 } = query;
  const ids = query.ids?.split(",");
  const { rows, total } = await queries.searchItems(db, {
    isArticle,
    shopId,
    feedId,
    q,
    ids,
    limit: ids === undefined || query.limit !== undefined ? limit : ids.length,
    offset,
    at: clock.now(),
  });
  return { rows, total, feeds: await listFeedNames(db, { isArticle, shopId }) };
}

export async function searchProducts(ctx: Context, query: SearchQuery) {
  const { rows, total, feeds } = await search(ctx, query, false);
  return { items: rows.map(presentProduct), total, feeds };
}

export async function searchArticles(ctx: Context, query: SearchQuery) {
  const { rows, total, feeds } = await search(ctx, query, true);
  return { items: rows.map(presentArticle), total, feeds };
}
