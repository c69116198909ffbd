import { useQueries, useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import type { OutputOf } from "../../../api/operations.ts";
import { read, readPage } from "../../../api/queries.ts";
import { useFormats, useMessages } from "../../../i18n/messages.tsx";
import { PageLink } from "../../../ui/display/page-link.tsx";
import { Status, type StatusAppearance } from "../../../ui/display/status.tsx";
import { createdColumn } from "../../../ui/grid/columns.ts";
import { DataGrid } from "../../../ui/grid/data-grid.tsx";
import type { GridColumn, GridView } from "../../../ui/grid/grid-types.ts";
import { choiceOf, useGrid } from "../../../ui/grid/use-grid.ts";
import {
  Engagement,
  PersonCell,
  PersonState,
  ShortDate,
  stateAppearances,
  usePersonLines,
} from "../../../ui/people/people.tsx";
import { Empty } from "../../../ui/state/empty.tsx";
import type { List } from "../list-parts.ts";
import { MemberActions } from "./member-actions.tsx";
import { detailMessages } from "./messages.ts";

type Member = OutputOf<"GET /lists/{list_id}/members">["items"][number];

const memberAppearances: Readonly<Record<Member["memberState"], StatusAppearance>> = {
  confirmed: { shape: "circle", tone: "good" },
  unconfirmed: { shape: "dashed", tone: "warn" },
  unsubscribed: { shape: "slashed", tone: "mute" },
  removed: { shape: "cross", tone: "mute" },
};

type Props = { readonly list: List; readonly canChange: boolean; readonly addButton: ReactNode };

export function MembersGrid({ list, canChange, addButton }: Props) {
  const t = useMessages(detailMessages);
  const personLines = usePersonLines();
  const grid = useGrid({ name: "list-members", sort: "-createdAt", filters: ["state"] });
  const params = { list_id: list.id };
  const filter = { state: choiceOf(t.states, grid.filters["state"]), q: grid.query.q };
  const result = useQuery(readPage("GET /lists/{list_id}/members", { params, query: { ...grid.query, ...filter } }));
  return (
    <DataGrid<Member>
      grid={grid}
      result={result}
      label={t.members}
      columns={useColumns()}
      rowId={({ id }) => id}
      rowName={({ email }) => email}
      searchLabel={t.search}
      views={useViews(list.id)}
      noMatch={t.noMatch}
      selectAllLimit={5000}
      link={({ id }, content) => (
        <PageLink path="/contacts/$contactId" params={{ contactId: id }}>
          {content}
        </PageLink>
      )}
      phoneRow={(member) => ({
        ...personLines(member),
        corner: <Engagement letter={member.engagement} />,
        appearance: stateAppearances[member.state],
        secondCorner: <ShortDate at={member.addedAt} />,
      })}
      {...(canChange
        ? {
            bulkActions: (selection, count) => (
              <MemberActions
                listId={list.id}
                selection={selection}
                count={count}
                filter={filter}
                onDone={() => grid.select({ ids: new Set(), isAll: false })}
              />
            ),
          }
        : {})}
      empty={
        <Empty
          title={t.empty}
          text={list.locked ? t.emptyLocked : t.emptyText}
          action={canChange ? addButton : undefined}
        />
      }
    />
  );
}

function useColumns(): readonly GridColumn<Member>[] {
  const t = useMessages(detailMessages);
  const { date } = useFormats();
  return [
    {
      key: "email",
      head: t.columns.contact,
      sort: "email",
      isFixed: true,
      cell: (member) => <PersonCell person={member} />,
    },
    {
      key: "memberState",
      head: t.columns.member,
      cell: ({ memberState }) => <Status appearance={memberAppearances[memberState]} label={t.states[memberState]} />,
    },
    { key: "state", head: t.columns.state, cell: ({ state }) => <PersonState state={state} /> },
    { key: "addedAt", head: t.columns.added, align: "end", cell: ({ addedAt }) => date(addedAt) },
    createdColumn(t.columns.created, date),
  ];
}

const tabs = ["all", "confirmed", "unconfirmed", "unsubscribed", "removed"] as const;

function useViews(listId: string): GridView[] {
  const t = useMessages(detailMessages);
  const results = useQueries({
    queries: tabs.map((tab) => ({
      ...read("GET /lists/{list_id}/members", {
        params: { list_id: listId },
        query: { pageSize: 1, ...(tab === "all" ? {} : { state: tab }) },
      }),
      staleTime: 30_000,
    })),
  });
  return tabs.map((tab, index) => ({
    key: tab,
    label: t.tabs[tab],
    count: results[index]?.data?.total,
    search: tab === "all" ? {} : { state: tab },
  }));
}
