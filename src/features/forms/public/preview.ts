import type { Context } from "../../../context.ts";
import { findDefaultShopId } from "../queries.ts";
import { applyChange, emptyForm } from "../service.ts";
import type { FormChange } from "../shapes.ts";
import { openFormPage } from "./open-page.ts";
import { presentPublicForm } from "./view.ts";

/** The page that the public address would serve. Its key leads nowhere. */
export async function previewForm(ctx: Context, change: FormChange): Promise<{ html: string }> {
  const shopId = change.shopId ?? (await findDefaultShopId(ctx.db));
  const form = await applyChange(ctx, { ...emptyForm, shopId }, change);
  const shown = await presentPublicForm(ctx, { ...form, key: "preview", version: 1 });
  return { html: openFormPage(ctx, { formId: "0", form: shown }) };
}
