import { useQuery } from "@tanstack/react-query";
import { Link, useNavigate } from "@tanstack/react-router";
import type { OutputOf } from "../../../api/operations.ts";
import { readPage, useChange } from "../../../api/queries.ts";
import { useMessages } from "../../../i18n/messages.tsx";
import { useShops } from "../../../ui/choices/use-choices.ts";
import { useShopFilter } from "../../../ui/choices/use-shop-filter.ts";
import { useGrid } from "../../../ui/grid/use-grid.ts";
import { RecordGrid } from "../parts/record-grid.tsx";
import { getState, useFooterActions } from "./use-footer-actions.tsx";
import { footersMessages } from "./messages.ts";

type FooterRow = OutputOf<"GET /footers">["items"][number];

export function Page() {
  const t = useMessages(footersMessages);
  const navigate = useNavigate();
  const grid = useGrid({ name: "footers", sort: "name", filters: ["shop"] });
  const result = useQuery(readPage("GET /footers", { query: { ...grid.query, shop: grid.filters["shop"] } }));
  const { chosen } = useShops();
  const add = useChange("POST /footers", { refresh: ["GET /footers"] });
  return (
    <RecordGrid<FooterRow>
      {...useFooterActions()}
      messages={t}
      grid={grid}
      result={result}
      filters={useShopFilter()}
      stateOf={getState}
      columns={[{ key: "version", head: t.versionHead, align: "end", cell: ({ version }) => version }]}
      link={({ id }, content) => (
        <Link to="/content/footers/$footerId" params={{ footerId: id }}>
          {content}
        </Link>
      )}
      onCreate={async (name) => {
        const { id } = await add.mutateAsync({ body: { name, html: t.sample, shopId: chosen ?? null } });
        await navigate({ to: "/content/footers/$footerId", params: { footerId: id } });
      }}
    />
  );
}
