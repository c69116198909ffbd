import type { ProfileField } from "../../kernel/contact-columns.ts";

/** The values that merge tags are filled with. Missing and null are the same: they render empty. */
type Maybe = string | null | undefined;

/** Days as YYYY-MM-DD, name days as MM-DD. */
export type MergeContact = { [Field in ProfileField]?: Maybe } & {
  id?: Maybe;
  email: string;
  /** Values by the id of the custom field, as stored. */
  customFields?: Readonly<Record<string, unknown>> | undefined;
};

/** The part of a custom field's definition that is needed to format its values. */
export type MergeField = {
  id: string;
  type: string;
  options: readonly { id: string; name: string }[];
};

export type MergeShop = {
  name: string;
  url?: Maybe;
  language?: Maybe;
  country?: Maybe;
  senderName?: Maybe;
  replyTo?: Maybe;
  logoUrl?: Maybe;
};

export type MergeCompany = {
  name: string;
  language?: Maybe;
  email?: Maybe;
  phone?: Maybe;
  street?: Maybe;
  city?: Maybe;
  postalCode?: Maybe;
  country?: Maybe;
  companyId?: Maybe;
  vatId?: Maybe;
  web?: Maybe;
};

/** Addresses made for this recipient; an empty one renders empty. */
export type MergeLinks = { unsubscribe: string; preferences: string; confirmation: string; browser: string };

/**
 * Prerendered content (products, articles): safe HTML, its plain text, and the items as variables of Twig. Tracked links contain
 * `tokenMark` in place of the recipient's token.
 */
export type MergeBlock = {
  html: string;
  text: string;
  items: readonly Readonly<Record<string, unknown>>[];
  /** The addresses that links lead to instead of those of the items. */
  links: ReadonlyMap<string, string>;
};

/** A private character, which the texts of a block do not contain. */
export const tokenPlaceholder = "\ue002";

export const fillToken = (text: string, token: string): string =>
  text.includes(tokenPlaceholder) ? text.replaceAll(tokenPlaceholder, token) : text;

/** Texts by tag: `products:<key>`, `articles:<key>`. */
export type MergeBlocks = Readonly<Record<string, MergeBlock>>;

/** The signature of the list or segment that a campaign is sent to: safe HTML and its plain text. */
export type MergeSignature = { readonly html: string; readonly text: string };

export const noSignature: MergeSignature = { html: "", text: "" };

/** Coupon codes by the merge key of their stack. */
export type MergeCoupons = Readonly<Record<string, string>>;

export type MergeValues = {
  contact: MergeContact;
  shop: MergeShop | null;
  company: MergeCompany;
  fields: readonly MergeField[];
  links: MergeLinks;
  coupons: MergeCoupons;
  blocks: MergeBlocks;
  signature: MergeSignature;
  /** The recipient's token, for tracked links and the open pixel. */
  token: string;
  /** The company's day, YYYY-MM-DD. */
  today: string;
};

export const noLinks: MergeLinks = { unsubscribe: "", preferences: "", confirmation: "", browser: "" };

type MergeInput = Pick<MergeValues, "contact" | "company"> &
  Partial<Omit<MergeValues, "contact" | "company" | "links">> & { links?: Partial<MergeLinks> };

export function mergeValues(input: MergeInput): MergeValues {
  return {
    shop: null,
    fields: [],
    coupons: {},
    blocks: {},
    signature: noSignature,
    token: "",
    today: "",
    ...input,
    links: { ...noLinks, ...input.links },
  };
}

export const mergeLanguage = ({ contact, shop, company }: MergeValues) =>
  contact.language ?? shop?.language ?? company.language ?? "en";

/** The names of the sample contact for previews without a chosen one. */
export function sampleContact(language: string) {
  const isCzechOrSlovak = language === "cs" || language === "sk";
  const name = isCzechOrSlovak ? { firstName: "Jana", lastName: "Nováková" } : { firstName: "Jane", lastName: "Doe" };
  return { email: "jana@example.com", language, gender: "f" as const, ...name };
}

const short: Readonly<Record<string, (year: string, month: string, day: string) => string>> = {
  cs: (year, month, day) => `${Number(day)}. ${Number(month)}. ${year}`.trim(),
  sk: (year, month, day) => `${Number(day)}. ${Number(month)}. ${year}`.trim(),
  en: (year, month, day) => [day, month, year].filter((part) => part !== "").join("/"),
};

/** Formats YYYY-MM-DD or MM-DD in the reader's language; anything else stays as it is. */
export function formatDay(day: string, language: string): string {
  const match = /^(?:(\d{4})-)?(\d{2})-(\d{2})$/.exec(day);
  if (match === null) return day;
  const [, year = "", month = "", date = ""] = match;
  return short[language]?.(year, month, date) ?? day;
}

const answers: Readonly<Record<string, readonly [string, string]>> = {
  cs: ["ano", "ne"],
  sk: ["áno", "nie"],
  en: ["yes", "no"],
};

/** A custom field's stored value as text: options by name, dates and booleans by language. */
export function customFieldText(values: MergeValues, id: string): string {
  const value = values.contact.customFields?.[id];
  if (value === undefined || value === null) return "";
  const field = values.fields.find((each) => each.id === id);
  if (typeof value === "boolean") {
    const [yes, no] = answers[mergeLanguage(values)] ?? ["yes", "no"];
    return value ? yes : no;
  }
  if (Array.isArray(value)) return value.map((option) => optionName(field, option)).join(", ");
  if (field?.type === "select") return optionName(field, value);
  return field?.type === "date" ? formatDay(toText(value), mergeLanguage(values)) : toText(value);
}

const optionName = (field: MergeField | undefined, option: unknown) =>
  field?.options.find(({ id }) => id === option)?.name ?? toText(option);

const toText = (value: unknown) => (typeof value === "string" || typeof value === "number" ? String(value) : "");
