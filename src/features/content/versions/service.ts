import type { Context } from "../../../context.ts";
import { conflict, notFound } from "../../../kernel/errors.ts";
import { pageOf, type Paging } from "../../../kernel/schema.ts";
import * as queries from "./queries.ts";
import type { Content } from "./shapes.ts";
import type { Compiled } from "./source.ts";

/** Versions of content, for every owner alike. Writing happens inside the owner's transaction. */
export type { Head, Owner } from "./queries.ts";

const hasDraft = ({ version, publishedVersion }: queries.Head): boolean =>
  publishedVersion !== null && publishedVersion !== version;

function authorOf({ actor }: Context): string | null {
  return actor.kind === "key" || actor.kind === "member" ? actor.memberId : null;
}

/** The first version; `isPublished` for owners that are sent without further ado. */
export async function begin(ctx: Context, owner: queries.Owner, content: Compiled, isPublished: boolean) {
  const at = ctx.clock.now();
  const publishedVersion = isPublished ? 1 : null;
  await queries.insertHead(ctx.db, owner, { version: 1, lastVersion: 1, publishedVersion, updatedAt: at });
  await insert(ctx, owner, 1, content);
}

async function insert(ctx: Context, owner: queries.Owner, version: number, content: Compiled) {
  const { kind, source, html, text } = content;
  const stamp = { authorId: authorOf(ctx), createdAt: ctx.clock.now() };
  await queries.insertVersion(ctx.db, owner, { version, kind, source, html, text, ...stamp });
}

export type Save = { readonly baseVersion: number; readonly isPublished: boolean };

/** The one place where two people who edit the same content meet: the second is told of the first. */
export async function save(ctx: Context, owner: queries.Owner, content: Compiled, { baseVersion, isPublished }: Save) {
  const head = await lock(ctx, owner);
  if (head.version !== baseVersion) throw conflict("version", { current: head.version });
  const version = head.lastVersion + 1;
  await insert(ctx, owner, version, content);
  const publishedVersion = isPublished ? version : head.publishedVersion;
  const next = { version, lastVersion: version, publishedVersion };
  await queries.updateHead(ctx.db, owner, { ...next, updatedAt: ctx.clock.now() });
  const saved = { version, kind: content.kind, source: content.source, html: content.html, text: content.text };
  return { ...present(saved), hasDraft: hasDraft(next), issues: [...content.issues] };
}

async function lock(ctx: Context, owner: queries.Owner): Promise<queries.Head> {
  const head = await queries.lockHead(ctx.db, owner);
  if (head === undefined) throw notFound(owner.kind);
  return head;
}

/** What the editor shows is sent from now on. */
export async function publish(ctx: Context, owner: queries.Owner): Promise<void> {
  const { version } = await lock(ctx, owner);
  await queries.updateHead(ctx.db, owner, { publishedVersion: version, updatedAt: ctx.clock.now() });
}

/** The editor shows again what is sent. The versions of the draft stay, as every save does. */
export async function discardDraft(ctx: Context, owner: queries.Owner): Promise<void> {
  const head = await lock(ctx, owner);
  if (head.publishedVersion === null || !hasDraft(head)) throw notFound("draft");
  await queries.updateHead(ctx.db, owner, { version: head.publishedVersion, updatedAt: ctx.clock.now() });
}

export function present({ version, kind, source, html, text }: queries.VersionRecord): Content {
  const content = { version, kind, html, text };
  if (kind === "mjml" && source !== null) return { ...content, mjml: source };
  return kind === "blocks" && source !== null ? { ...content, blocks: JSON.parse(source) } : content;
}

export async function getHead(ctx: Context, owner: queries.Owner): Promise<queries.Head> {
  const head = await queries.findHead(ctx.db, owner);
  if (head === undefined) throw notFound(owner.kind);
  return head;
}

/** A version by its number, as it was written. */
export async function getRecord(ctx: Context, owner: queries.Owner, version: number): Promise<queries.VersionRecord> {
  const record = await queries.findVersion(ctx.db, owner, version);
  if (record === undefined) throw notFound("version");
  return record;
}

/** What the editor shows. */
export async function getContent(ctx: Context, owner: queries.Owner): Promise<Content> {
  const { version } = await getHead(ctx, owner);
  return present(await getRecord(ctx, owner, version));
}

const presentSummary = (row: queries.VersionSummary, head: queries.Head) => ({
  ...row,
  id: String(row.version),
  createdAt: row.createdAt.toISOString(),
  current: row.version === head.version,
  published: row.version === head.publishedVersion,
});

export async function listVersions(ctx: Context, owner: queries.Owner, query: Paging) {
  const head = await getHead(ctx, owner);
  const { page, pageSize, offset } = pageOf(query);
  const { total, rows } = await queries.listVersions(ctx.db, owner, { limit: pageSize, offset });
  return { items: rows.map((row) => presentSummary(row, head)), total, page, pageSize };
}

export async function getVersion(ctx: Context, owner: queries.Owner, version: string) {
  const head = await getHead(ctx, owner);
  const summary = await queries.findSummary(ctx.db, owner, version);
  if (summary === undefined) throw notFound("version");
  const content = present(await getRecord(ctx, owner, summary.version));
  return { ...presentSummary(summary, head), content };
}

/** For copies of an owner. */
export async function copyOf(ctx: Context, owner: queries.Owner): Promise<Compiled> {
  const { version } = await getHead(ctx, owner);
  const { kind, source, html, text } = await getRecord(ctx, owner, version);
  return { kind, source, html, text, issues: [] };
}

export const remove = (ctx: Context, owner: queries.Owner): Promise<void> => queries.deleteContent(ctx.db, owner);
