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
import { useSurveyActions } from "./use-survey-actions.tsx";
import { surveysWords } from "./words.ts";

type Row = OutputOf<"GET /surveys">["items"][number];

const link = ({ id }: Row, content: React.ReactNode) => (
  <Link to="/content/surveys/$surveyId" params={{ surveyId: id }}>
    {content}
  </Link>
);

export function Page() {
  const t = useWords(surveysWords);
  const parts = useWords(partsWords);
  const { date, number, language } = useFormats();
  const lookOf = useStateLook();
  const navigate = useNavigate();
  const grid = useGrid({ name: "surveys", sort: "name", filters: [] });
  const result = useQuery({ ...read("GET /surveys", { query: grid.query }), placeholderData: keepPreviousData });
  const add = useChange("POST /surveys", { refresh: ["GET /surveys"] });
  const { actionsOf, dialogs } = useSurveyActions();
  const stateOf = ({ active }: Row) => lookOf(active ? "active" : "draft");
  const columns: readonly GridColumn<Row>[] = [
    { key: "name", head: parts.columns.name, sort: "name", isFixed: true, cell: (row) => link(row, row.name) },
    { key: "state", head: parts.columns.state, cell: (row) => <Status {...stateOf(row)} /> },
    {
      key: "responses",
      head: t.responses,
      align: "end",
      cell: ({ id, responses }) => (
        <Link to="/content/surveys/$surveyId/results" params={{ surveyId: id }} aria-label={t.answers(responses)}>
          {number(responses)}
        </Link>
      ),
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
        secondCorner: t.answers(row.responses),
      })}
      actionsOf={actionsOf}
      dialogs={dialogs}
      onCreate={async (name) => {
        const questions = [{ type: "rating" as const, label: t.firstQuestion, required: true }];
        const { id } = await add.mutateAsync({ body: { name, title: name, language, questions } });
        await navigate({ to: "/content/surveys/$surveyId", params: { surveyId: id } });
      }}
    />
  );
}
