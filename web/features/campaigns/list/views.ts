import { useQueries } from "@tanstack/react-query";
import { read } from "../../../api/queries.ts";
import { useMessages } from "../../../i18n/messages.tsx";
import { namedOptions, type Choice } from "../../../ui/choices/options.ts";
import { useShops } from "../../../ui/choices/use-choices.ts";
import type { GridFilter, GridView } from "../../../ui/grid/grid-types.ts";
import { useShownShop } from "../../../ui/grid/use-grid.ts";
import { campaignsMessages } from "../messages.ts";

/** Names in the address; those of the API. */
export const filterNames = ["status", "shop", "tag"] as const;

const statuses = ["draft", "scheduled", "sending", "paused", "completed", "cancelled"] as const;

/** All campaigns, then one view a status, with their numbers. */
export function useCampaignViews(): { views: GridView[]; total: number | undefined } {
  const t = useMessages(campaignsMessages);
  const [shop] = useShownShop();
  const results = useQueries({
    queries: [undefined, ...statuses].map((status) => ({
      ...read("GET /campaigns", { query: { status, shop, pageSize: 1 } }),
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

/** Shops that may send. */
export const useEnabledShops = (): Choice[] => namedOptions(useShops().shops.filter(({ enabled }) => enabled));

export function useCampaignFilters(): readonly GridFilter[] {
  const t = useMessages(campaignsMessages);
  const shops = useEnabledShops();
  return [
    ...(shops.length > 1 ? [{ name: "shop", label: t.filters.shop, input: { options: shops } }] : []),
    { name: "tag", label: t.filters.tag, input: "text" },
  ];
}
