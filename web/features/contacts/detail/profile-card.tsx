import { useQuery } from "@tanstack/react-query";
import type { OutputOf } from "../../../api/operations.ts";
import { read } from "../../../api/queries.ts";
import { useFormats, useMessages } from "../../../i18n/messages.tsx";
import { Card, Facts } from "../../../ui/display/card.tsx";
import { contactFieldMessages } from "../../../ui/names/contact-fields.ts";
import { useSourceName } from "../../../ui/names/contact-sources.ts";
import type { Contact } from "../appearance.ts";
import { detailMessages } from "./messages.ts";

type CustomField = OutputOf<"GET /custom-fields">["items"][number];

/** What is known about the person, then the custom fields that have a value. */
export function ProfileCard({ contact }: { contact: Contact }) {
  const t = useMessages(detailMessages);
  const names = useMessages(contactFieldMessages);
  const { date, language: shown } = useFormats();
  const { street, city, postalCode, country, language } = contact;
  const customFacts = useCustomFacts(contact);
  const sourceName = useSourceName();
  const address = [street, [postalCode, city].filter(Boolean).join(" "), country].filter(Boolean).join(", ");
  const facts: (readonly [string, string | null | undefined])[] = [
    [names.salutation, contact.salutationFormal ?? contact.salutation],
    [names.company, contact.company],
    [names.phone, contact.phone],
    [names.mobile, contact.mobile],
    [t.fields.address, address],
    [names.birthday, contact.birthday === null ? null : date(`${contact.birthday}T12:00:00Z`)],
    [names.language, language === null ? null : new Intl.DisplayNames([shown], { type: "language" }).of(language)],
    [names.source, sourceName(contact.source)],
    ...customFacts,
  ];
  const given = facts.filter(([, value]) => value !== null && value !== undefined && value !== "");
  return <Card title={t.profile}>{given.length === 0 ? t.fields.none : <Facts items={given} />}</Card>;
}

function useCustomFacts({ customFields }: Contact): (readonly [string, string])[] {
  const t = useMessages(detailMessages);
  const { date, number } = useFormats();
  const { data } = useQuery({ ...read("GET /custom-fields"), staleTime: 60_000 });
  const toText = ({ type, options }: CustomField, value: unknown): string => {
    if (typeof value === "boolean") return value ? t.yes : t.no;
    if (typeof value === "number") return number(value);
    const names = new Map(options.map(({ id, name }) => [id, name]));
    if (Array.isArray(value)) return value.map((one) => names.get(String(one)) ?? "").join(", ");
    const text = typeof value === "string" ? value : "";
    return type === "date" && text !== "" ? date(`${text}T12:00:00Z`) : (names.get(text) ?? text);
  };
  return (data?.items ?? []).map((field) => [field.name, toText(field, customFields[field.id])] as const);
}
