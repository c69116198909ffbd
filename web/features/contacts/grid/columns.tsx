import { useQuery } from "@tanstack/react-query";
import type { OutputOf } from "../../../api/operations.ts";
import { read } from "../../../api/queries.ts";
import { useFormats, useMessages } from "../../../i18n/messages.tsx";
import { useShops } from "../../../ui/choices/use-choices.ts";
import { createdColumn } from "../../../ui/grid/columns.ts";
import type { GridColumn } from "../../../ui/grid/grid-types.ts";
import { contactFieldMessages } from "../../../ui/names/contact-fields.ts";
import { useSourceName } from "../../../ui/names/contact-sources.ts";
import { roleMessages } from "../../../ui/people/messages.ts";
import { Engagement, PersonCell, PersonState } from "../../../ui/people/people.tsx";
import type { ContactRow } from "../appearance.ts";
import { detailMessages } from "../detail/messages.ts";
import { contactsMessages } from "../messages.ts";
import { bulkMessages } from "./messages.ts";

type Field = OutputOf<"GET /export-fields">["items"][number];

/** Values of the optional columns by contact. */
export type FieldValues = ReadonlyMap<string, Readonly<Record<string, string>>>;

/** Every field of a contact, as exports write it, beside the usual columns. */
export function useContactColumns(values: FieldValues): readonly GridColumn<ContactRow>[] {
  const t = useMessages(contactsMessages);
  const names: Readonly<Record<string, string>> = useMessages(contactFieldMessages);
  const { date } = useFormats();
  const { data } = useQuery({ ...read("GET /export-fields"), staleTime: 60_000 });
  const toText = useFieldText();
  const usual: readonly GridColumn<ContactRow>[] = [
    {
      key: "email",
      head: t.columns.contact,
      sort: "email",
      isFixed: true,
      cell: (row) => <PersonCell person={row} />,
    },
    {
      key: "state",
      head: t.columns.status,
      sort: "state",
      cell: ({ state }) => <PersonState state={state} />,
    },
    {
      key: "engagement",
      head: t.columns.engagement,
      sort: "engagement",
      cell: ({ engagement }) => <Engagement letter={engagement} />,
    },
  ];
  const isUsual = ({ field }: Field) => field === "createdAt" || usual.some(({ key }) => key === field);
  const optional = (data?.items ?? [])
    .filter((field) => !isUsual(field))
    .map((field): GridColumn<ContactRow> => ({
      key: field.field,
      head: names[field.field] ?? field.name,
      ...(sortable.has(field.field) ? { sort: field.field } : {}),
      ...(field.type === "number" ? { align: "end" } : {}),
      isOptional: true,
      cell: ({ id }) => toText(field, values.get(id)?.[field.field] ?? ""),
    }));
  return [...usual, ...optional, createdColumn(t.columns.created, date)];
}

const sortable = new Set(["id", "updatedAt", "lastSentAt", "firstName", "lastName", "status"]);

/** Words of the API and of exports as people read them. */
function useFieldText(): (field: Field, value: string) => string {
  const { date, number } = useFormats();
  const { statuses } = useMessages(contactsMessages);
  const { reasons, yes, no } = useMessages(detailMessages);
  const sourceName = useSourceName();
  const { states } = useMessages(roleMessages);
  const { bases } = useMessages(bulkMessages);
  const { nameOf } = useShops();
  const words: Readonly<Record<string, Readonly<Record<string, string>>>> = {
    status: statuses,
    state: states,
    suppressionReason: reasons,
    consentBasis: bases,
  };
  return ({ field, type }, value) => {
    if (value === "") return "";
    if (field === "shopId") return nameOf(value);
    if (field === "source") return sourceName(value);
    if (type === "time") return date(value);
    if (type === "date") return date(`${value}T12:00:00Z`);
    if (type === "number") return number(Number(value));
    if (type === "bool") return value === "true" ? yes : no;
    if (type === "list") return value.split("|").join(", ");
    return words[field]?.[value] ?? value;
  };
}
