import { hash } from "node:crypto";
import type { Context } from "../../context.ts";
import { insertNotification } from "../../jobs/queries.ts";
import { readFile } from "../../storage/files.ts";
import { withDownload, type Validators } from "./download.ts";
import { FeedError } from "./limits.ts";
import type { RefreshProblem } from "./queries.ts";
import type { FeedItemContent } from "./raw-item.ts";
import { isArticleKind, readFeed } from "./read-feed.ts";
import * as queries from "./refresh.queries.ts";

const changesPerStatement = 500;
const maxProblems = 100;

/** `fileId` is an uploaded file; without it the feed is downloaded. */
export type RefreshRequest = { readonly feedId: string; readonly fileId: string | null };

type RefreshContext = Pick<Context, "db" | "clock">;

type Source = {
  readonly content: AsyncIterable<Uint8Array>;
  readonly contentType: string;
  readonly validators: Validators;
  readonly source: "url" | "upload";
};

/**
 * Reads the feed, compares it with what is stored, collects what changed and applies it at once. On an error what was there
 * stays, and the company is notified when the feed was good before.
 */
export async function refreshFeed(ctx: Context, { feedId, fileId }: RefreshRequest): Promise<void> {
  const feed = await queries.startRefresh(ctx.db, feedId);
  if (feed === undefined) return;
  try {
    if (fileId !== null) {
      const validators = { etag: null, lastModified: null };
      const content = readFile(ctx.db, fileId);
      await refreshFrom(ctx, feed, { content, contentType: "", validators, source: "upload" });
      return;
    }
    if (feed.url === null) throw new FeedError("url");
    await withDownload(ctx.outbound, { ...feed, url: feed.url }, async (download) => {
      if (download.isUnchanged) return queries.finishUnchanged(ctx.db, feed, ctx.clock.now());
      const { contentType, validators } = download;
      await refreshFrom(ctx, feed, { content: download.content(), contentType, validators, source: "url" });
      return undefined;
    });
  } catch (error) {
    if (!(error instanceof FeedError)) throw error;
    await recordFailure(ctx, feed, error);
  }
}

async function recordFailure(ctx: Context, feed: queries.StartedRefresh, { code }: FeedError): Promise<void> {
  const at = ctx.clock.now();
  await ctx.db.transaction(async (db) => {
    const isRecorded = await queries.failRefresh(db, feed, { error: code, at });
    if (!isRecorded || !feed.wasOk) return;
    await insertNotification(db, {
      type: "feed_failed",
      params: { feedId: feed.id, name: feed.name, error: code },
      at,
    });
  });
}

/** Throws `FeedError` when what was there has to stay. */
export async function refreshFrom(ctx: RefreshContext, feed: queries.StartedRefresh, source: Source): Promise<void> {
  const comparison = await compare(ctx, feed, source);
  const { items, counts, problems } = comparison;
  if (items === 0) throw new FeedError("empty");
  // Less than half of a good feed is more likely a broken export than a smaller shop.
  if (source.source === "url" && items < feed.items / 2) throw new FeedError("empty");
  const at = ctx.clock.now();
  await queries.applyRefresh(ctx.db, feed, {
    result: { at: at.toISOString(), source: source.source, ...counts, problems },
    items,
    ...source.validators,
    isArticle: isArticleKind(feed.kind),
    at,
  });
}

const hashLength = 16;

/** Texts contain no NUL. */
const hashItem = (item: FeedItemContent): string =>
  hash("sha1", Object.values(item).join("\0"), "base64url").slice(0, hashLength);

/** A stored hash is that of the content, followed by that of the item as it was written. */
const rawHashOf = (stored: string | undefined): string | undefined => stored?.slice(hashLength);

/** Compares by hashes: only keys are in memory, and only changes are written. */
async function compare(ctx: RefreshContext, feed: queries.StartedRefresh, { content, contentType }: Source) {
  const stored = await queries.listStoredHashes(ctx.db, feed.id);
  const counts = { created: 0, updated: 0, unchanged: 0, removed: 0, invalid: 0 };
  const problems: RefreshProblem[] = [];
  let pending: queries.FeedChange[] = [];
  let items = 0;
  const write = async () => {
    if (pending.length > 0) await queries.insertChanges(ctx.db, feed, pending);
    pending = [];
  };
  const add = async (key: string, item: FeedItemContent | null, itemHash = "") => {
    pending.push({ position: items, key, item: item && { ...item, hash: itemHash } });
    if (pending.length >= changesPerStatement) await write();
  };
  const isUnchanged = (key: string, rawHash: string) => rawHashOf(stored.get(key)) === rawHash;
  for await (const group of readFeed(content, feed, contentType, isUnchanged)) {
    for (const read of group) {
      if ("unchangedKey" in read) {
        stored.delete(read.unchangedKey);
        items += 1;
        counts.unchanged += 1;
        continue;
      }
      if ("problem" in read) {
        counts.invalid += 1;
        if (problems.length < maxProblems) problems.push(read.problem);
        continue;
      }
      const { key } = read.content;
      const before = stored.get(key);
      stored.delete(key);
      items += 1;
      const now = hashItem(read.content);
      if (before?.startsWith(now) === true) {
        counts.unchanged += 1;
        continue;
      }
      if (before === undefined) counts.created += 1;
      else counts.updated += 1;
      await add(key, read.content, now + read.rawHash);
    }
  }
  for (const [key, before] of stored) {
    if (before === "") continue;
    counts.removed += 1;
    await add(key, null);
  }
  await write();
  return { items, counts, problems };
}
