import { useFormats, useMessages } from "../../../i18n/messages.tsx";
import { createdColumn } from "../../../ui/grid/columns.ts";
import type { GridColumn } from "../../../ui/grid/grid-types.ts";
import { Engagement, PersonCell, PersonState } from "../../../ui/people/people.tsx";
import type { ContactRow } from "../appearance.ts";
import { contactsMessages } from "../messages.ts";

export function useContactColumns(): readonly GridColumn<ContactRow>[] {
  const t = useMessages(contactsMessages);
  const { date } = useFormats();
  return [
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
    createdColumn(t.columns.created, date),
  ];
}
