import { useQuery } from "@tanstack/react-query";
import type { OutputOf } from "../../../api/operations.ts";
import { read } from "../../../api/queries.ts";
import { useFormats, useWords } from "../../../i18n/words.tsx";
import { Card, Facts } from "../../../ui/display/card.tsx";
import type { Contact } from "../looks.ts";
import { detailWords } from "./words.ts";

type CustomField = OutputOf<"GET /custom-fields">["items"][number];

/** What is known about the person, then the custom fields that have a value. */
export function ProfileCard({ contact }: { contact: Contact }) {
  const t = useWords(detailWords);
  const { date, language: shown } = useFormats();
  const { street, city, postalCode, country, language } = contact;
  const customFacts = useCustomFacts(contact);
  const sources: Readonly<Record<string, string>> = t.sources;
  const address = [street, [postalCode, city].filter(Boolean).join(" "), country].filter(Boolean).join(", ");
  const facts: (readonly [string, string | null | undefined])[] = [
    [t.fields.salutation, contact.salutationFormal ?? contact.salutation],
    [t.fields.company, contact.company],
    [t.fields.phone, contact.phone],
    [t.fields.mobile, contact.mobile],
    [t.fields.address, address],
    [t.fields.birthday, contact.birthday === null ? null : date(`${contact.birthday}T12:00:00Z`)],
    [t.fields.language, language === null ? null : new Intl.DisplayNames([shown], { type: "language" }).of(language)],
    [t.fields.source, sources[contact.source] ?? contact.source],
    ...customFacts,
  ];
  const given = facts.filter(([, value]) => value !== null && value !== undefined && value !== "");
  return <Card title={t.profile}>{given.length === 0 ? t.fields.none : <Facts items={given} />}</Card>;
}

function useCustomFacts({ customFields }: Contact): (readonly [string, string])[] {
  const t = useWords(detailWords);
  const { date, number } = useFormats();
  const { data } = useQuery({ ...read("GET /custom-fields"), staleTime: 60_000 });
  const textOf = ({ type, options }: CustomField, value: unknown): string => {
    if (typeof value === "boolean") return value ? t.yes : t.no;
    if (typeof value === "number") return number(value);
    const names = new Map(options.map(({ id, name }) => [id, name]));
    if (Array.isArray(value)) return value.map((one) => names.get(String(one)) ?? "").join(", ");
    const text = typeof value === "string" ? value : "";
    return type === "date" && text !== "" ? date(`${text}T12:00:00Z`) : (names.get(text) ?? text);
  };
  return (data?.items ?? []).map((field) => [field.name, textOf(field, customFields[field.id])] as const);
}
