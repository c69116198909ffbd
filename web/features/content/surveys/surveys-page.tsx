import { useQuery } from "@tanstack/react-query";
import { Link, useNavigate } from "@tanstack/react-router";
import type { OutputOf } from "../../../api/operations.ts";
import { readPage, useChange } from "../../../api/queries.ts";
import { useFormats, useMessages } from "../../../i18n/messages.tsx";
import { useGrid } from "../../../ui/grid/use-grid.ts";
import { RecordGrid } from "../parts/record-grid.tsx";
import { useSurveyActions } from "./use-survey-actions.tsx";
import { surveysMessages } from "./messages.ts";

type Row = OutputOf<"GET /surveys">["items"][number];

export function Page() {
  const t = useMessages(surveysMessages);
  const { number, language } = useFormats();
  const navigate = useNavigate();
  const grid = useGrid({ name: "surveys", sort: "name", filters: [] });
  const result = useQuery(readPage("GET /surveys", { query: grid.query }));
  const add = useChange("POST /surveys", { refresh: ["GET /surveys"] });
  const answers = ({ id, responses }: Row) => (
    <Link to="/content/surveys/$surveyId/results" params={{ surveyId: id }} aria-label={t.answers(responses)}>
      {number(responses)}
    </Link>
  );
  return (
    <RecordGrid<Row>
      {...useSurveyActions()}
      messages={t}
      grid={grid}
      result={result}
      stateOf={({ active }) => (active ? "active" : "draft")}
      columns={[{ key: "responses", head: t.responses, align: "end", cell: answers }]}
      link={({ id }, content) => (
        <Link to="/content/surveys/$surveyId" params={{ surveyId: id }}>
          {content}
        </Link>
      )}
      onCreate={async (name) => {
        const questions = [{ type: "rating" as const, label: t.firstQuestion, required: true }];
        const { id } = await add.mutateAsync({ body: { name, title: name, language, questions } });
        await navigate({ to: "/content/surveys/$surveyId", params: { surveyId: id } });
      }}
    />
  );
}
