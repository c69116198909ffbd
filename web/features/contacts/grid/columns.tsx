import { Link } from "@tanstack/react-router";
import { useFormats, useWords } from "../../../i18n/words.tsx";
import { EngagementTile, Status } from "../../../ui/display/status.tsx";
import type { GridColumn } from "../../../ui/grid/grid-types.ts";
import { nameOf, stateLooks, type ContactRow } from "../looks.ts";
import { contactsWords } from "../words.ts";
import classes from "./columns.module.css";

export function Engagement({ letter }: { letter: ContactRow["engagement"] }) {
  const t = useWords(contactsWords);
  return <EngagementTile letter={letter} label={t.engagements[letter]} />;
}

export function ShortDate({ at }: { at: string }) {
  const { shortDate, dateTime } = useFormats();
  return (
    <time dateTime={at} title={dateTime(at)}>
      {shortDate(at)}
    </time>
  );
}

export function useContactColumns(): readonly GridColumn<ContactRow>[] {
  const t = useWords(contactsWords);
  const { date } = useFormats();
  return [
    {
      key: "email",
      head: t.columns.contact,
      sort: "email",
      isFixed: true,
      cell: (row) => (
        <span className={classes["contact"]}>
          <Link to="/contacts/$contactId" params={{ contactId: row.id }}>
            {row.email}
          </Link>
          <span>{nameOf(row)}</span>
        </span>
      ),
    },
    {
      key: "state",
      head: t.columns.status,
      sort: "state",
      cell: ({ state }) => <Status look={stateLooks[state]} label={t.states[state]} />,
    },
    {
      key: "engagement",
      head: t.columns.engagement,
      sort: "engagement",
      cell: ({ engagement }) => <Engagement letter={engagement} />,
    },
    {
      key: "createdAt",
      head: t.columns.created,
      sort: "createdAt",
      align: "end",
      cell: ({ createdAt }) => date(createdAt),
    },
  ];
}
