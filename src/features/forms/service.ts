import { randomBytes } from "node:crypto";
import type { Static } from "typebox";
import { inTransaction, type Context } from "../../context.ts";
import { conflictOnTakenName, copyName, retryWithFreeName } from "../../db/unique-names.ts";
import { accepts, existing } from "../../kernel/accepts.ts";
import { requireFound, validation } from "../../kernel/errors.ts";
import { iso } from "../../kernel/local-time.ts";
import { sanitizeText } from "../../kernel/sanitize-html.ts";
import { toPage, type Paging } from "../../kernel/schema.ts";
import { isConfirmation } from "../../mail/render/issues.ts";
import { findPurpose } from "../contacts/consents/queries.ts";
import { listFields } from "../contacts/fields/queries.ts";
import { lockListsForShare } from "../contacts/memberships/queries.ts";
import { requireShop } from "../contacts/shops.ts";
import { setContentUses } from "../content/uses/service.ts";
import { setTags } from "../labels/tags.ts";
import { applyStyledDesign, emptyStyledDesign } from "../pages/public-page/styled-design.ts";
import { defaultFields, parseFields } from "./fields.ts";
import * as queries from "./queries.ts";
import type { FormChange, FormInput, FormSettings, Popup } from "./shapes.ts";
import { rejectIfNeeded, detachObject } from "../../hooks/deletion.ts";
import { formHooks } from "./form-hooks.ts";

export const formUrl = ({ publicUrl }: Pick<Context, "publicUrl">, key: string): string => `${publicUrl}/f/${key}`;

const presentForm = (ctx: Context, row: queries.FormRecord) => {
  const { isActive, consentHtml, descriptionHtml, submitted, confirmed, createdAt, updatedAt, ...form } = row;
  const { version: _version, isWelcomeEnabled: _isEnabled, welcomeTemplateId: _templateId, ...shown } = form;
  return {
    ...shown,
    url: formUrl(ctx, row.key),
    status: isActive ? ("active" as const) : ("inactive" as const),
    consentText: consentHtml,
    description: descriptionHtml,
    counts: { submitted, confirmed },
    createdAt: createdAt.toISOString(),
    updatedAt: iso(updatedAt),
  };
};

export async function listForms(ctx: Context, query: Paging & Omit<queries.FormRequest, "limit" | "offset">) {
  const { page, pageSize, offset } = toPage(query);
  await requireShop(ctx.db, query.shop, "shop");
  const { total, rows } = await queries.listForms(ctx.db, { ...query, limit: pageSize, offset });
  return { items: rows.map((row) => presentForm(ctx, row)), total, page, pageSize };
}

export const getFormRecord = async ({ db }: Context, id: string): Promise<queries.FormRecord> =>
  requireFound(await queries.findForm(db, id), "form");

export async function getForm(ctx: Context, id: string) {
  return presentForm(ctx, await getFormRecord(ctx, id));
}

const emptyPopup: Popup = {
  trigger: "delay",
  delayS: 5,
  scrollPercent: 50,
  repeatDays: 7,
  position: "right",
  devices: "all",
  until: null,
  requireConsent: false,
  pages: { include: [], exclude: [] },
};

const emptySettings: FormSettings = {
  doiTemplateId: null,
  senderId: null,
  language: null,
  reminderHours: null,
  minFillSeconds: 0,
};

export const emptyForm: Omit<queries.FormWrite, "shopId"> = {
  name: "",
  isActive: true,
  kind: "classic",
  fields: defaultFields,
  listIds: [],
  purposeId: null,
  consentHtml: "",
  title: "",
  descriptionHtml: "",
  submitLabel: "",
  successUrl: null,
  confirmedUrl: null,
  captcha: false,
  popup: emptyPopup,
  design: emptyStyledDesign,
  settings: emptySettings,
};

/** Applies the given fields to the stored ones and validates what they name. */
export async function applyChange(
  ctx: Context,
  before: queries.FormWrite,
  change: FormChange,
): Promise<queries.FormWrite> {
  const line = (text: string | undefined, old: string) => text?.trim() ?? old;
  const formatted = (text: string | undefined, old: string) => (text === undefined ? old : sanitizeText(text).trim());
  const form: queries.FormWrite = {
    name: line(change.name, before.name),
    shopId: change.shopId ?? before.shopId,
    isActive: change.status === undefined ? before.isActive : change.status === "active",
    kind: change.kind ?? before.kind,
    fields: change.fields === undefined ? before.fields : parseFields(change.fields, await customFieldIds(ctx)),
    listIds: change.listIds === undefined ? before.listIds : [...new Set(change.listIds)],
    purposeId: change.purposeId === undefined ? before.purposeId : change.purposeId,
    consentHtml: formatted(change.consentText, before.consentHtml),
    title: line(change.title, before.title),
    descriptionHtml: formatted(change.description, before.descriptionHtml),
    submitLabel: line(change.submitLabel, before.submitLabel),
    successUrl: redirectTarget("successUrl", change.successUrl, before.successUrl),
    confirmedUrl: redirectTarget("confirmedUrl", change.confirmedUrl, before.confirmedUrl),
    captcha: change.captcha ?? before.captcha,
    popup: pickPopup(before.popup, change.popup),
    design: await applyStyledDesign(ctx, before.design, change.design),
    settings: pickSettings({ ...before.settings, ...change.settings }),
  };
  await rejectUnknownReferences(ctx, form, change);
  return form;
}

/** The text is the proof of what the person agreed to. Forms stored without one can still be changed otherwise. */
function rejectBlankConsent({ consentHtml }: queries.FormWrite, { consentText }: FormChange): void {
  if (consentText !== undefined && isBlankMarkup(consentHtml)) throw validation("consentText", accepts.notBlank);
}

const isBlankMarkup = (markup: string): boolean =>
  markup.replaceAll(/<[^>]*>|&(?:nbsp|#160|#xa0);|[\s\p{C}\p{DI}\u2800]/giu, "") === "";

const customFieldIds = async ({ db }: Context): Promise<Set<string>> =>
  new Set((await listFields(db)).map(({ id }) => id));

/** Unknown keys of a request are not stored. */
function pickPopup(before: Popup, change: FormChange["popup"]): Popup {
  const popup = { ...before, ...change };
  const { include, exclude } = { ...before.pages, ...change?.pages };
  return {
    trigger: popup.trigger,
    delayS: popup.delayS,
    scrollPercent: popup.scrollPercent,
    repeatDays: popup.repeatDays,
    position: popup.position,
    devices: popup.devices,
    until: popup.until,
    requireConsent: popup.requireConsent,
    pages: { include, exclude },
  };
}

const pickSettings = (settings: FormSettings): FormSettings => ({
  doiTemplateId: settings.doiTemplateId,
  senderId: settings.senderId,
  language: settings.language,
  reminderHours: settings.reminderHours,
  minFillSeconds: settings.minFillSeconds,
});

/** Kept exactly as the owner wrote it. */
function redirectTarget(field: string, given: string | null | undefined, before: string | null): string | null {
  if (given === undefined) return before;
  if (given === null || given === "") return null;
  const isWeb = /^https?:\/\/[^\s/?#]/i.test(given) && !/[\s\p{Cc}]/u.test(given) && URL.canParse(given);
  if (!isWeb) throw validation(field, accepts.webAddress);
  return given;
}

async function rejectUnknownReferences(ctx: Context, form: queries.FormWrite, change: FormChange): Promise<void> {
  const { db } = ctx;
  if (change.shopId !== undefined) await requireShop(db, form.shopId);
  if (change.listIds !== undefined) {
    const known = await lockListsForShare(db, form.listIds);
    form.listIds.forEach((id, index) => {
      if (!known.some((list) => list.id === id && !list.isLocked))
        throw validation(`listIds.${index}`, existing("list"));
    });
  }
  if (form.purposeId !== null && (await findPurpose(db, form.purposeId)) === undefined)
    throw validation("purposeId", existing("purpose"));
  const { senderId, doiTemplateId } = form.settings;
  const isReferring = change.settings !== undefined || change.shopId !== undefined;
  if (isReferring && senderId !== null && !(await queries.isSenderOfShop(db, senderId, form.shopId)))
    throw validation("settings.senderId", existing("sender"));
  if (isReferring && doiTemplateId !== null) {
    const template = (await listConfirmationTemplates(ctx)).find(({ id }) => id === doiTemplateId);
    if (template === undefined || (template.shopId !== null && template.shopId !== form.shopId))
      throw validation("settings.doiTemplateId", existing("template"));
  }
}

const listConfirmationTemplates = async ({ db }: Context) =>
  (await queries.listConfirmationCandidates(db)).filter(({ html }) => isConfirmation(html));

export async function listDoiTemplates(ctx: Context) {
  const items = await listConfirmationTemplates(ctx);
  return { items: items.map(({ html: _html, ...template }) => template) };
}

export function createForm(ctx: Context, input: Static<typeof FormInput>) {
  return conflictOnTakenName(
    inTransaction(ctx, async (inner) => {
      const form = await applyChange(inner, { ...emptyForm, shopId: input.shopId }, input);
      rejectBlankConsent(form, input);
      const titled = { ...form, title: input.title === undefined ? form.name : form.title };
      return insertForm(inner, titled, input.tags ?? []);
    }),
  );
}

/** Long enough to be unguessable. */
const createFormKey = () => randomBytes(15).toString("base64url");

async function insertForm(ctx: Context, form: queries.FormWrite, tags: readonly string[]) {
  const id = await queries.insertForm(ctx.db, form, { key: createFormKey(), createdAt: ctx.clock.now() });
  ctx.db.created(id);
  await setTags(ctx, "form", id, tags);
  await writeContentUses(ctx, await getFormRecord(ctx, id));
  return getForm(ctx, id);
}

/** A template that a form uses is not deleted. */
export async function writeContentUses(ctx: Context, form: queries.FormRecord): Promise<void> {
  const { doiTemplateId } = form.settings;
  const ids = [doiTemplateId, form.welcomeTemplateId].filter((id) => id !== null);
  const uses = [...new Set(ids)].map((contentId) => ({
    contentKind: "template" as const,
    contentId,
    isActive: form.isActive && (contentId === doiTemplateId || form.isWelcomeEnabled),
  }));
  await setContentUses(ctx, { kind: "form", id: form.id }, uses);
}

export function updateForm(ctx: Context, id: string, change: FormChange) {
  return conflictOnTakenName(
    inTransaction(ctx, async (inner) => {
      const before = requireFound(await queries.lockForm(inner.db, id), "form");
      const form = await applyChange(inner, before, change);
      rejectBlankConsent(form, change);
      await queries.updateForm(inner.db, id, form, inner.clock.now());
      if (change.tags !== undefined) await setTags(inner, "form", id, change.tags);
      await writeContentUses(inner, await getFormRecord(inner, id));
      return getForm(inner, id);
    }),
  );
}

export async function deleteForm(ctx: Context, id: string): Promise<void> {
  await inTransaction(ctx, async (inner) => {
    requireFound(await queries.lockForm(inner.db, id), "form");
    await rejectIfNeeded(inner, formHooks, { target: id });
    await detachObject(inner, formHooks, id);
    await setContentUses(inner, { kind: "form", id }, []);
    await queries.markFormDeleted(inner.db, id, inner.clock.now());
  });
}

/** The copy has a key of its own, and its welcome e-mail is switched off. */
export const copyForm = (ctx: Context, id: string, { name }: { name?: string }) =>
  retryWithFreeName(name, () =>
    inTransaction(ctx, async (inner) => {
      const source = await getFormRecord(inner, id);
      const copied = await copyName(inner, queries.formNames, source.name, name);
      const form = await applyChange(inner, source, { name: copied, status: "inactive" });
      return insertForm(inner, form, source.tags);
    }),
  );
