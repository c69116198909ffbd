import { useQuery } from "@tanstack/react-query";
import { read } from "../api/queries.ts";
import { useCan } from "../api/session.tsx";
import { namedOptions } from "../ui/choices/options.ts";
import { useShops } from "../ui/choices/use-choices.ts";
import type { Sources } from "./sentences.ts";

const first = { pageSize: 100, sort: "name" } as const;
const staleTime = 60_000;

type Needs = {
  /** The segment whose rules they are: it cannot name itself. */
  readonly segmentId?: string;
  /** False while there are no rules: nothing is read. */
  readonly isNeeded?: boolean;
};

/** What rules may name: the first hundred of each kind by name. */
export function useSources(shopId: string, { segmentId, isNeeded = true }: Needs = {}): Sources {
  const can = useCan();
  const lists = useQuery({ ...read("GET /lists", { query: first }), staleTime, enabled: isNeeded });
  const segments = useQuery({ ...read("GET /segments", { query: first }), staleTime, enabled: isNeeded });
  const campaigns = useQuery({
    ...read("GET /campaigns", { query: { pageSize: 100, sort: "-createdAt" } }),
    staleTime,
    enabled: isNeeded && can("campaigns"),
  });
  const purposes = useQuery({ ...read("GET /purposes"), staleTime, enabled: isNeeded });
  const customFields = useQuery({ ...read("GET /custom-fields"), staleTime, enabled: isNeeded });
  const { shops } = useShops();
  return {
    lists: namedOptions(lists.data?.items),
    segments: namedOptions(segments.data?.items.filter(({ id, shopId: shop }) => id !== segmentId && shop === shopId)),
    campaigns: namedOptions(campaigns.data?.items),
    purposes: namedOptions(purposes.data?.items),
    customFields: customFields.data?.items ?? [],
    shops: shops.map(({ id, name, currencies }) => ({ value: id, label: name, currencies })),
  };
}
