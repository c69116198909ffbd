import { emptyHtml, html, trustedHtml, type Html } from "../../../kernel/html.ts";
import { notice, renderPublicPage, type PublicPageContent } from "../../pages/public-page/layout.ts";
import { captchaField } from "../fields.ts";
import {
  captchaTokenField,
  referrerField,
  shownAtField,
  trapField,
  versionField,
} from "../submission/reserved-names.ts";
import { formTexts } from "./texts.ts";
import type { FieldProblem, FormTexts } from "./texts/form-texts.ts";
import type { PublicForm } from "./view.ts";

/** A sum and its signed form. */
export type ShownCaptcha = { readonly question: string; readonly token: string };

export type FilledForm = {
  /** What the visitor typed, or what the address prefills. */
  readonly typed: ReadonlyMap<string, string>;
  readonly problems: ReadonlyMap<string, FieldProblem>;
  readonly alert?: "changed" | "tooMany" | undefined;
  readonly captcha?: ShownCaptcha | undefined;
  /** The signed time at which the page was shown; the page is sent back with it. */
  readonly shownAt?: string | undefined;
  /** The page that led here. */
  readonly referrer?: string | undefined;
  /** Campaign parameters of the page's address, which the form sends on. */
  readonly query?: string | undefined;
};

type Field = PublicForm["fields"][number];

export function formPage(form: PublicForm, filled: FilledForm): string {
  const text = formTexts[form.uiLanguage];
  const alert = filled.alert === undefined ? (filled.problems.size > 0 ? "problem" : undefined) : filled.alert;
  return page(form, {
    title: titleOf(form),
    titleLanguage: form.language,
    content: html`${alert === undefined ? emptyHtml : notice("problem", text[alert])} ${descriptionHtml(form)}
    ${formHtml(form, filled, `/f/${form.key}${filled.query ?? ""}`)}`,
  });
}

/** Marks the owner's texts where ours are in another language. */
const ownLanguage = ({ language, uiLanguage }: PublicForm): Html =>
  language === uiLanguage ? emptyHtml : html`lang="${language}"`;

const descriptionHtml = (form: PublicForm): Html =>
  form.language === form.uiLanguage
    ? trustedHtml(form.description)
    : html`<div ${ownLanguage(form)}>${trustedHtml(form.description)}</div>`;

const consentHtml = (form: PublicForm): Html =>
  html`<div class="consent" ${ownLanguage(form)}>${trustedHtml(form.consentText)}</div>`;

const titleOf = ({ title, senderName }: PublicForm): string => (title === "" ? senderName : title);

function formHtml(form: PublicForm, filled: FilledForm, action: string): Html {
  const text = formTexts[form.uiLanguage];
  return html`<form method="post" action="${action}" accept-charset="utf-8" novalidate>
    ${form.fields.map((field) => fieldHtml(field, form, filled))}
    ${filled.captcha === undefined ? emptyHtml : captchaHtml(filled.captcha, text, filled.problems)} ${trapHtml(text)}
    <input type="hidden" name="${versionField}" value="${form.version}" />
    ${
      filled.shownAt === undefined
        ? emptyHtml
        : html`<input type="hidden" name="${shownAtField}" value="${filled.shownAt}" />`
    }
    ${
      filled.referrer === undefined
        ? emptyHtml
        : html`<input type="hidden" name="${referrerField}" value="${filled.referrer}" />`
    }
    ${consentHtml(form)}
    <button type="submit">${form.submitLabel}</button>
  </form>`;
}

/** The same form inside a page of another web site, where the script shows it. */
export const embeddedForm = (form: PublicForm, filled: FilledForm): Html =>
  html`${form.design.imageUrl === null ? emptyHtml : html`<img class="image" src="${form.design.imageUrl}" alt="" />`}
    <h2 id="title" ${ownLanguage(form)}>${titleOf(form)}</h2>
    ${descriptionHtml(form)} ${formHtml(form, filled, form.url)}`;

const trapHtml = (text: FormTexts): Html =>
  html`<div class="trap" aria-hidden="true">
    <label>${text.trap} <input name="${trapField}" type="text" tabindex="-1" autocomplete="off" /></label>
  </div>`;

export const thanksPage = (form: PublicForm): string => {
  const text = formTexts[form.uiLanguage];
  return page(form, {
    title: text.thanksTitle,
    outcome: "done",
    content: html`<p role="status">${text.thanksLead}</p>`,
  });
};

export const closedPage = (form: PublicForm): string => {
  const text = formTexts[form.uiLanguage];
  return page(form, { title: text.closedTitle, content: html`<p>${text.closedLead}</p>` });
};

/** One button: mail scanners open links, so opening alone confirms nothing. */
export const confirmPage = (form: PublicForm): string => {
  const text = formTexts[form.uiLanguage];
  return page(form, {
    title: text.confirmTitle,
    content: html`<p>${text.confirmLead(form.senderName)}</p>
      ${consentHtml(form)}
      <form method="post"><button type="submit">${text.confirm}</button></form>`,
  });
};

/** With a link to the shop, after the confirmation. */
export const confirmedPage = (form: PublicForm, shopUrl?: string): string => {
  const text = formTexts[form.uiLanguage];
  const link =
    shopUrl === undefined ? emptyHtml : html`<p><a href="${shopUrl}" rel="noopener">${form.senderName}</a></p>`;
  return page(form, {
    title: text.confirmedTitle,
    outcome: "done",
    content: html`<p role="status">${text.confirmedLead}</p>
      ${link}`,
  });
};

/** The link was used before. */
export const alreadyConfirmedPage = (form: PublicForm): string => {
  const text = formTexts[form.uiLanguage];
  return page(form, {
    title: text.alreadyTitle,
    outcome: "done",
    content: html`<p role="status">${text.alreadyLead}</p>`,
  });
};

/** What can be done is to sign up again, where the form still takes sign-ups. */
type LinkedForm = { readonly form: PublicForm; readonly isOpen: boolean };

const formLink = ({ form, isOpen }: LinkedForm): Html =>
  isOpen ? html`<p><a href="/f/${form.key}">${formTexts[form.uiLanguage].expiredLink}</a></p>` : emptyHtml;

export const unsubscribedPage = (linked: LinkedForm): string => {
  const text = formTexts[linked.form.uiLanguage];
  return page(linked.form, {
    title: text.unsubscribedTitle,
    content: html`<p role="status">${text.unsubscribedLead}</p>
      ${formLink(linked)}`,
  });
};

export const expiredPage = (linked: LinkedForm): string => {
  const text = formTexts[linked.form.uiLanguage];
  return page(linked.form, {
    title: text.expiredTitle,
    content: html`<p>${text.expiredLead}</p>
      ${formLink(linked)}`,
  });
};

/** The address is blocked; the page does not say why. */
export const endedPage = (form: PublicForm): string => {
  const text = formTexts[form.uiLanguage];
  return page(form, { title: text.expiredTitle, content: html`<p>${text.endedLead}</p>` });
};

type PageParts = Pick<PublicPageContent, "title" | "titleLanguage" | "content" | "outcome">;

/** The page has the language of our texts; the title of the form may be in another one. */
const page = ({ uiLanguage: language, senderName: sender, imprint, design }: PublicForm, parts: PageParts): string =>
  renderPublicPage({ language, sender, imprint, design, ...parts });

const inputTypes = { email: "email", text: "text", date: "date", phone: "tel", hidden: "hidden" } as const;
const autocomplete = { email: html`autocomplete="email"`, phone: html`autocomplete="tel"` } as const;

function fieldHtml(field: Field, form: PublicForm, { typed, problems }: FilledForm): Html {
  const text = formTexts[form.uiLanguage];
  const { key, type } = field;
  const label =
    form.language === form.uiLanguage ? field.label : html`<span ${ownLanguage(form)}>${field.label}</span>`;
  const id = `field-${key}`;
  const value = typed.get(key) ?? (type === "checkbox" ? "" : (field.value ?? ""));
  if (type === "hidden") return html`<input type="hidden" name="${key}" value="${value}" />`;
  const problem = problems.get(key);
  const described = problem === undefined ? emptyHtml : html`aria-describedby="${id}-problem" aria-invalid="true"`;
  const problemHtml =
    problem === undefined ? emptyHtml : html`<p class="problem" id="${id}-problem">${text.problems[problem]}</p>`;
  const mark = field.required ? html` <span class="required">(${text.required})</span>` : emptyHtml;
  const required = field.required ? html`required` : emptyHtml;
  if (type === "checkbox")
    return html`<div class="field">
      <label class="choice">
        <input
          type="checkbox"
          id="${id}"
          name="${key}"
          value="${field.value ?? "true"}"
          ${value === "" ? emptyHtml : html`checked`}
          ${required}
          ${described}
        />
        <span>${label}${mark}</span>
      </label>
      ${problemHtml}
    </div>`;
  return html`<div class="field">
    <label class="label" for="${id}">${label}${mark}</label>
    ${problemHtml} ${controlHtml(field, { id, value, attributes: html`${required} ${described}` }, text)}
  </div>`;
}

type Control = { readonly id: string; readonly value: string; readonly attributes: Html };

function controlHtml({ key, type, options }: Field, { id, value, attributes }: Control, text: FormTexts): Html {
  if (type === "textarea")
    return html`<textarea id="${id}" name="${key}" maxlength="5000" ${attributes}>${value}</textarea>`;
  if (type === "select")
    return html`<select id="${id}" name="${key}" ${attributes}>
      <option value="">${text.choose}</option>
      ${(options ?? []).map(
        (option) =>
          html`<option value="${option.value}" ${option.value === value ? html`selected` : emptyHtml}>
            ${option.label}
          </option>`,
      )}
    </select>`;
  const inputType = type === "checkbox" ? "text" : inputTypes[type];
  const hint = type === "email" || type === "phone" ? autocomplete[type] : emptyHtml;
  return html`<input
    type="${inputType}"
    id="${id}"
    name="${key}"
    value="${value}"
    maxlength="500"
    ${hint}
    ${attributes}
  />`;
}

function captchaHtml(
  { question, token }: ShownCaptcha,
  text: FormTexts,
  problems: ReadonlyMap<string, FieldProblem>,
): Html {
  const problem = problems.get(captchaField);
  const described =
    problem === undefined ? emptyHtml : html`aria-describedby="${captchaField}-problem" aria-invalid="true"`;
  return html`<div class="field">
    <label class="label" for="${captchaField}">${text.captcha} ${question}?</label>
    ${
      problem === undefined
        ? emptyHtml
        : html`<p class="problem" id="${captchaField}-problem">${text.problems[problem]}</p>`
    }
    <input
      type="text"
      id="${captchaField}"
      name="${captchaField}"
      inputmode="numeric"
      autocomplete="off"
      required
      ${described}
    />
    <input type="hidden" name="${captchaTokenField}" value="${token}" />
  </div>`;
}
