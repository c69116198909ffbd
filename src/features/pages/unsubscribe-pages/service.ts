import type { Static } from "typebox";
import { inTransaction, type Context } from "../../../context.ts";
import { copyName, conflictOnTakenName } from "../../../db/unique-names.ts";
import { conflict, notFound } from "../../../kernel/errors.ts";
import { pageLanguage } from "../../../kernel/page-language.ts";
import { toPage, type Paging } from "../../../kernel/schema.ts";
import { iso } from "../../../kernel/local-time.ts";
import { lockCompany } from "../../members/queries.ts";
import { findPageSender } from "../preferences/queries.ts";
import { preferencesPage, thanksPage } from "../preferences/preferences-view.ts";
import { samplePreferences } from "../preferences/sample.ts";
import { applyDesignChange, emptyDesign } from "../public-page/design.ts";
import { sanitizeText } from "../../../kernel/sanitize-html.ts";
import { requireShop } from "../../contacts/shops.ts";
import * as queries from "./queries.ts";
import type { UnsubscribePageFields, UnsubscribePage, UnsubscribePageInput } from "./shapes.ts";

const emptyPage: queries.UnsubscribePageWrite = {
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

function presentUnsubscribePage(row: queries.UnsubscribePageRecord): Static<typeof UnsubscribePage> {
  const { isActive, textHtml, thanksHtml, createdAt, updatedAt, ...page } = row;
  return {
    ...page,
    active: isActive,
    text: textHtml,
    thanksText: thanksHtml,
    createdAt: createdAt.toISOString(),
    updatedAt: iso(updatedAt),
  };
}

/** Applies the given fields to the stored values. */
function applyChange(
  before: queries.UnsubscribePageWrite,
  change: UnsubscribePageFields,
): queries.UnsubscribePageWrite {
  const line = (text: string | undefined, old: string) => text?.trim() ?? old;
  const formatted = (text: string | undefined, old: string) => (text === undefined ? old : sanitizeText(text));
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
    design: applyDesignChange(before.design, change.design),
  };
}

export async function listUnsubscribePages(
  ctx: Context,
  query: Paging & Omit<queries.UnsubscribePageRequest, "limit" | "offset">,
) {
  await requireShop(ctx.db, query.shop, "shop");
  const { page, pageSize, offset } = toPage(query);
  const { total, rows } = await queries.listUnsubscribePages(ctx.db, { ...query, limit: pageSize, offset });
  return { items: rows.map(presentUnsubscribePage), total, page, pageSize };
}

export async function getUnsubscribePage(ctx: Context, id: string) {
  return presentUnsubscribePage(await getUnsubscribePageRecord(ctx, id));
}

async function getUnsubscribePageRecord({ db }: Context, id: string): Promise<queries.UnsubscribePageRecord> {
  const row = await queries.findUnsubscribePage(db, id);
  if (row === undefined) throw notFound("unsubscribe_page");
  return row;
}

async function lock({ db }: Context, id: string): Promise<queries.UnsubscribePageRecord> {
  const row = await queries.lockUnsubscribePage(db, id);
  if (row === undefined) throw notFound("unsubscribe_page");
  return row;
}

export const createUnsubscribePage = (ctx: Context, input: Static<typeof UnsubscribePageInput>) =>
  insertUnsubscribePage(ctx, applyChange(emptyPage, input));

async function insertUnsubscribePage(ctx: Context, page: queries.UnsubscribePageWrite) {
  await requireShop(ctx.db, page.shopId);
  return conflictOnTakenName(
    inTransaction(ctx, async (inner) => {
      const id = await queries.insertUnsubscribePage(inner.db, page, inner.clock.now());
      inner.db.created(id);
      return getUnsubscribePage(inner, id);
    }),
  );
}

export async function updateUnsubscribePage(ctx: Context, id: string, change: UnsubscribePageFields) {
  return conflictOnTakenName(
    inTransaction(ctx, async (inner) => {
      const before = await lock(inner, id);
      const page = applyChange(before, change);
      if (page.shopId !== before.shopId) await requireShop(inner.db, page.shopId);
      const hasMoved = page.shopId !== before.shopId || page.language !== before.language;
      const isDefault = before.isDefault && page.isActive && !hasMoved;
      await queries.updateUnsubscribePage(inner.db, id, { ...page, isDefault }, inner.clock.now());
      return getUnsubscribePage(inner, id);
    }),
  );
}

export async function deleteUnsubscribePage({ db }: Context, id: string): Promise<void> {
  if (!(await db.transaction((inner) => queries.deleteUnsubscribePage(inner, id)))) throw notFound("unsubscribe_page");
}

export async function copyUnsubscribePage(ctx: Context, id: string, overrides: { name?: string }) {
  const source = await getUnsubscribePageRecord(ctx, id);
  const name = await copyName(ctx, queries.unsubscribePageNames, source.name, overrides.name);
  return insertUnsubscribePage(ctx, applyChange(source, { name }));
}

/** Serializes changes of the default. */
export async function makeUnsubscribePageDefault(ctx: Context, id: string) {
  return inTransaction(ctx, async (inner) => {
    await lockCompany(inner.db);
    const page = await lock(inner, id);
    if (!page.isActive) throw conflict("status");
    await queries.makeUnsubscribePageDefault(inner.db, page, inner.clock.now());
    return getUnsubscribePage(inner, id);
  });
}

export async function unmakeUnsubscribePageDefault(ctx: Context, id: string): Promise<void> {
  await inTransaction(ctx, async (inner) => {
    const { isDefault } = await lock(inner, id);
    if (isDefault) await queries.updateUnsubscribePage(inner.db, id, { isDefault: false }, inner.clock.now());
  });
}

export async function previewUnsubscribePage(ctx: Context, content: UnsubscribePageFields) {
  const page = applyChange(emptyPage, content);
  const sender = await findPageSender(ctx.db, page.shopId);
  const sample = samplePreferences({ ...sender, language: pageLanguage(page.language ?? sender.language) }, page);
  return { html: preferencesPage(sample), thanksHtml: thanksPage(sample) };
}

/** For templates and campaigns: the page must be active and belong to their shop or to the whole company. */
export async function isActiveUnsubscribePage({ db }: Context, id: string, shopId: string | null): Promise<boolean> {
  const page = await queries.findUnsubscribePage(db, id);
  if (page === undefined || !page.isActive) return false;
  return page.shopId === null || shopId === null || page.shopId === shopId;
}
