import type { Context } from "../../../context.ts";
import { formIdsInPage } from "./form-places.ts";
import { landingPageHooks, type ShownForm } from "./landing-page-hooks.ts";

/** The forms that a page shows, as they are now. */
export async function findFormsInPage(ctx: Context, page: string): Promise<ReadonlyMap<string, ShownForm>> {
  const ids = formIdsInPage(page);
  const found: (readonly [string, ShownForm])[] = [];
  if (ids.length === 0) return new Map();
  for (const { showForms } of landingPageHooks.in(ctx)) found.push(...((await showForms?.(ctx, ids)) ?? []));
  return new Map(found);
}
