import { fold } from "../../../kernel/text.ts";
import { contactColumns, profileFields } from "../../../kernel/contact-columns.ts";

/** Headers of targets other than profile fields, in Czech, Slovak and English files. */
const otherHeaders: Readonly<Record<string, readonly string[]>> = {
  email: [
    "e-mail",
    "email",
    "mail",
    "emailova adresa",
    "e-mailova adresa",
    "email address",
    "emailaddress",
    "adresa e-mailu",
  ],
  tags: ["štítky", "štítek", "tagy", "tag", "tags", "labels", "label", "skupina"],
};

const normalizeHeader = (text: string): string =>
  fold(text)
    .replace(/[\s_.-]+/g, " ")
    .replace(/\be mail/g, "email")
    .trim();

const headers: readonly (readonly [target: string, names: readonly string[]])[] = [
  ...profileFields.map((field) => [field, [field, ...contactColumns[field].headers]] as const),
  ...Object.entries(otherHeaders),
];

const targetByHeader = new Map(
  headers.flatMap(([target, names]) => names.map((name) => [normalizeHeader(name), target] as const)),
);

export const targetForHeader = (header: string): string | undefined => targetByHeader.get(normalizeHeader(header));
export const isSameHeader = (left: string, right: string): boolean => normalizeHeader(left) === normalizeHeader(right);
