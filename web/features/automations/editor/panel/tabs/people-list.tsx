import { ActionIcon } from "@mantine/core";
import type { ReactNode } from "react";
import { useMessages } from "../../../../../i18n/messages.tsx";
import { PageLink } from "../../../../../ui/display/page-link.tsx";
import { IconChevronLeft, IconChevronRight } from "../../../../../ui/icons.ts";
import { uiMessages } from "../../../../../ui/messages.ts";
import { detailMessages } from "../../../detail/messages.ts";
import classes from "./tabs.module.css";

export const peoplePageSize = 20;

type Person = { readonly id: string; readonly contactId: string; readonly email: string | null };

type PeopleListProps<Row extends Person> = {
  readonly label: string;
  readonly rows: readonly Row[];
  readonly total: number;
  readonly page: number;
  readonly onPage: (page: number) => void;
  readonly note: (row: Row) => string;
  readonly action?: (row: Row) => ReactNode;
};

/** Contacts of a node in two lines each, by pages. */
export function PeopleList<Row extends Person>(props: PeopleListProps<Row>) {
  const { label, rows, total, page, onPage, note, action } = props;
  const t = useMessages(detailMessages);
  const { grid } = useMessages(uiMessages);
  const pages = Math.ceil(total / peoplePageSize);
  return (
    <div>
      <ul className={classes["people"]} aria-label={label}>
        {rows.map((row) => (
          <li key={row.id}>
            <span className={classes["person"]}>
              {row.email === null ? (
                t.erased
              ) : (
                <PageLink path="/contacts/$contactId" params={{ contactId: row.contactId }}>
                  {row.email}
                </PageLink>
              )}
              <small>{note(row)}</small>
            </span>
            {action?.(row)}
          </li>
        ))}
      </ul>
      {pages > 1 && (
        <div className={classes["pager"]}>
          <ActionIcon aria-label={grid.previous} disabled={page <= 1} onClick={() => onPage(page - 1)}>
            <IconChevronLeft size={17} />
          </ActionIcon>
          <span>{grid.page(page, pages)}</span>
          <ActionIcon aria-label={grid.next} disabled={page >= pages} onClick={() => onPage(page + 1)}>
            <IconChevronRight size={17} />
          </ActionIcon>
        </div>
      )}
    </div>
  );
}
