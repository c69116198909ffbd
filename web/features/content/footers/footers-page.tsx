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
import { stateOf, useFooterActions } from "./use-footer-actions.tsx";
import { footersWords } from "./words.ts";

type FooterRow = OutputOf<"GET /footers">["items"][number];

const link = ({ id }: FooterRow, content: React.ReactNode) => (
  <Link to="/content/footers/$footerId" params={{ footerId: id }}>
    {content}
  </Link>
);

export function Page() {
  const t = useWords(footersWords);
  const parts = useWords(partsWords);
  const { date } = useFormats();
  const lookOf = useStateLook();
  const navigate = useNavigate();
  const grid = useGrid({ name: "footers", sort: "name", filters: [] });
  const result = useQuery({ ...read("GET /footers", { query: grid.query }), placeholderData: keepPreviousData });
  const add = useChange("POST /footers", { refresh: ["GET /footers"] });
  const { actionsOf, dialogs } = useFooterActions();
  const columns: readonly GridColumn<FooterRow>[] = [
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
    { key: "state", head: parts.columns.state, cell: (row) => <Status {...lookOf(stateOf(row))} /> },
    { key: "version", head: t.versionHead, cell: ({ version }) => t.version(version) },
    {
      key: "updatedAt",
      head: parts.columns.updated,
      sort: "updatedAt",
      align: "end",
      cell: ({ updatedAt }) => date(updatedAt),
    },
  ];
  return (
    <RecordGrid<FooterRow>
      title={t.title}
      words={t}
      grid={grid}
      result={result}
      columns={columns}
      link={link}
      phoneRow={(row) => ({
        title: row.name,
        second: <Status {...lookOf(stateOf(row))} />,
        secondCorner: date(row.updatedAt),
      })}
      actionsOf={actionsOf}
      dialogs={dialogs}
      onCreate={async (name) => {
        const { id } = await add.mutateAsync({ body: { name, html: t.sample } });
        await navigate({ to: "/content/footers/$footerId", params: { footerId: id } });
      }}
    />
  );
}
