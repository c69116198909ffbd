import { useQuery } from "@tanstack/react-query";
import { read } from "../../api/queries.ts";
import { useCan } from "../../api/session.tsx";
import { namedOptions, type Choice } from "./options.ts";

const staleTime = 60_000;
const firstByName = { pageSize: 100, sort: "name" } as const;

/** The first hundred lists by name; with `editable` only those whose members are added by hand. */
export function useListChoices({ editable = false } = {}): Choice[] {
  const { data } = useQuery({ ...read("GET /lists", { query: firstByName }), staleTime });
  return namedOptions(data?.items.filter(({ locked }) => !editable || !locked));
}

/** Shops, those with most contacts first; none for members who may not read settings. */
export function useShops() {
  const can = useCan();
  const { data } = useQuery({ ...read("GET /shops", { query: firstByName }), enabled: can("settings"), staleTime });
  const shops = data?.items.toSorted((one, other) => other.contacts - one.contacts) ?? [];
  return {
    shops,
    options: namedOptions(shops),
    nameOf: (id: string | null): string => shops.find((shop) => shop.id === id)?.name ?? "",
  };
}

/** Purposes of consent; the default one comes first. */
export function usePurposeChoices(): Choice[] {
  const { data } = useQuery({ ...read("GET /purposes"), staleTime });
  return namedOptions(data?.items.toSorted((one, other) => Number(other.isDefault) - Number(one.isDefault)));
}
