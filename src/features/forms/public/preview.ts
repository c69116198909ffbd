import type { Context } from "../../../context.ts";
import { existing } from "../../../kernel/accepts.ts";
import { validation } from "../../../kernel/errors.ts";
import { emptyHtml, html, toHtmlString, trustedHtml, type Html } from "../../../kernel/html.ts";
import { findDefaultShopId, type FormWrite } from "../queries.ts";
import { renderConfirmationEmail, type ConfirmationEmailFacts } from "../confirmation-emails/compose.ts";
import { applyChange, emptyForm } from "../service.ts";
import type { FormPreviewInput } from "../shapes.ts";
import { alreadyConfirmedPage, confirmedPage, confirmPage, embeddedForm, thanksPage } from "./form-page.ts";
import { embeddedStylesheet } from "./form-style.ts";
import { openFormPage, signedParts } from "./open-page.ts";
import { formTexts } from "./texts.ts";
import { presentPublicForm, type PublicForm } from "./view.ts";

/** What visitors would see. Its key leads nowhere. */
export async function previewForm(ctx: Context, input: FormPreviewInput): Promise<{ html: string; subject?: string }> {
  const { place = "page", state = "form", ...change } = input;
  const shopId = change.shopId ?? (await findDefaultShopId(ctx.db));
  const form = await applyChange(ctx, { ...emptyForm, shopId }, change);
  const shown = await presentPublicForm(ctx, { ...form, key: "preview", version: 1 });
  switch (state) {
    case "form":
    case "error":
      return { html: place === "page" ? formPageIn(ctx, shown, state) : siteForm(ctx, shown, state) };
    case "sent":
      return { html: place === "page" ? thanksPage(shown) : siteForm(ctx, shown, state) };
    case "confirm":
      return { html: confirmPage(shown) };
    case "confirmed":
      return { html: confirmedPage(shown) };
    case "already":
      return { html: alreadyConfirmedPage(shown) };
    case "email":
      return previewEmail(ctx, form, { language: shown.language, kind: "confirmation" });
    case "reminder":
      return previewEmail(ctx, form, { language: shown.language, kind: "reminder" });
  }
}

type PreviewedEmail = Pick<ConfirmationEmailFacts, "language" | "kind">;

/** What a visitor gets who signs up now. Its link names no sign-up. */
async function previewEmail(ctx: Context, { shopId, settings }: FormWrite, { language, kind }: PreviewedEmail) {
  const rendered = await renderConfirmationEmail(ctx, {
    id: "0",
    signUpId: "0",
    kind,
    shopId,
    email: "jana@example.com",
    language,
    profile: {},
    customFields: {},
    filledAt: ctx.clock.now(),
    doiTemplateId: settings.doiTemplateId,
  });
  if (rendered === undefined) throw validation("settings.doiTemplateId", existing("template"));
  return { html: rendered.html, subject: rendered.subject };
}

/** The visitor left out what is required. */
const problemsOf = (form: PublicForm, state: "form" | "error") =>
  new Map(
    form.fields.filter(({ required }) => required && state === "error").map(({ key }) => [key, "required"] as const),
  );

const formPageIn = (ctx: Context, form: PublicForm, state: "form" | "error"): string =>
  openFormPage(ctx, { formId: "0", form }, { problems: problemsOf(form, state) });

/** What the script builds in the page of another site, with its style; the page itself is transparent. */
function siteForm(ctx: Context, form: PublicForm, state: "form" | "error" | "sent"): string {
  const text = formTexts[form.uiLanguage];
  const { kind, popup, design, uiLanguage } = form;
  const look = kind === "classic" ? "inline" : `${kind} ${popup.position}`;
  const content = state === "sent" ? html`<div role="status">${text.thanksLead}</div>` : filledForm(ctx, form, state);
  const close =
    kind === "classic" ? emptyHtml : html`<button type="button" class="close" aria-label="${text.close}">×</button>`;
  return toHtmlString(
    html`<!doctype html>
      <html lang="${uiLanguage}">
        <head>
          <meta charset="utf-8" />
          <title>${form.title}</title>
          <style>
            ${trustedHtml(`html{height:100%}body{margin:0;height:100%;${bodyStyles[kind]}}${embeddedStylesheet(design)}`)}
          </style>
        </head>
        <body>
          <section class="pr ${look}">${close}${content}</section>
        </body>
      </html>`,
  );
}

/** The script puts its alert before the form. */
function filledForm(ctx: Context, form: PublicForm, state: "form" | "error"): Html {
  const parts = signedParts(ctx, { formId: "0", form });
  const shown = embeddedForm(form, { typed: new Map(), problems: problemsOf(form, state), ...parts });
  if (state === "form") return shown;
  const alert = toHtmlString(html`<p class="problem alert" role="alert">${formTexts[form.uiLanguage].problem}</p>`);
  return trustedHtml(toHtmlString(shown).replace("<form", () => `${alert}<form`));
}

/** The backdrop of a dialog, which a frame without scripts cannot open. */
const bodyStyles: Readonly<Record<PublicForm["kind"], string>> = {
  classic: "",
  popup: "display:grid;align-items:center;background:#0009",
  slide: "",
};
