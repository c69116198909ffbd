import { useQuery } from "@tanstack/react-query";
import { read } from "../../api/queries.ts";
import { useCan } from "../../api/session.tsx";

/** The shops of the company as choices; empty for members who may not read settings. */
export function useShops() {
  const can = useCan();
  const { data } = useQuery({
    ...read("GET /shops", { query: { pageSize: 100, sort: "name" } }),
    enabled: can("settings"),
    staleTime: 60_000,
  });
  const shops = data?.items ?? [];
  return {
    shops,
    options: shops.map(({ id, name }) => ({ value: id, label: name })),
    nameOf: (id: string | null): string => shops.find((shop) => shop.id === id)?.name ?? "",
  };
}
