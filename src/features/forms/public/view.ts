import type { Context } from "../../../context.ts";
import { findPageSender } from "../../pages/preferences/queries.ts";
import { withBrand, type StyledDesign } from "../../pages/public-page/styled-design.ts";
import type { FormRecord, FormWrite } from "../queries.ts";
import { formUrl } from "../service.ts";
import type { FormField, Popup } from "../shapes.ts";
import { formLanguage, type FormLanguage } from "./form-language.ts";
import { formTexts } from "./texts.ts";

/** What a visitor may know of a form. The page, the preview, the embed codes and the script are made from it. */
export type PublicForm = {
  readonly key: string;
  readonly url: string;
  readonly version: number;
  readonly kind: FormWrite["kind"];
  /** Language of the owner's texts. */
  readonly language: string;
  /** Language of our own texts. */
  readonly uiLanguage: FormLanguage;
  readonly senderName: string;
  /** The company with its address. */
  readonly imprint: string;
  readonly title: string;
  /** Sanitised HTML. */
  readonly description: string;
  readonly consentText: string;
  readonly submitLabel: string;
  readonly fields: readonly Omit<FormField, "target">[];
  readonly captcha: boolean;
  readonly minFillSeconds: number;
  readonly popup: Popup;
  /** Where the answer to a right form leads; null: our own thanks. */
  readonly successUrl: string | null;
  readonly design: StyledDesign;
};

type ShownForm = FormWrite & Pick<FormRecord, "key" | "version">;

export async function presentPublicForm(ctx: Context, form: ShownForm): Promise<PublicForm> {
  const sender = await findPageSender(ctx.db, form.shopId);
  const language = form.settings.language ?? sender.language;
  const uiLanguage = formLanguage(language);
  return {
    key: form.key,
    url: formUrl(ctx, form.key),
    version: form.version,
    kind: form.kind,
    language,
    uiLanguage,
    senderName: sender.senderName,
    imprint: sender.imprint,
    title: form.title,
    description: form.descriptionHtml,
    consentText: form.consentHtml,
    submitLabel: form.submitLabel === "" ? formTexts[uiLanguage].submit : form.submitLabel,
    fields: form.fields.map(({ target: _target, ...field }) => field),
    captcha: form.captcha,
    minFillSeconds: form.settings.minFillSeconds,
    popup: form.popup,
    successUrl: form.successUrl,
    design: withBrand(sender.design, form.design),
  };
}
