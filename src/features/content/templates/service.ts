import type { Static } from "typebox";
import { inTransaction, type Context } from "../../../context.ts";
import { copyName, refuseTakenName } from "../../../db/names.ts";
import { conflict, found, validation } from "../../../kernel/errors.ts";
import { pageOf, type Paging } from "../../../kernel/schema.ts";
import { setTags } from "../../labels/tags.ts";
import { issuesOf } from "../checks/service.ts";
import { findFooterHtml } from "../footers/queries.ts";
import { requirePublishedFooter } from "../footers/service.ts";
import { requireShop } from "../../contacts/shops.ts";
import { starterLanguage } from "../starters/catalogue.ts";
import { findStarter } from "../starters/starters.ts";
import { requestTest } from "../test-emails/service.ts";
import { listUses, needsDraft, refuseUsed } from "../uses/service.ts";
import { isActivePage } from "../unsubscribe-pages/service.ts";
import * as versions from "../versions/service.ts";
import { emptySource } from "../versions/empty.ts";
import type { ContentWrite } from "../versions/shapes.ts";
import { compile, findSource, getSource, type Compiled } from "../versions/source.ts";
import { toBlocks } from "../visual/visual.ts";
import * as queries from "./queries.ts";
import type { TemplateChange, TemplateInput } from "./shapes.ts";

const ownerOf = (id: string): versions.Owner => ({ kind: "template", id });

const presentRow = (row: queries.TemplateRecord) => ({
  ...row,
  archived: row.archivedAt !== null,
  archivedAt: row.archivedAt?.toISOString() ?? null,
  hasDraft: row.version !== row.publishedVersion,
  createdAt: row.createdAt.toISOString(),
  updatedAt: row.updatedAt.toISOString(),
});

export async function list(ctx: Context, query: queries.TemplateFilters & Paging & { sort?: string }) {
  const { page, pageSize, offset } = pageOf(query);
  const { total, rows } = await queries.listTemplates(ctx.db, { ...query, limit: pageSize, offset });
  return { items: rows.map(presentRow), total, page, pageSize };
}

const getRecord = async ({ db }: Context, id: string) => found(await queries.findTemplate(db, id), "template");
const lock = async ({ db }: Context, id: string) => found(await queries.lockTemplate(db, id), "template");

export async function get(ctx: Context, id: string) {
  const row = await getRecord(ctx, id);
  const owner = ownerOf(id);
  const [uses, content] = await Promise.all([listUses(ctx, owner), versions.getRecord(ctx, owner, row.version)]);
  return { ...presentRow(row), uses, content: versions.present(content) };
}

const emptyTemplate: queries.TemplateWrite = {
  name: "",
  description: "",
  shopId: null,
  subject: "",
  preheader: "",
  footerId: null,
  unsubscribePageId: null,
};

/** What a request says of the template over what is said already; null is an empty text. */
const written = (change: Static<typeof TemplateChange>, known: queries.TemplateWrite): queries.TemplateWrite => ({
  name: change.name?.trim() ?? known.name,
  description: change.description === undefined ? known.description : (change.description ?? "").trim(),
  shopId: change.shopId === undefined ? known.shopId : change.shopId,
  subject: change.subject === undefined ? known.subject : (change.subject ?? "").trim(),
  preheader: change.preheader === undefined ? known.preheader : (change.preheader ?? "").trim(),
  footerId: change.footerId === undefined ? known.footerId : change.footerId,
  unsubscribePageId: change.unsubscribePageId === undefined ? known.unsubscribePageId : change.unsubscribePageId,
});

const settingsOf = ({ name, description, shopId, subject, preheader, footerId, ...row }: queries.TemplateRecord) => ({
  name,
  description,
  shopId,
  subject,
  preheader,
  footerId,
  unsubscribePageId: row.unsubscribePageId,
});

type Input = Static<typeof TemplateInput>;

export async function create(ctx: Context, input: Input) {
  const own = findSource(input);
  if (own !== undefined && input.starter !== undefined) throw validation("starter");
  const start = input.starter === undefined ? undefined : await getStarter(ctx, input);
  const content = await compile(start?.source ?? own ?? emptySource(input.kind ?? "html"), input.text ?? null);
  const base = { ...emptyTemplate, subject: start?.subject ?? "", preheader: start?.preheader ?? "" };
  return insert(ctx, written(input, base), content, input.tags ?? []);
}

async function getStarter(ctx: Context, { starter = "newsletter", language, shopId = null }: Input) {
  const found = findStarter(starter, language ?? starterLanguage(await queries.findLanguage(ctx.db, shopId)));
  if (found === undefined) throw validation("starter");
  return found;
}

function insert(ctx: Context, write: queries.TemplateWrite, content: Compiled, tags: readonly string[]) {
  return refuseTakenName(
    inTransaction(ctx, async (inner) => {
      await requireReferences(inner, write);
      const id = await queries.insertTemplate(inner.db, { ...write, createdAt: inner.clock.now() });
      await versions.begin(inner, ownerOf(id), content, true);
      await setTags(inner, "template", id, tags);
      return get(inner, id);
    }),
  );
}

type References = Pick<Static<typeof TemplateChange>, "shopId" | "footerId" | "unsubscribePageId">;

async function requireReferences(ctx: Context, references: References): Promise<void> {
  const { shopId = null, footerId = null, unsubscribePageId = null } = references;
  await requireShop(ctx.db, shopId);
  if (footerId !== null) await requirePublishedFooter(ctx, { footerId, shopId });
  if (unsubscribePageId !== null && !(await isActivePage(ctx, unsubscribePageId, shopId)))
    throw validation("unsubscribePageId");
}

export async function update(ctx: Context, id: string, change: Static<typeof TemplateChange>) {
  return refuseTakenName(
    inTransaction(ctx, async (inner) => {
      const write = written(change, settingsOf(await lock(inner, id)));
      // For another shop everything is asked about again, as it is for campaigns.
      await requireReferences(inner, change.shopId === undefined ? { ...change, shopId: write.shopId } : write);
      await queries.updateTemplate(inner.db, id, { ...write, updatedAt: inner.clock.now() });
      if (change.tags !== undefined) await setTags(inner, "template", id, change.tags);
      return get(inner, id);
    }),
  );
}

export async function remove(ctx: Context, id: string): Promise<void> {
  await inTransaction(ctx, async (inner) => {
    await lock(inner, id);
    await refuseUsed(inner, ownerOf(id));
    await versions.remove(inner, ownerOf(id));
    await queries.deleteTemplate(inner.db, id);
  });
}

export async function archive(ctx: Context, id: string) {
  await queries.archiveTemplate(ctx.db, id, ctx.clock.now());
  return get(ctx, id);
}

export async function unarchive(ctx: Context, id: string) {
  await queries.unarchiveTemplate(ctx.db, id, ctx.clock.now());
  return get(ctx, id);
}

export async function duplicate(ctx: Context, id: string, wish: { name?: string }) {
  const source = await getRecord(ctx, id);
  const name = await copyName(ctx, "template", source.name, wish.name);
  const content = await versions.copyOf(ctx, ownerOf(id));
  return insert(ctx, { ...settingsOf(source), name }, content, source.tags);
}

export const getContent = (ctx: Context, id: string) => versions.getContent(ctx, ownerOf(id));

export async function saveContent(ctx: Context, id: string, write: ContentWrite) {
  const source = getSource(write);
  const { subject, preheader, footerId, shopId } = await getRecord(ctx, id);
  const content = await compile(source, write.text ?? null);
  const footerHtml = (await findFooterHtml(ctx.db, { footerId, shopId })) ?? "";
  const issues = await issuesOf(ctx, content, { subject, preheader, footerHtml });
  return save(ctx, id, { ...content, issues }, write.baseVersion);
}

function save(ctx: Context, id: string, content: Compiled, baseVersion: number) {
  return inTransaction(ctx, async (inner) => {
    const owner = ownerOf(id);
    const isPublished = !(await needsDraft(inner, owner));
    return versions.save(inner, owner, content, { baseVersion, isPublished });
  });
}

/** A new version like any other: the one before can be read and saved again. */
export async function convert(ctx: Context, id: string, wish: { baseVersion?: number }) {
  const { version, kind } = await getRecord(ctx, id);
  if (kind === "blocks") throw conflict("status");
  const baseVersion = wish.baseVersion ?? version;
  if (baseVersion !== version) throw conflict("version", { current: version });
  const { text, ...content } = versions.present(await versions.getRecord(ctx, ownerOf(id), version));
  const blocks = await toBlocks(content);
  await save(ctx, id, await compile({ kind: "blocks", blocks }, text), baseVersion);
  return get(ctx, id);
}

export async function publish(ctx: Context, id: string) {
  return inTransaction(ctx, async (inner) => {
    await versions.publish(inner, ownerOf(id));
    return get(inner, id);
  });
}

export const discardDraft = (ctx: Context, id: string): Promise<void> =>
  inTransaction(ctx, (inner) => versions.discardDraft(inner, ownerOf(id)));

export const listVersions = (ctx: Context, id: string, query: Paging) => versions.listVersions(ctx, ownerOf(id), query);

export const getVersion = (ctx: Context, id: string, version: string) => versions.getVersion(ctx, ownerOf(id), version);

export const test = (ctx: Context, id: string, emails: readonly string[] | undefined) =>
  requestTest(ctx, ownerOf(id), emails);
