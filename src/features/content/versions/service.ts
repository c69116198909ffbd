import type { Context } from "../../../context.ts";
import { memberIdOf } from "../../../kernel/actor.ts";
import { conflict, notFound } from "../../../kernel/errors.ts";
import { toPage, type Paging } from "../../../kernel/schema.ts";
import { lockNamedFeeds } from "../../feeds/references.ts";
import * as queries from "./queries.ts";
import type { Content } from "./shapes.ts";
import type { CompiledVersion } from "./source.ts";

/** Versions of content, the same for every owner. Writes run in the owner's transaction. */
export type { ContentHead, ContentOwner } from "./queries.ts";

const hasDraft = ({ version, publishedVersion }: queries.ContentHead): boolean =>
  publishedVersion !== null && publishedVersion !== version;

/** Inserts the first version; `isPublished` for owners without a separate publish step. */
export async function createContent(
  ctx: Context,
  owner: queries.ContentOwner,
  content: CompiledVersion,
  isPublished: boolean,
) {
  const at = ctx.clock.now();
  const publishedVersion = isPublished ? 1 : null;
  await queries.insertContentHead(ctx.db, owner, { version: 1, lastVersion: 1, publishedVersion, updatedAt: at });
  await insertVersion(ctx, owner, 1, content);
}

async function insertVersion(ctx: Context, owner: queries.ContentOwner, version: number, content: CompiledVersion) {
  const { kind, source, html, text } = content;
  await lockNamedFeeds(ctx.db, [html, text]);
  const stamp = { authorId: memberIdOf(ctx.actor), createdAt: ctx.clock.now() };
  await queries.insertVersion(ctx.db, owner, { version, kind, source, html, text, ...stamp });
}

export type SaveOptions = { readonly baseVersion: number; readonly isPublished: boolean };

/** Optimistic locking: a save based on an outdated version is rejected with the current one. */
export async function saveVersion(
  ctx: Context,
  owner: queries.ContentOwner,
  content: CompiledVersion,
  { baseVersion, isPublished }: SaveOptions,
) {
  const head = await lockContentHead(ctx, owner);
  if (head.version !== baseVersion) throw conflict("version", { current: head.version });
  const version = head.lastVersion + 1;
  await insertVersion(ctx, owner, version, content);
  const publishedVersion = isPublished ? version : head.publishedVersion;
  const next = { version, lastVersion: version, publishedVersion };
  await queries.updateContentHead(ctx.db, owner, { ...next, updatedAt: ctx.clock.now() });
  const saved = { version, kind: content.kind, source: content.source, html: content.html, text: content.text };
  return { ...presentContent(saved), hasDraft: hasDraft(next), issues: [...content.issues] };
}

async function lockContentHead(ctx: Context, owner: queries.ContentOwner): Promise<queries.ContentHead> {
  const head = await queries.lockContentHead(ctx.db, owner);
  if (head === undefined) throw notFound(owner.kind);
  return head;
}

/** Publishes the draft. */
export async function publishContent(ctx: Context, owner: queries.ContentOwner): Promise<void> {
  const { version } = await lockContentHead(ctx, owner);
  await queries.updateContentHead(ctx.db, owner, { publishedVersion: version, updatedAt: ctx.clock.now() });
}

/** Resets the draft to the published version. Versions of the draft are kept. */
export async function discardContentDraft(ctx: Context, owner: queries.ContentOwner): Promise<void> {
  const head = await lockContentHead(ctx, owner);
  if (head.publishedVersion === null || !hasDraft(head)) throw notFound("draft");
  await queries.updateContentHead(ctx.db, owner, { version: head.publishedVersion, updatedAt: ctx.clock.now() });
}

export function presentContent({ version, kind, source, html, text }: queries.VersionRecord): Content {
  const content = { version, kind, html, text };
  if (kind === "mjml" && source !== null) return { ...content, mjml: source };
  return kind === "blocks" && source !== null ? { ...content, blocks: JSON.parse(source) } : content;
}

export async function getContentHead(ctx: Context, owner: queries.ContentOwner): Promise<queries.ContentHead> {
  const head = await queries.findContentHead(ctx.db, owner);
  if (head === undefined) throw notFound(owner.kind);
  return head;
}

/** A version by number, in its source form. */
export async function getVersionRecord(
  ctx: Context,
  owner: queries.ContentOwner,
  version: number,
): Promise<queries.VersionRecord> {
  const record = await queries.findVersion(ctx.db, owner, version);
  if (record === undefined) throw notFound("version");
  return record;
}

/** The draft, as the editor shows it. */
export async function getContent(ctx: Context, owner: queries.ContentOwner): Promise<Content> {
  const { version } = await getContentHead(ctx, owner);
  return presentContent(await getVersionRecord(ctx, owner, version));
}

const presentSummary = (row: queries.VersionSummary, head: queries.ContentHead) => ({
  ...row,
  id: String(row.version),
  createdAt: row.createdAt.toISOString(),
  current: row.version === head.version,
  published: row.version === head.publishedVersion,
});

export async function listVersions(ctx: Context, owner: queries.ContentOwner, query: Paging) {
  const head = await getContentHead(ctx, owner);
  const { page, pageSize, offset } = toPage(query);
  const { total, rows } = await queries.listVersions(ctx.db, owner, { limit: pageSize, offset });
  return { items: rows.map((row) => presentSummary(row, head)), total, page, pageSize };
}

export async function getVersion(ctx: Context, owner: queries.ContentOwner, version: string) {
  const head = await getContentHead(ctx, owner);
  const summary = await queries.findVersionSummary(ctx.db, owner, version);
  if (summary === undefined) throw notFound("version");
  const content = presentContent(await getVersionRecord(ctx, owner, summary.version));
  return { ...presentSummary(summary, head), content };
}

/** Used to copy an owner. */
export async function copyContent(ctx: Context, owner: queries.ContentOwner): Promise<CompiledVersion> {
  const { version } = await getContentHead(ctx, owner);
  const { kind, source, html, text } = await getVersionRecord(ctx, owner, version);
  return { kind, source, html, text, issues: [] };
}

export const deleteContent = (ctx: Context, owner: queries.ContentOwner): Promise<void> =>
  queries.deleteContent(ctx.db, owner);
