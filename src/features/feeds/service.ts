import type { Static } from "typebox";
import { inTransaction, type Context } from "../../context.ts";
import { conflictOnTakenName } from "../../db/unique-names.ts";
import { requestAction } from "../../jobs/actions.ts";
import { accepts, existing } from "../../kernel/accepts.ts";
import { conflict, notFound, upstream, validation } from "../../kernel/errors.ts";
import type { Upload } from "../../kernel/file.ts";
import { addMs, days, iso, minutes } from "../../kernel/local-time.ts";
import { toPage, type Paging } from "../../kernel/schema.ts";
import { webAddress } from "../../mail/render/escape.ts";
import { createFile, deleteFile } from "../../storage/files.queries.ts";
import { writeFile } from "../../storage/files.ts";
import { requireShop } from "../contacts/shops.ts";
import { findShopCurrencies } from "../orders/queries.ts";
import { lockCompany } from "../members/queries.ts";
import { withDownload } from "./download.ts";

import { runFeedRefresh } from "./jobs.ts";
import { FeedError } from "./limits.ts";
import { presentContent } from "./present-item.ts";
import * as queries from "./queries.ts";
import { readFeed } from "./read-feed.ts";
import type { CsvMapping, FeedChange, FeedInput, FeedKind } from "./shapes.ts";
import { rejectIfNeeded } from "../../hooks/deletion.ts";
import { feedHooks } from "./feed-hooks.ts";

const maxFeeds = 200;
const defaultRefreshMinutes = 1440;
const uploadDays = 1;
const previewItems = 20;

const present = (row: queries.FeedRecord) => ({
  ...row,
  lastRefreshAt: iso(row.lastRefreshAt),
  nextRefreshAt: iso(row.nextRefreshAt),
  createdAt: row.createdAt.toISOString(),
});

export async function listFeeds(ctx: Context, query: queries.FeedFilters & Paging & { sort?: string }) {
  await requireShop(ctx.db, query.shop, "shop");
  const { page, pageSize, offset } = toPage(query);
  const { rows, total } = await queries.listFeeds(ctx.db, query, {
    sort: query.sort ?? "name",
    limit: pageSize,
    offset,
  });
  return { items: rows.map(present), total, page, pageSize };
}

export async function getFeedRecord({ db }: Context, id: string): Promise<queries.FeedRecord> {
  const row = await queries.findFeed(db, id);
  if (row === undefined) throw notFound("feed");
  return row;
}

export const getFeed = async (ctx: Context, id: string) => present(await getFeedRecord(ctx, id));

function requireUrl(url: string | null): void {
  if (url !== null && (webAddress(url) !== url || !URL.canParse(url))) throw validation("url", accepts.webAddress);
}

/** A table needs to be told its columns; other kinds have none. */
function requireMapping(kind: FeedKind, mapping: CsvMapping | null): void {
  if (kind !== "csv") {
    if (mapping !== null) throw validation("mapping", { type: "null" });
    return;
  }
  if (mapping === null) throw validation("mapping", { required: true, type: "object" });
  const missing = ["code", "name", "url"].find((field) => !(field in mapping));
  if (missing !== undefined) throw validation("mapping", { required: true, path: `mapping.${missing}` });
}

async function requireCurrency({ db }: Context, shopId: string, currency: string | undefined): Promise<string> {
  const known = (await findShopCurrencies(db, [shopId])).get(shopId);
  if (known === undefined) throw validation("shopId", existing("shop"));
  const [first = ""] = known;
  if (currency !== undefined && !known.includes(currency)) {
    throw validation("currency", { allowed: known });
  }
  return currency ?? first;
}

const nextRefresh = (now: Date, { url, refreshMinutes }: Pick<queries.FeedWrite, "url" | "refreshMinutes">) =>
  url === null || refreshMinutes === 0 ? null : addMs(now, minutes(refreshMinutes));

export async function createFeed(ctx: Context, input: Static<typeof FeedInput>) {
  const { name, shopId, kind, url = null, refreshMinutes = defaultRefreshMinutes, mapping = null } = input;
  requireUrl(url);
  requireMapping(kind, mapping);
  const currency = await requireCurrency(ctx, shopId, input.currency);
  return conflictOnTakenName(
    inTransaction(ctx, async (inner) => {
      const { db, clock } = inner;
      await lockCompany(db);
      if ((await queries.countFeeds(db)) >= maxFeeds) throw conflict("limit");
      const at = clock.now();
      const settings = {
        url,
        refreshMinutes,
        currency,
        mapping,
        nextRefreshAt: nextRefresh(at, { url, refreshMinutes }),
      };
      const id = await queries.insertFeed(db, { name: name.trim(), shopId, kind, createdAt: at, ...settings });
      db.created(id);
      if (url !== null) await requestAction(inner, runFeedRefresh, { feedId: id, fileId: null });
      return getFeed(inner, id);
    }),
  );
}

export async function updateFeed(ctx: Context, id: string, change: Static<typeof FeedChange>) {
  return conflictOnTakenName(
    inTransaction(ctx, async (inner) => {
      const before = await queries.lockFeed(inner.db, id);
      if (before === undefined) throw notFound("feed");
      const { url, refreshMinutes, mapping } = { ...before, ...change };
      requireUrl(url);
      requireMapping(before.kind, mapping);
      const currency = await requireCurrency(inner, before.shopId, change.currency ?? before.currency);
      const isReplanned = url !== before.url || refreshMinutes !== before.refreshMinutes;
      await queries.updateFeed(inner.db, id, {
        name: change.name?.trim() ?? before.name,
        url,
        refreshMinutes,
        currency,
        mapping,
        nextRefreshAt: isReplanned ? nextRefresh(inner.clock.now(), { url, refreshMinutes }) : before.nextRefreshAt,
      });
      return getFeed(inner, id);
    }),
  );
}

/** What a scheduled or running campaign, a template or a footer shows is not deleted. */
export async function deleteFeed(ctx: Context, id: string): Promise<void> {
  await inTransaction(ctx, async (inner) => {
    if (!(await queries.lockFeedForDeletion(inner.db, id))) throw notFound("feed");
    await rejectIfNeeded(inner, feedHooks, { target: id });
    await queries.deleteFeed(inner.db, id);
  });
}

export async function requestRefresh(ctx: Context, id: string) {
  const { url } = await getFeedRecord(ctx, id);
  if (url === null) throw conflict("status");
  return { jobId: await requestAction(ctx, runFeedRefresh, { feedId: id, fileId: null }) };
}

/** The file is stored for the worker that reads it. */
export async function importFeed(ctx: Context, id: string, { name, content }: Pick<Upload, "name" | "content">) {
  await getFeedRecord(ctx, id);
  const { db, clock } = ctx;
  const at = clock.now();
  // It expires unless the worker gets it: the entry of the audit log belongs to the job.
  const staging = db.withRow(undefined);
  const fileId = await createFile(staging, { name, at, expiresAt: addMs(at, days(uploadDays)) });
  try {
    if ((await writeFile(staging, fileId, content)) === 0)
      throw validation("file", { reason: "empty", min: 1, unit: "bytes" });
    return { jobId: await requestAction(ctx, runFeedRefresh, { feedId: id, fileId }) };
  } catch (error) {
    await deleteFile(staging, fileId);
    throw error;
  }
}

/** Downloads the whole feed, so that its number of items is known; nothing is stored. */
export async function previewFeed(ctx: Context, id: string) {
  const feed = await getFeedRecord(ctx, id);
  const { url } = feed;
  if (url === null) throw conflict("status");
  try {
    return await withDownload(ctx.outbound, { url, etag: null, lastModified: null }, async (download) => {
      if (download.isUnchanged) throw new FeedError("status");
      const items: ReturnType<typeof presentContent>[] = [];
      const problems: queries.RefreshProblem[] = [];
      let [total, invalid] = [0, 0];
      for await (const group of readFeed(download.content(), feed, download.contentType)) {
        for (const read of group) {
          if ("problem" in read) {
            invalid += 1;
            if (problems.length < previewItems) problems.push(read.problem);
            continue;
          }
          total += 1;
          if ("content" in read && items.length < previewItems)
            items.push(presentContent(feed.kind, read.content, ctx.clock.now()));
        }
      }
      if (total === 0) throw new FeedError("empty");
      return { items, total, invalid, problems };
    });
  } catch (error) {
    throw error instanceof FeedError ? upstream("feed", error.code) : error;
  }
}
