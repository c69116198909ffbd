import { useQuery } from "@tanstack/react-query";
import { Link, useNavigate } from "@tanstack/react-router";
import type { OutputOf } from "../../../api/operations.ts";
import { readPage, useChange } from "../../../api/queries.ts";
import { useBrandSettings } from "../../../editor/use-brand-settings.ts";
import { useFormats, useMessages } from "../../../i18n/messages.tsx";
import { useGrid } from "../../../ui/grid/use-grid.ts";
import { escapeText } from "../parts/escape-text.ts";
import { RecordGrid } from "../parts/record-grid.tsx";
import { partsMessages } from "../parts/messages.ts";
import { useLandingPageActions } from "./use-landing-page-actions.tsx";
import { landingPagesMessages } from "./messages.ts";

type Row = OutputOf<"GET /landing-pages">["items"][number];

const startBlocks = (name: string, t: { readonly startText: string }) => [
  { kind: "text" as const, html: `<h1>${escapeText(name)}</h1>`, align: "center" as const },
  { kind: "text" as const, html: `<p>${t.startText}</p>`, align: "center" as const },
];

export function Page() {
  const t = useMessages(landingPagesMessages);
  const parts = useMessages(partsMessages);
  const { language } = useFormats();
  const navigate = useNavigate();
  const grid = useGrid({ name: "landing-pages", sort: "name", filters: [] });
  const result = useQuery(readPage("GET /landing-pages", { query: grid.query }));
  const loadBrand = useBrandSettings();
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
        const settings = { width: 800, ...(await loadBrand()) };
        const draft = {
          settings,
          sections: [{ kind: "section" as const, columns: [{ blocks: startBlocks(name, t) }] }],
        };
        const { id } = await add.mutateAsync({ body: { name, title: name, language, draft } });
        await navigate({ to: "/content/landing-pages/$pageId/edit", params: { pageId: id } });
      }}
    />
  );
}
