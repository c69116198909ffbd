import type { Static } from "typebox";
import { inTransaction, type Context } from "../../../context.ts";
import { copyName, conflictOnTakenName } from "../../../db/unique-names.ts";
import { existing } from "../../../kernel/accepts.ts";
import { conflict, requireFound, validation } from "../../../kernel/errors.ts";
import { toPage, type Paging } from "../../../kernel/schema.ts";
import { lockCompany } from "../../members/queries.ts";
import { requireShop } from "../../contacts/shops.ts";
import { listContentUses, rejectIfUsed } from "../uses/service.ts";
import * as versions from "../versions/service.ts";
import type { ContentWrite } from "../versions/shapes.ts";
import {
  compileContent,
  findContentSource,
  getContentSource,
  type CompiledVersion,
  emptySource,
} from "../versions/source.ts";
import * as queries from "./queries.ts";
import type { FooterChange, FooterInput } from "./shapes.ts";

const toOwner = (id: string): versions.ContentOwner => ({ kind: "footer", id });

const presentRow = (row: queries.FooterRecord) => ({
  ...row,
  published: row.publishedVersion !== null,
  hasDraft: row.publishedVersion !== null && row.publishedVersion !== row.version,
  createdAt: row.createdAt.toISOString(),
  updatedAt: row.updatedAt.toISOString(),
});

export async function listFooters(ctx: Context, query: Paging & { q?: string; shop?: string; sort?: string }) {
  await requireShop(ctx.db, query.shop, "shop");
  const { page, pageSize, offset } = toPage(query);
  const { total, rows } = await queries.listFooters(ctx.db, { ...query, limit: pageSize, offset });
  return { items: rows.map(presentRow), total, page, pageSize };
}

const getFooterRecord = async ({ db }: Context, id: string) => requireFound(await queries.findFooter(db, id), "footer");
const lockFooter = async ({ db }: Context, id: string) => requireFound(await queries.lockFooter(db, id), "footer");

export async function getFooter(ctx: Context, id: string) {
  const row = await getFooterRecord(ctx, id);
  const owner = toOwner(id);
  const [uses, content] = await Promise.all([
    listContentUses(ctx, owner),
    versions.getVersionRecord(ctx, owner, row.version),
  ]);
  return { ...presentRow(row), uses, content: versions.presentContent(content) };
}

export async function createFooter(ctx: Context, input: Static<typeof FooterInput>) {
  const content = await compileContent(
    ctx,
    findContentSource(input) ?? emptySource(input.kind ?? "html"),
    input.text ?? null,
  );
  return insertFooter(ctx, { name: input.name.trim(), shopId: input.shopId ?? null }, content);
}

function insertFooter(ctx: Context, footer: { name: string; shopId: string | null }, content: CompiledVersion) {
  return conflictOnTakenName(
    inTransaction(ctx, async (inner) => {
      await requireShop(inner.db, footer.shopId);
      const id = await queries.insertFooter(inner.db, { ...footer, createdAt: inner.clock.now() });
      inner.db.created(id);
      await versions.createContent(inner, toOwner(id), content, false);
      return getFooter(inner, id);
    }),
  );
}

export async function updateFooter(ctx: Context, id: string, { name }: Static<typeof FooterChange>) {
  const rename = (text: string) => ctx.db.transaction((db) => queries.renameFooter(db, id, text, ctx.clock.now()));
  if (name !== undefined) await conflictOnTakenName(rename(name.trim()));
  return getFooter(ctx, id);
}

export async function deleteFooter(ctx: Context, id: string): Promise<void> {
  await inTransaction(ctx, async (inner) => {
    await lockFooter(inner, id);
    await rejectIfUsed(inner, toOwner(id));
    await versions.deleteContent(inner, toOwner(id));
    await queries.deleteFooter(inner.db, id);
  });
}

export const getFooterContent = (ctx: Context, id: string) => versions.getContent(ctx, toOwner(id));

export async function saveFooterContent(ctx: Context, id: string, write: ContentWrite) {
  const source = getContentSource(write);
  await getFooterRecord(ctx, id);
  const content = await compileContent(ctx, source, write.text ?? null);
  const { baseVersion } = write;
  return inTransaction(ctx, (inner) =>
    versions.saveVersion(inner, toOwner(id), content, { baseVersion, isPublished: false }),
  );
}

export async function copyFooter(ctx: Context, id: string, overrides: { name?: string }) {
  const { name, shopId } = await getFooterRecord(ctx, id);
  const content = await versions.copyContent(ctx, toOwner(id));
  return insertFooter(ctx, { name: await copyName(ctx, queries.footerNames, name, overrides.name), shopId }, content);
}

/** Serializes changes of the default. */
export async function makeFooterDefault(ctx: Context, id: string) {
  return inTransaction(ctx, async (inner) => {
    await lockCompany(inner.db);
    const { shopId, publishedVersion } = await lockFooter(inner, id);
    if (publishedVersion === null) throw conflict("status");
    await queries.makeFooterDefault(inner.db, id, shopId, inner.clock.now());
    return getFooter(inner, id);
  });
}

export async function unmakeFooterDefault(ctx: Context, id: string): Promise<void> {
  await getFooterRecord(ctx, id);
  await ctx.db.transaction((db) => queries.unmakeFooterDefault(db, id, ctx.clock.now()));
}

export async function publishFooter(ctx: Context, id: string) {
  return inTransaction(ctx, async (inner) => {
    await versions.publishContent(inner, toOwner(id));
    return getFooter(inner, id);
  });
}

export const listFooterVersions = (ctx: Context, id: string, query: Paging) =>
  versions.listVersions(ctx, toOwner(id), query);

export const getFooterVersion = (ctx: Context, id: string, version: string) =>
  versions.getVersion(ctx, toOwner(id), version);

/** For templates and campaigns; runs in the transaction that stores the reference. */
export async function requirePublishedFooter({ db }: Context, footer: queries.FooterReference): Promise<void> {
  if (!(await queries.lockPublishedFooter(db, footer))) throw validation("footerId", existing("footer"));
}
