import type { Context } from "../../../context.ts";
import { emptyHtml, html, toHtmlString, trustedHtml, type Html } from "../../../kernel/html.ts";
import { trapField } from "../submission/reserved-names.ts";
import { getFormRecord } from "../service.ts";
import { formTexts } from "./texts.ts";
import { presentPublicForm, type PublicForm } from "./view.ts";

type Field = PublicForm["fields"][number];

/** Codes for other web sites. Both HTML codes are plain POST forms; a form with a sum shows it on our own page. */
export async function getEmbedCodes(ctx: Context, id: string) {
  const form = await presentPublicForm(ctx, await getFormRecord(ctx, id));
  return {
    script: toHtmlString(html`<script src="${form.url}.js" async></script>`),
    url: form.url,
    styled: toHtmlString(html`${style(form)}${plainForm(form, html`class="pr-form pr-${form.key}"`)}`),
    html: toHtmlString(plainForm(form, emptyHtml)),
  };
}

/** Colours are six hexadecimal digits by their schema: nothing can end the rule. */
function style({ key, design }: PublicForm): Html {
  const accent = design.accentColor ?? "#1f5fbf";
  const background = design.backgroundColor ?? "#ffffff";
  const rules = [
    `.pr-${key}{max-width:26rem;padding:1rem;background:${background};font:1rem/1.5 sans-serif}`,
    `.pr-${key} label{display:block;margin:0 0 .75rem}`,
    `.pr-${key} input:not([type=checkbox]),.pr-${key} select,.pr-${key} textarea{display:block;width:100%;box-sizing:border-box;padding:.5rem;font:inherit}`,
    `.pr-${key} button{padding:.625rem 1.25rem;border:0;background:${accent};color:#fff;font:inherit;cursor:pointer}`,
  ];
  return trustedHtml(`<style>${rules.join("")}</style>`);
}

function plainForm(form: PublicForm, attributes: Html): Html {
  const text = formTexts[form.uiLanguage];
  return html`<form action="${form.url}" method="post" accept-charset="utf-8" ${attributes}>
    ${form.fields.map(plainField)}
    <div style="position:absolute;left:-10000px" aria-hidden="true">
      <label>${text.trap} <input name="${trapField}" type="text" tabindex="-1" autocomplete="off" /></label>
    </div>
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
