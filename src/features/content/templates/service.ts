import type { Static } from "typebox";
import { inTransaction, sandboxOf, type Context } from "../../../context.ts";
import { copyName, conflictOnTakenName } from "../../../db/unique-names.ts";
import { accepts, existing } from "../../../kernel/accepts.ts";
import { conflict, requireFound, validation } from "../../../kernel/errors.ts";
import { toPage, type Paging } from "../../../kernel/schema.ts";
import { iso } from "../../../kernel/local-time.ts";
import { setTags } from "../../labels/tags.ts";
import { defaultSendingSettings } from "../checks/rendered-issues.ts";
import { findContentIssues } from "../checks/service.ts";
import { findFooterHtml } from "../footers/queries.ts";
import { requirePublishedFooter } from "../footers/service.ts";
import { requireShop } from "../../contacts/shops.ts";
import { starterLanguage } from "../../starters/catalogue.ts";
import { loadStarter } from "../../starters/starters.ts";
import { requestTestEmail } from "../test-emails/service.ts";
import type { TemplateTestInput } from "../test-emails/shapes.ts";
import { listContentUses, needsDraft, rejectIfAutomated, rejectIfUsed } from "../uses/service.ts";
import { isActiveUnsubscribePage } from "../../pages/unsubscribe-pages/service.ts";
import * as versions from "../versions/service.ts";
import type { ContentWrite } from "../versions/shapes.ts";
import {
  compileContent,
  findContentSource,
  getContentSource,
  type CompiledVersion,
  emptySource,
} from "../versions/source.ts";
import { toBlocks } from "../visual/to-blocks.ts";
import * as queries from "./queries.ts";
import type { TemplateChange, TemplateInput } from "./shapes.ts";

const toOwner = (id: string): versions.ContentOwner => ({ kind: "template", id });

const presentRow = (row: queries.TemplateRecord) => ({
  ...row,
  archived: row.archivedAt !== null,
  archivedAt: iso(row.archivedAt),
  hasDraft: row.version !== row.publishedVersion,
  createdAt: row.createdAt.toISOString(),
  updatedAt: row.updatedAt.toISOString(),
});

export async function listTemplates(ctx: Context, query: queries.TemplateFilters & Paging & { sort?: string }) {
  await requireShop(ctx.db, query.shop, "shop");
  const { page, pageSize, offset } = toPage(query);
  const { total, rows } = await queries.listTemplates(ctx.db, { ...query, limit: pageSize, offset });
  return { items: rows.map(presentRow), total, page, pageSize };
}

const getTemplateRecord = async ({ db }: Context, id: string) =>
  requireFound(await queries.findTemplate(db, id), "template");
const lockTemplate = async ({ db }: Context, id: string) =>
  requireFound(await queries.lockTemplate(db, id), "template");

export async function getTemplate(ctx: Context, id: string) {
  const row = await getTemplateRecord(ctx, id);
  const owner = toOwner(id);
  const [uses, content] = await Promise.all([
    listContentUses(ctx, owner),
    versions.getVersionRecord(ctx, owner, row.version),
  ]);
  return { ...presentRow(row), uses, content: versions.presentContent(content) };
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

/** Applies the given fields to the stored template; null clears a text. */
const applyChange = (change: Static<typeof TemplateChange>, before: queries.TemplateWrite): queries.TemplateWrite => ({
  name: change.name?.trim() ?? before.name,
  description: change.description === undefined ? before.description : (change.description ?? "").trim(),
  shopId: change.shopId === undefined ? before.shopId : change.shopId,
  subject: change.subject === undefined ? before.subject : (change.subject ?? "").trim(),
  preheader: change.preheader === undefined ? before.preheader : (change.preheader ?? "").trim(),
  footerId: change.footerId === undefined ? before.footerId : change.footerId,
  unsubscribePageId: change.unsubscribePageId === undefined ? before.unsubscribePageId : change.unsubscribePageId,
});

const toSettings = ({ name, description, shopId, subject, preheader, footerId, ...row }: queries.TemplateRecord) => ({
  name,
  description,
  shopId,
  subject,
  preheader,
  footerId,
  unsubscribePageId: row.unsubscribePageId,
});

type Input = Static<typeof TemplateInput>;

/** A template whose content is compiled, which takes the sandbox and must not happen in a transaction. */
export type CompiledTemplate = {
  readonly write: queries.TemplateWrite;
  readonly content: CompiledVersion;
  readonly tags: readonly string[];
};

export async function compileTemplate(ctx: Context, input: Input): Promise<CompiledTemplate> {
  const ownSource = findContentSource(input);
  if (ownSource !== undefined && input.starter !== undefined) throw validation("starter", accepts.withoutOther);
  const starter = input.starter === undefined ? undefined : await chooseStarter(ctx, input);
  const content = await compileContent(
    ctx,
    starter?.source ?? ownSource ?? emptySource(input.kind ?? "html"),
    input.text ?? null,
  );
  const base = { ...emptyTemplate, subject: starter?.subject ?? "", preheader: starter?.preheader ?? "" };
  return { write: applyChange(input, base), content, tags: input.tags ?? [] };
}

export const createTemplate = async (ctx: Context, input: Input) =>
  insertTemplate(ctx, await compileTemplate(ctx, input));

async function chooseStarter(ctx: Context, { starter = "newsletter", language, shopId = null }: Input) {
  return loadStarter(starter, language ?? starterLanguage(await queries.findDefaultLanguage(ctx.db, shopId)));
}

export function insertTemplate(ctx: Context, { write, content, tags }: CompiledTemplate) {
  return conflictOnTakenName(
    inTransaction(ctx, async (inner) => {
      await requireReferences(inner, write);
      const id = await queries.insertTemplate(inner.db, { ...write, createdAt: inner.clock.now() });
      inner.db.created(id);
      await versions.createContent(inner, toOwner(id), content, true);
      await setTags(inner, "template", id, tags);
      return getTemplate(inner, id);
    }),
  );
}

type References = Pick<Static<typeof TemplateChange>, "shopId" | "footerId" | "unsubscribePageId">;

async function requireReferences(ctx: Context, references: References): Promise<void> {
  const { shopId = null, footerId = null, unsubscribePageId = null } = references;
  await requireShop(ctx.db, shopId);
  if (footerId !== null) await requirePublishedFooter(ctx, { footerId, shopId });
  if (unsubscribePageId !== null && !(await isActiveUnsubscribePage(ctx, unsubscribePageId, shopId)))
    throw validation("unsubscribePageId", existing("unsubscribe_page"));
}

export async function updateTemplate(ctx: Context, id: string, change: Static<typeof TemplateChange>) {
  return conflictOnTakenName(
    inTransaction(ctx, async (inner) => {
      const write = applyChange(change, toSettings(await lockTemplate(inner, id)));
      // A new shop revalidates all references, as for campaigns.
      await requireReferences(inner, change.shopId === undefined ? { ...change, shopId: write.shopId } : write);
      await queries.updateTemplate(inner.db, id, { ...write, updatedAt: inner.clock.now() });
      if (change.tags !== undefined) await setTags(inner, "template", id, change.tags);
      return getTemplate(inner, id);
    }),
  );
}

export async function deleteTemplate(ctx: Context, id: string): Promise<void> {
  await inTransaction(ctx, async (inner) => {
    await lockTemplate(inner, id);
    await rejectIfUsed(inner, toOwner(id));
    await versions.deleteContent(inner, toOwner(id));
    await queries.deleteTemplate(inner.db, id);
  });
}

export async function archiveTemplate(ctx: Context, id: string) {
  return inTransaction(ctx, async (inner) => {
    await lockTemplate(inner, id);
    await rejectIfAutomated(inner, toOwner(id));
    await queries.archiveTemplate(inner.db, id, inner.clock.now());
    return getTemplate(inner, id);
  });
}

export async function unarchiveTemplate(ctx: Context, id: string) {
  await ctx.db.transaction((db) => queries.unarchiveTemplate(db, id, ctx.clock.now()));
  return getTemplate(ctx, id);
}

export async function duplicateTemplate(ctx: Context, id: string, overrides: { name?: string }) {
  const source = await getTemplateRecord(ctx, id);
  const name = await copyName(ctx, queries.templateNames, source.name, overrides.name);
  const content = await versions.copyContent(ctx, toOwner(id));
  return insertTemplate(ctx, { write: { ...toSettings(source), name }, content, tags: source.tags });
}

export const getTemplateContent = (ctx: Context, id: string) => versions.getContent(ctx, toOwner(id));

export async function saveTemplateContent(ctx: Context, id: string, write: ContentWrite) {
  const source = getContentSource(write);
  const { subject, preheader, footerId, shopId } = await getTemplateRecord(ctx, id);
  const content = await compileContent(ctx, source, write.text ?? null);
  const footerHtml = (await findFooterHtml(ctx.db, { footerId, shopId })) ?? "";
  const settings = { ...defaultSendingSettings, shopId };
  const issues = await findContentIssues(ctx, content, { subject, preheader, footerHtml, settings });
  return save(ctx, id, { ...content, issues }, write.baseVersion);
}

function save(ctx: Context, id: string, content: CompiledVersion, baseVersion: number) {
  return inTransaction(ctx, async (inner) => {
    const owner = toOwner(id);
    const isPublished = !(await needsDraft(inner, owner));
    return versions.saveVersion(inner, owner, content, { baseVersion, isPublished });
  });
}

/** Saves a regular version; the previous one can be restored. */
export async function convertTemplate(ctx: Context, id: string, options: { baseVersion?: number }) {
  const { version, kind } = await getTemplateRecord(ctx, id);
  if (kind === "blocks") throw conflict("status");
  const baseVersion = options.baseVersion ?? version;
  if (baseVersion !== version) throw conflict("version", { current: version });
  const { text, ...content } = versions.presentContent(await versions.getVersionRecord(ctx, toOwner(id), version));
  const blocks = await toBlocks(sandboxOf(ctx), content);
  await save(ctx, id, await compileContent(ctx, { kind: "blocks", blocks }, text), baseVersion);
  return getTemplate(ctx, id);
}

export async function publishTemplate(ctx: Context, id: string) {
  return inTransaction(ctx, async (inner) => {
    await versions.publishContent(inner, toOwner(id));
    return getTemplate(inner, id);
  });
}

export const discardTemplateDraft = (ctx: Context, id: string): Promise<void> =>
  inTransaction(ctx, (inner) => versions.discardContentDraft(inner, toOwner(id)));

export const listTemplateVersions = (ctx: Context, id: string, query: Paging) =>
  versions.listVersions(ctx, toOwner(id), query);

export const getTemplateVersion = (ctx: Context, id: string, version: string) =>
  versions.getVersion(ctx, toOwner(id), version);

export const sendTemplateTest = (ctx: Context, id: string, test: TemplateTestInput) =>
  requestTestEmail(ctx, toOwner(id), test);
