import { html, type Html } from "../../../kernel/html.ts";

/** Where a form appears when the page is shown; the stored page keeps only its id, so that it always has the current fields. */
export const formPlace = (formId: string): Html => html`<div class="page-form-${formId}"></div>`;

const places = /<div class="page-form-([1-9]\d{0,15})"><\/div>/g;

/** Puts forms into their places; a form that is not open leaves nothing behind. */
export const fillForms = (page: string, forms: ReadonlyMap<string, string>): string =>
  page.replace(places, (_, formId: string) => forms.get(formId) ?? "");

export const formIdsInPage = (page: string): string[] => [
  ...new Set([...page.matchAll(places)].flatMap(([, formId]) => formId ?? [])),
];
