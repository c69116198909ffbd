import type { UiMessages } from "../messages.ts";

/** What names a record that could not be changed or deleted. */
export type Referrer = { readonly kind: string; readonly id: string; readonly name: string };

type Page = { readonly path: string; readonly params: (id: string) => Readonly<Record<string, string>> };

/** The pages of the kinds that have one. */
const pages: Readonly<Record<string, Page>> = {
  campaign: { path: "/campaigns/$campaignId", params: (campaignId) => ({ campaignId }) },
  automation: { path: "/automations/$automationId", params: (automationId) => ({ automationId }) },
  form: { path: "/forms/$formId", params: (formId) => ({ formId }) },
  template: { path: "/content/templates/$templateId", params: (templateId) => ({ templateId }) },
  footer: { path: "/content/footers/$footerId", params: (footerId) => ({ footerId }) },
  segment: { path: "/segments/$segmentId", params: (segmentId) => ({ segmentId }) },
  list: { path: "/lists/$listId", params: (listId) => ({ listId }) },
  landing_page: { path: "/content/landing-pages/$pageId", params: (pageId) => ({ pageId }) },
  unsubscribe_page: { path: "/content/preference-pages/$pageId", params: (pageId) => ({ pageId }) },
  survey: { path: "/content/surveys/$surveyId", params: (surveyId) => ({ surveyId }) },
};

export const findPage = ({ kind, id }: Referrer) => {
  const page = pages[kind];
  return page === undefined ? undefined : { path: page.path, params: page.params(id) };
};

const isReferrer = (value: unknown): value is Referrer =>
  typeof value === "object" &&
  value !== null &&
  "kind" in value &&
  typeof value.kind === "string" &&
  "id" in value &&
  typeof value.id === "string" &&
  "name" in value &&
  typeof value.name === "string";

/** The `by` of a 409 `used`. */
export const referrersIn = (params: Readonly<Record<string, unknown>>): Referrer[] =>
  Array.isArray(params["by"]) ? params["by"].filter(isReferrer) : [];

/** `kampaň Jaro`; running actions have no name of their own. */
export function referrerName(
  { kind, name }: Referrer,
  t: UiMessages,
): { readonly kind: string; readonly name: string } {
  const kinds: Readonly<Record<string, string>> = t.used.kinds;
  return { kind: kinds[kind] ?? kind, name: kind === "job" ? "" : name };
}

const maxNamed = 3;

/** `kampaň Jaro, formulář Novinky a 2 další`. */
export function joinNames(referrers: readonly Referrer[], t: UiMessages): string {
  const named = referrers.slice(0, maxNamed).map((one) => {
    const { kind, name } = referrerName(one, t);
    return name === "" ? kind : `${kind} ${name}`;
  });
  const rest = referrers.length - named.length;
  return rest === 0 ? named.join(", ") : `${named.join(", ")} ${t.used.more(rest)}`;
}
