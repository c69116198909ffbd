import type { Static } from "typebox";
import { inTransaction, type Context } from "../../../context.ts";
import { copyName, refuseTakenName } from "../../../db/names.ts";
import { conflict, notFound } from "../../../kernel/errors.ts";
import { pageLanguage } from "../../../kernel/page-language.ts";
import { pageOf, type Paging } from "../../../kernel/schema.ts";
import { lockCompany } from "../../people/queries.ts";
import { findSender } from "../preferences/queries.ts";
import { preferencesPage, thanksPage } from "../preferences/view.ts";
import { samplePreferences } from "../preferences/sample.ts";
import { designOf, emptyDesign } from "../public-page/design.ts";
import { cleanText } from "../public-page/sanitize.ts";
import { requireShop } from "../../contacts/shops.ts";
import * as queries from "./queries.ts";
import type { PageContent, UnsubscribePage, UnsubscribePageInput } from "./shapes.ts";

const emptyPage: queries.PageWrite = {
  name: "",
  isActive: true,
  shopId: null,
  language: null,
  title: "",
  textHtml: "",
  buttonLabel: "",
  thanksTitle: "",
  thanksHtml: "",
  showLists: true,
  askReason: false,
  reasons: [],
  design: emptyDesign,
};

function present(row: queries.UnsubscribePageRecord): Static<typeof UnsubscribePage> {
  const { isActive, textHtml, thanksHtml, createdAt, updatedAt, ...page } = row;
  return {
    ...page,
    active: isActive,
    text: textHtml,
    thanksText: thanksHtml,
    createdAt: createdAt.toISOString(),
    updatedAt: updatedAt?.toISOString() ?? null,
  };
}

/** What a request says, over what was there. */
function writeOf(before: queries.PageWrite, change: PageContent): queries.PageWrite {
  const line = (text: string | undefined, old: string) => text?.trim() ?? old;
  const formatted = (text: string | undefined, old: string) => (text === undefined ? old : cleanText(text));
  return {
    name: line(change.name, before.name),
    isActive: change.active ?? before.isActive,
    shopId: change.shopId === undefined ? before.shopId : change.shopId,
    language: change.language === undefined ? before.language : change.language,
    title: line(change.title, before.title),
    textHtml: formatted(change.text, before.textHtml),
    buttonLabel: line(change.buttonLabel, before.buttonLabel),
    thanksTitle: line(change.thanksTitle, before.thanksTitle),
    thanksHtml: formatted(change.thanksText, before.thanksHtml),
    showLists: change.showLists ?? before.showLists,
    askReason: change.askReason ?? before.askReason,
    reasons: change.reasons === undefined ? before.reasons : change.reasons.map((reason) => reason.trim()),
    design: designOf(before.design, change.design),
  };
}

export async function list(ctx: Context, query: Paging & Omit<queries.PageRequest, "limit" | "offset">) {
  const { page, pageSize, offset } = pageOf(query);
  const { total, rows } = await queries.listPages(ctx.db, { ...query, limit: pageSize, offset });
  return { items: rows.map(present), total, page, pageSize };
}

export async function get(ctx: Context, id: string) {
  return present(await getRecord(ctx, id));
}

async function getRecord({ db }: Context, id: string): Promise<queries.UnsubscribePageRecord> {
  const row = await queries.findPage(db, id);
  if (row === undefined) throw notFound("unsubscribe_page");
  return row;
}

async function lock({ db }: Context, id: string): Promise<queries.UnsubscribePageRecord> {
  const row = await queries.lockPage(db, id);
  if (row === undefined) throw notFound("unsubscribe_page");
  return row;
}

export const create = (ctx: Context, input: Static<typeof UnsubscribePageInput>) =>
  insert(ctx, writeOf(emptyPage, input));

async function insert(ctx: Context, page: queries.PageWrite) {
  await requireShop(ctx.db, page.shopId);
  return get(ctx, await refuseTakenName(queries.insertPage(ctx.db, page, ctx.clock.now())));
}

export async function update(ctx: Context, id: string, change: PageContent) {
  return refuseTakenName(
    inTransaction(ctx, async (inner) => {
      const before = await lock(inner, id);
      const page = writeOf(before, change);
      if (page.shopId !== before.shopId) await requireShop(inner.db, page.shopId);
      const isElsewhere = page.shopId !== before.shopId || page.language !== before.language;
      const isDefault = before.isDefault && page.isActive && !isElsewhere;
      await queries.updatePage(inner.db, id, { ...page, isDefault }, inner.clock.now());
      return get(inner, id);
    }),
  );
}

export async function remove({ db }: Context, id: string): Promise<void> {
  if (!(await queries.deletePage(db, id))) throw notFound("unsubscribe_page");
}

export async function copy(ctx: Context, id: string, wish: { name?: string }) {
  const source = await getRecord(ctx, id);
  const name = await copyName(ctx, "unsubscribe_page", source.name, wish.name);
  return insert(ctx, writeOf(source, { name }));
}

/** Two pages that become the default at once take turns. */
export async function makeDefault(ctx: Context, id: string) {
  return inTransaction(ctx, async (inner) => {
    await lockCompany(inner.db);
    const page = await lock(inner, id);
    if (!page.isActive) throw conflict("status");
    await queries.makeDefault(inner.db, page, inner.clock.now());
    return get(inner, id);
  });
}

export async function unmakeDefault(ctx: Context, id: string): Promise<void> {
  await inTransaction(ctx, async (inner) => {
    const { isDefault } = await lock(inner, id);
    if (isDefault) await queries.updatePage(inner.db, id, { isDefault: false }, inner.clock.now());
  });
}

export async function preview(ctx: Context, content: PageContent) {
  const page = writeOf(emptyPage, content);
  const sender = await findSender(ctx.db, page.shopId);
  const sample = samplePreferences({ ...sender, language: pageLanguage(page.language ?? sender.language) }, page);
  return { html: preferencesPage(sample), thanksHtml: thanksPage(sample) };
}

/** For templates and campaigns that name a page: an active one of their shop, or of the whole company. */
export async function isActivePage({ db }: Context, id: string, shopId: string | null): Promise<boolean> {
  const page = await queries.findPage(db, id);
  if (page === undefined || !page.isActive) return false;
  return page.shopId === null || shopId === null || page.shopId === shopId;
}
