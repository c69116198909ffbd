import { useQuery } from "@tanstack/react-query";
import { Link, useNavigate } from "@tanstack/react-router";
import type { OutputOf } from "../../../api/operations.ts";
import { readPage, useChange } from "../../../api/queries.ts";
import { useWords } from "../../../i18n/words.tsx";
import { useGrid } from "../../../ui/grid/use-grid.ts";
import { RecordGrid } from "../parts/record-grid.tsx";
import { partsWords } from "../parts/words.ts";
import { usePageActions } from "./use-page-actions.tsx";
import { preferencePagesWords } from "./words.ts";

type Row = OutputOf<"GET /unsubscribe-pages">["items"][number];

export function Page() {
  const t = useWords(preferencePagesWords);
  const parts = useWords(partsWords);
  const navigate = useNavigate();
  const grid = useGrid({ name: "preference-pages", sort: "name", filters: [] });
  const result = useQuery(readPage("GET /unsubscribe-pages", { query: grid.query }));
  const add = useChange("POST /unsubscribe-pages", { refresh: ["GET /unsubscribe-pages"] });
  const languages: Readonly<Record<string, string>> = parts.languages;
  const languageOf = ({ language }: Row) => (language === null ? parts.anyLanguage : (languages[language] ?? language));
  return (
    <RecordGrid<Row>
      {...usePageActions()}
      words={t}
      grid={grid}
      result={result}
      stateOf={({ active }) => (active ? "active" : "inactive")}
      columns={[{ key: "language", head: parts.columns.language, cell: languageOf }]}
      link={({ id }, content) => (
        <Link to="/content/preference-pages/$pageId" params={{ pageId: id }}>
          {content}
        </Link>
      )}
      onCreate={async (name) => {
        const { id } = await add.mutateAsync({ body: { name, active: true } });
        await navigate({ to: "/content/preference-pages/$pageId", params: { pageId: id } });
      }}
    />
  );
}
