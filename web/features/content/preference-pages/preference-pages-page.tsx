import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { Link, useNavigate } from "@tanstack/react-router";
import type { OutputOf } from "../../../api/operations.ts";
import { read, useChange } from "../../../api/queries.ts";
import { useFormats, useWords } from "../../../i18n/words.tsx";
import { Status } from "../../../ui/display/status.tsx";
import type { GridColumn } from "../../../ui/grid/grid-types.ts";
import { useGrid } from "../../../ui/grid/use-grid.ts";
import { RecordGrid } from "../parts/record-grid.tsx";
import { useStateLook } from "../parts/states.tsx";
import { partsWords } from "../parts/words.ts";
import { usePageActions } from "./use-page-actions.tsx";
import { preferencePagesWords } from "./words.ts";

type Row = OutputOf<"GET /unsubscribe-pages">["items"][number];

const link = ({ id }: Row, content: React.ReactNode) => (
  <Link to="/content/preference-pages/$pageId" params={{ pageId: id }}>
    {content}
  </Link>
);

export function Page() {
  const t = useWords(preferencePagesWords);
  const parts = useWords(partsWords);
  const { date } = useFormats();
  const lookOf = useStateLook();
  const navigate = useNavigate();
  const grid = useGrid({ name: "preference-pages", sort: "name", filters: [] });
  const result = useQuery({
    ...read("GET /unsubscribe-pages", { query: grid.query }),
    placeholderData: keepPreviousData,
  });
  const add = useChange("POST /unsubscribe-pages", { refresh: ["GET /unsubscribe-pages"] });
  const { actionsOf, dialogs } = usePageActions();
  const languages: Readonly<Record<string, string>> = parts.languages;
  const stateOf = ({ active }: Row) => lookOf(active ? "active" : "inactive");
  const columns: readonly GridColumn<Row>[] = [
    {
      key: "name",
      head: parts.columns.name,
      sort: "name",
      isFixed: true,
      cell: (row) => (
        <>
          {link(row, row.name)} {row.isDefault && `· ${parts.isDefault}`}
        </>
      ),
    },
    { key: "state", head: parts.columns.state, cell: (row) => <Status {...stateOf(row)} /> },
    {
      key: "language",
      head: parts.columns.language,
      cell: ({ language }) => (language === null ? parts.anyLanguage : (languages[language] ?? language)),
    },
    {
      key: "createdAt",
      head: parts.columns.updated,
      sort: "createdAt",
      align: "end",
      cell: ({ updatedAt, createdAt }) => date(updatedAt ?? createdAt),
    },
  ];
  return (
    <RecordGrid<Row>
      title={t.title}
      words={t}
      grid={grid}
      result={result}
      columns={columns}
      link={link}
      phoneRow={(row) => ({
        title: row.name,
        second: <Status {...stateOf(row)} />,
        secondCorner: row.isDefault ? parts.isDefault : date(row.updatedAt ?? row.createdAt),
      })}
      actionsOf={actionsOf}
      dialogs={dialogs}
      onCreate={async (name) => {
        const { id } = await add.mutateAsync({ body: { name, active: true } });
        await navigate({ to: "/content/preference-pages/$pageId", params: { pageId: id } });
      }}
    />
  );
}
