import { useQuery } from "@tanstack/react-query";
import { Link, useNavigate } from "@tanstack/react-router";
import type { OutputOf } from "../../../api/operations.ts";
import { readPage, useChange } from "../../../api/queries.ts";
import { useMessages } from "../../../i18n/messages.tsx";
import { useShops } from "../../../ui/choices/use-choices.ts";
import { useShopFilter } from "../../../ui/choices/use-shop-filter.ts";
import { useGrid } from "../../../ui/grid/use-grid.ts";
import { RecordGrid } from "../parts/record-grid.tsx";
import { partsMessages } from "../parts/messages.ts";
import { usePageActions } from "./use-page-actions.tsx";
import { preferencePagesMessages } from "./messages.ts";

type Row = OutputOf<"GET /unsubscribe-pages">["items"][number];

export function Page() {
  const t = useMessages(preferencePagesMessages);
  const parts = useMessages(partsMessages);
  const navigate = useNavigate();
  const grid = useGrid({ name: "preference-pages", sort: "name", filters: ["shop"] });
  const result = useQuery(readPage("GET /unsubscribe-pages", { query: { ...grid.query, shop: grid.filters["shop"] } }));
  const { chosen } = useShops();
  const add = useChange("POST /unsubscribe-pages", { refresh: ["GET /unsubscribe-pages"] });
  const languages: Readonly<Record<string, string>> = parts.languages;
  const languageOf = ({ language }: Row) => (language === null ? parts.anyLanguage : (languages[language] ?? language));
  return (
    <RecordGrid<Row>
      {...usePageActions()}
      messages={t}
      grid={grid}
      result={result}
      filters={useShopFilter()}
      stateOf={({ active }) => (active ? "active" : "inactive")}
      columns={[{ key: "language", head: parts.columns.language, cell: languageOf }]}
      link={({ id }, content) => (
        <Link to="/content/preference-pages/$pageId" params={{ pageId: id }}>
          {content}
        </Link>
      )}
      onCreate={async (name) => {
        const { id } = await add.mutateAsync({ body: { name, active: true, shopId: chosen ?? null } });
        await navigate({ to: "/content/preference-pages/$pageId", params: { pageId: id } });
      }}
    />
  );
}
