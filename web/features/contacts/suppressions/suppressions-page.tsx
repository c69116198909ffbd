import { useQueries, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { read, readPage } from "../../../api/queries.ts";
import { useCan } from "../../../api/session.tsx";
import { useFormats, useMessages } from "../../../i18n/messages.tsx";
import { AddButton } from "../../../ui/display/add-button.tsx";
import { PageHeader } from "../../../ui/display/page-header.tsx";
import { PageLink } from "../../../ui/display/page-link.tsx";
import { Status } from "../../../ui/display/status.tsx";
import { createdColumn } from "../../../ui/grid/columns.ts";
import { DataGrid } from "../../../ui/grid/data-grid.tsx";
import type { GridColumn, GridView } from "../../../ui/grid/grid-types.ts";
import { choiceOf, useGrid } from "../../../ui/grid/use-grid.ts";
import { ShortDate } from "../../../ui/people/people.tsx";
import { Empty } from "../../../ui/state/empty.tsx";
import { AddSuppressionsDialog } from "./add-dialog.tsx";
import { reasonAppearances, type Suppression } from "./appearance.ts";
import { RemoveSuppression } from "./remove-suppression.tsx";
import { suppressionsMessages } from "./messages.ts";
import { UndoBounces } from "./undo-bounces/undo-bounces.tsx";
import classes from "./suppressions.module.css";

export function Page() {
  const t = useMessages(suppressionsMessages);
  const can = useCan();
  const [isAdding, setAdding] = useState(false);
  const grid = useGrid({ name: "suppressions", sort: "-createdAt", filters: ["reason", "blacklisted"] });
  const { reason, blacklisted } = grid.filters;
  const query = {
    ...grid.query,
    reason: choiceOf(t.reasons, reason),
    blacklisted: blacklisted === undefined ? undefined : blacklisted === "true",
  };
  const result = useQuery(readPage("GET /suppressions", { query }));
  const views = useViews();
  const canChange = can("contacts", "full");
  const addButton = <AddButton label={t.add} onClick={() => setAdding(true)} />;
  const total = views[0]?.count;
  return (
    <>
      <PageHeader
        title={t.title}
        facts={total === undefined ? " " : t.facts(total)}
        actions={
          <>
            {canChange && (
              <PageLink path="/transfers/imports/new" search={{ mode: "blacklist" }} className={classes["import"]}>
                {t.import}
              </PageLink>
            )}
            {can("campaigns", "full") && <UndoBounces />}
            {canChange && addButton}
          </>
        }
      />
      <DataGrid<Suppression>
        grid={grid}
        result={result}
        label={t.title}
        columns={useColumns()}
        rowId={keyOfRow}
        rowName={(row) => row.email ?? t.erased}
        searchLabel={t.search}
        filters={[
          {
            name: "blacklisted",
            label: t.filters.blacklisted,
            input: {
              options: [
                { value: "true", label: t.filters.yes },
                { value: "false", label: t.filters.no },
              ],
            },
          },
        ]}
        views={views}
        noMatch={t.noMatch}
        phoneRow={(row) => ({
          title: row.email ?? t.erased,
          appearance: reasonAppearances[row.reason],
          second: t.reasons[row.reason],
          secondCorner: <ShortDate at={row.createdAt} />,
        })}
        rowMenu={canChange ? (row) => <RemoveSuppression row={row} /> : undefined}
        empty={<Empty title={t.empty} text={t.emptyText} action={canChange ? addButton : undefined} />}
      />
      <AddSuppressionsDialog isOpen={isAdding} onClose={() => setAdding(false)} />
    </>
  );
}

/** The address of an erased contact is not kept. */
const keyOfRow = ({ email, reason, createdAt }: Suppression): string => email ?? `${reason} ${createdAt}`;

function useColumns(): readonly GridColumn<Suppression>[] {
  const t = useMessages(suppressionsMessages);
  const { date } = useFormats();
  const sources: Readonly<Record<string, string>> = t.sources;
  return [
    {
      key: "email",
      head: t.columns.email,
      sort: "email",
      isFixed: true,
      cell: ({ email }) => (email === null ? <i>{t.erased}</i> : <b className={classes["email"]}>{email}</b>),
    },
    {
      key: "reason",
      head: t.columns.reason,
      cell: ({ reason }) => <Status appearance={reasonAppearances[reason]} label={t.reasons[reason]} />,
    },
    { key: "source", head: t.columns.source, cell: ({ source }) => sources[source] ?? source },
    {
      key: "detail",
      head: t.columns.detail,
      cell: ({ detail }) => (
        <span className={classes["detail"]} title={detail ?? ""}>
          {detail}
        </span>
      ),
    },
    createdColumn(t.columns.created, date),
  ];
}

const tabs = ["all", "manual", "unsubscribed", "bounced", "complained"] as const;

function useViews(): GridView[] {
  const t = useMessages(suppressionsMessages);
  const results = useQueries({
    queries: tabs.map((tab) => ({
      ...read("GET /suppressions", { query: { pageSize: 1, reason: tab === "all" ? undefined : tab } }),
      staleTime: 30_000,
    })),
  });
  return tabs.map((tab, index) => ({
    key: tab,
    label: t.tabs[tab],
    count: results[index]?.data?.total,
    search: tab === "all" ? {} : { reason: tab },
  }));
}
