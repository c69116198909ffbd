import { useQuery } from "@tanstack/react-query";
import { Link, useNavigate } from "@tanstack/react-router";
import type { OutputOf } from "../../../api/operations.ts";
import { readPage, useChange } from "../../../api/queries.ts";
import { useFormats, useMessages } from "../../../i18n/messages.tsx";
import { useGrid } from "../../../ui/grid/use-grid.ts";
import { RecordGrid } from "../parts/record-grid.tsx";
import { partsMessages } from "../parts/messages.ts";
import { useLandingPageActions } from "./use-landing-page-actions.tsx";
import { landingPagesMessages } from "./messages.ts";

type Row = OutputOf<"GET /landing-pages">["items"][number];

export function Page() {
  const t = useMessages(landingPagesMessages);
  const parts = useMessages(partsMessages);
  const { language } = useFormats();
  const navigate = useNavigate();
  const grid = useGrid({ name: "landing-pages", sort: "name", filters: [] });
  const result = useQuery(readPage("GET /landing-pages", { query: grid.query }));
  const add = useChange("POST /landing-pages", { refresh: ["GET /landing-pages"] });
  return (
    <RecordGrid<Row>
      {...useLandingPageActions()}
      messages={t}
      grid={grid}
      result={result}
      stateOf={({ published }) => (published ? "published" : "draft")}
      columns={[{ key: "slug", head: parts.columns.address, sort: "slug", cell: ({ slug }) => `/l/${slug}` }]}
      link={({ id }, content) => (
        <Link to="/content/landing-pages/$pageId" params={{ pageId: id }}>
          {content}
        </Link>
      )}
      onCreate={async (name) => {
        const { id } = await add.mutateAsync({ body: { name, title: name, language, html: t.sample } });
        await navigate({ to: "/content/landing-pages/$pageId", params: { pageId: id } });
      }}
    />
  );
}
