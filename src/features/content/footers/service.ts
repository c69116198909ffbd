import type { Static } from "typebox";
import { inTransaction, type Context } from "../../../context.ts";
import { copyName, refuseTakenName } from "../../../db/names.ts";
import { conflict, found, validation } from "../../../kernel/errors.ts";
import { pageOf, type Paging } from "../../../kernel/schema.ts";
import { lockCompany } from "../../people/queries.ts";
import { requireShop } from "../../contacts/shops.ts";
import { listUses, refuseUsed } from "../uses/service.ts";
import { emptySource } from "../versions/empty.ts";
import * as versions from "../versions/service.ts";
import type { ContentWrite } from "../versions/shapes.ts";
import { compile, findSource, getSource, type Compiled } from "../versions/source.ts";
import * as queries from "./queries.ts";
import type { FooterChange, FooterInput } from "./shapes.ts";

const ownerOf = (id: string): versions.Owner => ({ kind: "footer", id });

const presentRow = (row: queries.FooterRecord) => ({
  ...row,
  published: row.publishedVersion !== null,
  hasDraft: row.publishedVersion !== null && row.publishedVersion !== row.version,
  createdAt: row.createdAt.toISOString(),
  updatedAt: row.updatedAt.toISOString(),
});

export async function list(ctx: Context, query: Paging & { q?: string; shop?: string; sort?: string }) {
  const { page, pageSize, offset } = pageOf(query);
  const { total, rows } = await queries.listFooters(ctx.db, { ...query, limit: pageSize, offset });
  return { items: rows.map(presentRow), total, page, pageSize };
}

const getRecord = async ({ db }: Context, id: string) => found(await queries.findFooter(db, id), "footer");
const lock = async ({ db }: Context, id: string) => found(await queries.lockFooter(db, id), "footer");

export async function get(ctx: Context, id: string) {
  const row = await getRecord(ctx, id);
  const owner = ownerOf(id);
  const [uses, content] = await Promise.all([listUses(ctx, owner), versions.getRecord(ctx, owner, row.version)]);
  return { ...presentRow(row), uses, content: versions.present(content) };
}

export async function create(ctx: Context, input: Static<typeof FooterInput>) {
  const content = await compile(findSource(input) ?? emptySource(input.kind ?? "html"), input.text ?? null);
  return insert(ctx, { name: input.name.trim(), shopId: input.shopId ?? null }, content);
}

function insert(ctx: Context, footer: { name: string; shopId: string | null }, content: Compiled) {
  return refuseTakenName(
    inTransaction(ctx, async (inner) => {
      await requireShop(inner.db, footer.shopId);
      const id = await queries.insertFooter(inner.db, { ...footer, createdAt: inner.clock.now() });
      await versions.begin(inner, ownerOf(id), content, false);
      return get(inner, id);
    }),
  );
}

export async function update(ctx: Context, id: string, { name }: Static<typeof FooterChange>) {
  if (name !== undefined) await refuseTakenName(queries.renameFooter(ctx.db, id, name.trim(), ctx.clock.now()));
  return get(ctx, id);
}

export async function remove(ctx: Context, id: string): Promise<void> {
  await inTransaction(ctx, async (inner) => {
    await lock(inner, id);
    await refuseUsed(inner, ownerOf(id));
    await versions.remove(inner, ownerOf(id));
    await queries.deleteFooter(inner.db, id);
  });
}

export const getContent = (ctx: Context, id: string) => versions.getContent(ctx, ownerOf(id));

export async function saveContent(ctx: Context, id: string, write: ContentWrite) {
  const source = getSource(write);
  await getRecord(ctx, id);
  const content = await compile(source, write.text ?? null);
  const { baseVersion } = write;
  return inTransaction(ctx, (inner) => versions.save(inner, ownerOf(id), content, { baseVersion, isPublished: false }));
}

export async function copy(ctx: Context, id: string, wish: { name?: string }) {
  const { name, shopId } = await getRecord(ctx, id);
  const content = await versions.copyOf(ctx, ownerOf(id));
  return insert(ctx, { name: await copyName(ctx, "footer", name, wish.name), shopId }, content);
}

/** Two footers that become the default at once take turns. */
export async function makeDefault(ctx: Context, id: string) {
  return inTransaction(ctx, async (inner) => {
    await lockCompany(inner.db);
    const { shopId, publishedVersion } = await lock(inner, id);
    if (publishedVersion === null) throw conflict("status");
    await queries.makeDefault(inner.db, id, shopId, inner.clock.now());
    return get(inner, id);
  });
}

export async function unmakeDefault(ctx: Context, id: string): Promise<void> {
  await getRecord(ctx, id);
  await queries.unmakeDefault(ctx.db, id, ctx.clock.now());
}

export async function publish(ctx: Context, id: string) {
  return inTransaction(ctx, async (inner) => {
    await versions.publish(inner, ownerOf(id));
    return get(inner, id);
  });
}

export const listVersions = (ctx: Context, id: string, query: Paging) => versions.listVersions(ctx, ownerOf(id), query);

export const getVersion = (ctx: Context, id: string, version: string) => versions.getVersion(ctx, ownerOf(id), version);

/** For templates and campaigns, inside the transaction in which they begin to name it. */
export async function requirePublishedFooter({ db }: Context, named: queries.NamedFooter): Promise<void> {
  if (!(await queries.isPublishedFooter(db, named))) throw validation("footerId");
}
