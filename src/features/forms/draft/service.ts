import { createHash } from "node:crypto";
import { isDeepStrictEqual } from "node:util";
import { inTransaction, type Context } from "../../../context.ts";
import { memberIdOf } from "../../../kernel/actor.ts";
import { conflict, notFound, requireFound, validation } from "../../../kernel/errors.ts";
import { iso } from "../../../kernel/local-time.ts";
import * as formQueries from "../queries.ts";
import { applyChange, getForm, getFormRecord, updateForm } from "../service.ts";
import { findWelcome, presentWelcome, storeWelcome, welcomeTemplate } from "../welcome/service.ts";
import * as queries from "./queries.ts";
import type { FormDraftContent, FormDraftInput, PublishInput } from "./shapes.ts";

/** The fields of a form that a draft has; whether it is published is none of them. */
function contentOf(form: formQueries.FormWrite, more: Pick<FormDraftContent, "tags" | "welcome">): FormDraftContent {
  const { consentHtml: consentText, descriptionHtml: description } = form;
  const { name, shopId, kind, fields, listIds, purposeId, title, submitLabel } = form;
  const { successUrl, confirmedUrl, captcha, popup, design, settings } = form;
  return {
    name,
    shopId,
    kind,
    fields,
    listIds,
    purposeId,
    consentText,
    title,
    description,
    submitLabel,
    successUrl,
    confirmedUrl,
    captcha,
    popup,
    design,
    settings,
    ...more,
  };
}

const publishedContent = (form: formQueries.FormRecord): FormDraftContent =>
  contentOf(form, { tags: form.tags, welcome: presentWelcome(form) });

function presentDraft(form: formQueries.FormRecord, draft: queries.FormDraftRecord | undefined) {
  const published = publishedContent(form);
  return {
    saved: draft !== undefined,
    revision: draft?.revision ?? 0,
    content: draft?.content ?? published,
    outOfDate: draft !== undefined && isOutOfDate(form, draft),
    formVersion: form.version,
    formDigest: digest(published),
    authorId: draft?.authorId ?? null,
    authorName: draft?.authorName ?? null,
    updatedAt: iso(draft?.updatedAt ?? null),
  };
}

/** Names everything that a draft replaces; the version of the form leaves its tags and its welcome e-mail out. */
const digest = (content: FormDraftContent): string =>
  createHash("sha256").update(JSON.stringify(content)).digest("base64url").slice(0, 22);

/** The version alone is enough where what it leaves out is as it was when the draft was begun. */
function isKnown(form: formQueries.FormRecord, draft: queries.FormDraftRecord, known: PublishInput): boolean {
  const published = publishedContent(form);
  if (known.formDigest !== undefined) return known.formDigest === digest(published);
  const { tags, welcome } = draft.base;
  const isCovered = isDeepStrictEqual([tags, welcome], [published.tags, published.welcome]);
  return isCovered && known.formVersion === form.version;
}

const isOutOfDate = (form: formQueries.FormRecord, { base }: queries.FormDraftRecord): boolean =>
  !isDeepStrictEqual(base, publishedContent(form));

export async function getFormDraft(ctx: Context, id: string) {
  const form = await getFormRecord(ctx, id);
  return presentDraft(form, await queries.findDraft(ctx.db, id));
}

/** Fields that are not given are those of the form. A blank consent may wait for its text until the form is published. */
export function saveFormDraft(ctx: Context, id: string, input: FormDraftInput) {
  return inTransaction(ctx, async (inner) => {
    const { db, clock, actor } = inner;
    const before = requireFound(await formQueries.lockForm(db, id), "form");
    const { revision, welcome, tags, ...change } = input;
    rejectOtherRevision(await queries.findDraft(db, id), revision);
    const base = publishedContent(before);
    const content = contentOf(await applyChange(inner, before, change), {
      tags: tags === undefined ? base.tags : [...new Set(tags.map((tag) => tag.trim()))],
      welcome: welcome === undefined ? base.welcome : await requireWelcome(inner, before, welcome),
    });
    await queries.saveDraft(db, id, { content, base, authorId: memberIdOf(actor), updatedAt: clock.now() });
    return getFormDraft(inner, id);
  });
}

export async function discardFormDraft(ctx: Context, id: string): Promise<void> {
  await inTransaction(ctx, async (inner) => {
    requireFound(await formQueries.lockForm(inner.db, id), "form");
    if (!(await queries.deleteDraft(inner.db, id))) throw notFound("draft");
  });
}

/** The draft becomes the form, and the form becomes active. Without a draft the form is activated as it is. */
export function publishForm(ctx: Context, id: string, { revision, ...known }: PublishInput) {
  return inTransaction(ctx, async (inner) => {
    const before = requireFound(await formQueries.lockForm(inner.db, id), "form");
    const draft = await queries.findDraft(inner.db, id);
    rejectOtherRevision(draft, revision);
    if (draft === undefined) return before.isActive ? getForm(inner, id) : updateForm(inner, id, { status: "active" });
    if (isOutOfDate(before, draft) && !isKnown(before, draft, known))
      throw conflict("version", { version: before.version });
    // What the draft names may have been deleted since it was saved: everything is checked again.
    const { welcome, ...change } = draft.content;
    const stored = await requireWelcome(inner, before, welcome);
    await updateForm(inner, id, { ...change, status: "active" });
    await storeWelcome(inner, before, stored);
    await queries.deleteDraft(inner.db, id);
    return getForm(inner, id);
  });
}

function rejectOtherRevision(draft: queries.FormDraftRecord | undefined, known: number | undefined): void {
  const revision = draft?.revision ?? 0;
  if (known !== undefined && known !== revision) throw conflict("revision", { revision });
}

async function requireWelcome(...given: Parameters<typeof findWelcome>) {
  const welcome = await findWelcome(...given);
  if (welcome === undefined) throw validation("welcome.templateId", welcomeTemplate);
  return welcome;
}
