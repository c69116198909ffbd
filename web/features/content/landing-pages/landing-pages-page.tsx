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
import { useLandingPageActions } from "./use-landing-page-actions.tsx";
import { landingPagesWords } from "./words.ts";

type Row = OutputOf<"GET /landing-pages">["items"][number];

const link = ({ id }: Row, content: React.ReactNode) => (
  <Link to="/content/landing-pages/$pageId" params={{ pageId: id }}>
    {content}
  </Link>
);

export function Page() {
  const t = useWords(landingPagesWords);
  const parts = useWords(partsWords);
  const { date, language } = useFormats();
  const lookOf = useStateLook();
  const navigate = useNavigate();
  const grid = useGrid({ name: "landing-pages", sort: "name", filters: [] });
  const result = useQuery({ ...read("GET /landing-pages", { query: grid.query }), placeholderData: keepPreviousData });
  const add = useChange("POST /landing-pages", { refresh: ["GET /landing-pages"] });
  const { actionsOf, dialogs } = useLandingPageActions();
  const stateOf = ({ published }: Row) => lookOf(published ? "published" : "draft");
  const columns: readonly GridColumn<Row>[] = [
    { key: "name", head: parts.columns.name, sort: "name", isFixed: true, cell: (row) => link(row, row.name) },
    { key: "state", head: parts.columns.state, cell: (row) => <Status {...stateOf(row)} /> },
    { key: "slug", head: parts.columns.address, sort: "slug", cell: ({ slug }) => `/l/${slug}` },
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
        secondCorner: date(row.updatedAt ?? row.createdAt),
      })}
      actionsOf={actionsOf}
      dialogs={dialogs}
      onCreate={async (name) => {
        const { id } = await add.mutateAsync({ body: { name, title: name, language, html: t.sample } });
        await navigate({ to: "/content/landing-pages/$pageId", params: { pageId: id } });
      }}
    />
  );
}
