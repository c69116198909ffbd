import { useQuery } from "@tanstack/react-query";
import { read } from "../../../api/queries.ts";
import { useCan } from "../../../api/session.tsx";
import type { Sources } from "./sentences.ts";

const first = { pageSize: 100, sort: "name" } as const;
const staleTime = 60_000;
const named = (items: readonly { id: string; name: string }[] | undefined) =>
  (items ?? []).map(({ id, name }) => ({ value: id, label: name }));

/** What the rules of a segment may name: the first hundred of each kind by name. */
export function useSources(shopId: string, segmentId?: string): Sources {
  const can = useCan();
  const lists = useQuery({ ...read("GET /lists", { query: first }), staleTime });
  const segments = useQuery({ ...read("GET /segments", { query: first }), staleTime });
  const campaigns = useQuery({
    ...read("GET /campaigns", { query: { pageSize: 100, sort: "-createdAt" } }),
    staleTime,
    enabled: can("campaigns"),
  });
  const purposes = useQuery({ ...read("GET /purposes"), staleTime });
  const customFields = useQuery({ ...read("GET /custom-fields"), staleTime });
  const shops = useShops();
  return {
    lists: named(lists.data?.items),
    segments: named(segments.data?.items.filter(({ id, shopId: shop }) => id !== segmentId && shop === shopId)),
    campaigns: named(campaigns.data?.items),
    purposes: named(purposes.data?.items),
    customFields: customFields.data?.items ?? [],
    shops: (shops ?? []).map(({ id, name, currencies }) => ({ value: id, label: name, currencies })),
  };
}

export function useShops() {
  const { data } = useQuery({ ...read("GET /shops", { query: first }), staleTime });
  return data?.items;
}
