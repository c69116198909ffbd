import type { Context } from "../../../context.ts";
import { showCaptcha, signShownAt } from "../submission/captcha.ts";
import { formPage, type FilledForm } from "./form-page.ts";
import type { PublicForm } from "./view.ts";

type Typed = Partial<Pick<FilledForm, "typed" | "problems" | "alert" | "query">>;

/** The page of a form with a new sum and the time at which it is shown. */
export function openFormPage(
  ctx: Context,
  { formId, form }: { readonly formId: string; readonly form: PublicForm },
  typed: Typed = {},
): string {
  return formPage(form, {
    typed: new Map(),
    problems: new Map(),
    ...typed,
    captcha: form.captcha ? showCaptcha(ctx, formId) : undefined,
    shownAt: form.minFillSeconds > 0 ? signShownAt(ctx, formId) : undefined,
  });
}
