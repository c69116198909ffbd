import { useQueries, useQuery } from "@tanstack/react-query";
import { read } from "../../../api/queries.ts";
import { useWords } from "../../../i18n/words.tsx";
import { namedOptions } from "../../../ui/choices/options.ts";
import type { GridFilter, GridView } from "../../../ui/grid/grid-types.ts";
import { campaignsWords } from "../words.ts";

/** Names in the address; those of the API. */
export const filterNames = ["status", "shop", "tag"] as const;

const statuses = ["draft", "scheduled", "sending", "paused", "completed", "cancelled"] as const;

/** All campaigns, then one view a status, with their numbers. */
export function useCampaignViews(): { views: GridView[]; total: number | undefined } {
  const t = useWords(campaignsWords);
  const results = useQueries({
    queries: [undefined, ...statuses].map((status) => ({
      ...read("GET /campaigns", { query: { status, pageSize: 1 } }),
      staleTime: 15_000,
    })),
  });
  const [all, ...counted] = results.map(({ data }) => data?.total);
  const views = statuses.map((status, index) => ({
    key: status,
    label: t.tabs[status],
    count: counted[index],
    search: { status },
  }));
  return { views: [{ key: "all", label: t.tabs.all, count: all, search: {} }, ...views], total: all };
}

export function useShops(): { value: string; label: string }[] {
  const { data } = useQuery({
    ...read("GET /shops", { query: { pageSize: 100, sort: "name", enabled: true } }),
    staleTime: 60_000,
  });
  return namedOptions(data?.items);
}

export function useCampaignFilters(): readonly GridFilter[] {
  const t = useWords(campaignsWords);
  const shops = useShops();
  return [
    ...(shops.length > 1 ? [{ name: "shop", label: t.filters.shop, input: { options: shops } }] : []),
    { name: "tag", label: t.filters.tag, input: "text" },
  ];
}
