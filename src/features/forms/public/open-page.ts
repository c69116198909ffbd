import type { Context } from "../../../context.ts";
import type { Html } from "../../../kernel/html.ts";
import { showCaptcha, signShownAt } from "../submission/captcha.ts";
import { embeddedForm, formPage, type FilledForm } from "./form-page.ts";
import { toMarkupTree, type MarkupTree } from "./markup-tree.ts";
import type { PublicForm } from "./view.ts";

type Typed = Partial<Pick<FilledForm, "typed" | "problems" | "alert" | "query" | "referrer">>;

type OpenedForm = { readonly formId: string; readonly form: PublicForm };

/** The page of a form with a new sum and the time at which it is shown. */
export const openFormPage = (ctx: Context, opened: OpenedForm, typed: Typed = {}): string =>
  formPage(opened.form, { ...emptyFilling, ...typed, ...signedParts(ctx, opened) });

/** The same form as the script builds it in pages of others. */
export const openEmbeddedForm = (ctx: Context, opened: OpenedForm): readonly MarkupTree[] =>
  toMarkupTree(openFormMarkup(ctx, opened));

/** The same form as a part of a page. */
export const openFormMarkup = (ctx: Context, opened: OpenedForm): Html =>
  embeddedForm(opened.form, { ...emptyFilling, ...signedParts(ctx, opened) });

const emptyFilling: FilledForm = { typed: new Map(), problems: new Map() };

export const signedParts = (ctx: Context, { formId, form }: OpenedForm): Pick<FilledForm, "captcha" | "shownAt"> => ({
  captcha: form.captcha ? showCaptcha(ctx, formId) : undefined,
  shownAt: form.minFillSeconds > 0 ? signShownAt(ctx, formId) : undefined,
});
