import type { Context } from "../../../context.ts";
import { toHtmlString } from "../../../kernel/html.ts";
import type { ShownForm } from "../../pages/landing-pages/landing-page-hooks.ts";
import { findForm } from "../queries.ts";
import { openFormMarkup } from "./open-page.ts";
import { presentPublicForm } from "./view.ts";

/** Forms that landing pages show; one that is not active is left out. */
export async function showFormsInPage(ctx: Context, ids: readonly string[]): Promise<[string, ShownForm][]> {
  const shown: [string, ShownForm][] = [];
  for (const id of ids) {
    const form = await findForm(ctx.db, id);
    if (form === undefined || !form.isActive) continue;
    const opened = { formId: id, form: await presentPublicForm(ctx, form) };
    shown.push([id, { html: toHtmlString(openFormMarkup(ctx, opened)), successUrl: form.successUrl }]);
  }
  return shown;
}
