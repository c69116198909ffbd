import { createHash } from "node:crypto";
import type { Context } from "../../../context.ts";
import { emptyHtml, html, toHtmlString, trustedHtml, type Html } from "../../../kernel/html.ts";
import { trapField } from "../submission/reserved-names.ts";
import { getFormRecord } from "../service.ts";
import { scopedStylesheet } from "./form-style.ts";
import { formTexts } from "./texts.ts";
import { presentPublicForm, type PublicForm } from "./view.ts";

type Field = PublicForm["fields"][number];

/** Codes for other web sites. Both HTML codes are plain POST forms; a form with a sum shows it on our own page. */
export async function getEmbedCodes(ctx: Context, id: string) {
  const form = await presentPublicForm(ctx, await getFormRecord(ctx, id));
  const { url, title, senderName, description } = form;
  const name = title === "" ? senderName : title;
  const link = html`<noscript><a href="${url}">${name}</a></noscript>`;
  const heading = html`<h2>${name}</h2>
    ${trustedHtml(description)}`;
  const sheet = scopedStylesheet(form.design, `.pr-${form.key}`);
  const style = trustedHtml(`<style>${sheet}</style>`);
  return {
    script: toHtmlString(
      html`<script src="${url}.js" async></script>
        ${link}`,
    ),
    url,
    styled: toHtmlString(html`${style}${plainForm(form, heading, html`class="pr-${form.key}"`)}`),
    html: toHtmlString(plainForm(form, emptyHtml, emptyHtml)),
    policies: policiesOf(form, sheet),
  };
}

/** Sources that the codes need in a page's content security policy. */
function policiesOf({ url, successUrl, design, description, consentText }: PublicForm, sheet: string) {
  const target = successUrl === null ? "" : ` ${new URL(successUrl).origin}`;
  const shown = [design.imageUrl ?? "", ...[description, consentText].flatMap(imagesIn)];
  const origins = new Set(shown.filter((image) => URL.canParse(image)).map((image) => new URL(image).origin));
  const images = origins.size === 0 ? "" : `; img-src ${[...origins].join(" ")}`;
  const action = `form-action ${url}${target}`;
  const hash = createHash("sha256").update(sheet).digest("base64");
  return {
    script: `script-src ${url}.js; connect-src ${url} ${url}/view${images}`,
    styled: `style-src 'sha256-${hash}'; ${action}${images}`,
    html: `${action}${images}`,
  };
}

const imagesIn = (markup: string): string[] =>
  [...markup.matchAll(/<img[^>]*\ssrc="([^"]*)"/g)].map(([, source = ""]) => source);

function plainForm(form: PublicForm, heading: Html, attributes: Html): Html {
  const text = formTexts[form.uiLanguage];
  return html`<form action="${form.url}" method="post" accept-charset="utf-8" ${attributes}>
    ${heading} ${form.fields.map(plainField)}
    <label hidden>${text.trap} <input name="${trapField}" type="text" tabindex="-1" autocomplete="off" /></label>
    ${trustedHtml(form.consentText)}
    <button type="submit">${form.submitLabel}</button>
  </form>`;
}

const plainTypes = { email: "email", text: "text", date: "date", phone: "tel" } as const;

function plainField({ key, type, label, required, value = "", options = [] }: Field): Html {
  const need = required ? html`required` : emptyHtml;
  switch (type) {
    case "hidden":
      return html`<input type="hidden" name="${key}" value="${value}" />`;
    case "checkbox":
      return html`<label>
        <input type="checkbox" name="${key}" value="${value === "" ? "true" : value}" ${need} /> ${label}
      </label>`;
    case "textarea":
      return html`<label>${label} <textarea name="${key}" ${need}>${value}</textarea></label>`;
    case "select":
      return html`<label
        >${label}
        <select name="${key}" ${need}>
          ${options.map((option) => html`<option value="${option.value}">${option.label}</option>`)}
        </select></label
      >`;
    default:
      return html`<label>${label} <input type="${plainTypes[type]}" name="${key}" value="${value}" ${need} /></label>`;
  }
}
