import { useQuery } from "@tanstack/react-query";
import { read } from "../../api/queries.ts";
import { useCan } from "../../api/session.tsx";
import { useStoredShop } from "./chosen-shop.ts";
import { namedOptions, type Choice } from "./options.ts";

const staleTime = 60_000;
const firstByName = { pageSize: 100, sort: "name" } as const;

/** The first hundred lists by name; with `editable` only those whose members are added by hand. */
export function useListChoices({ editable = false } = {}): Choice[] {
  const { data } = useQuery({ ...read("GET /lists", { query: firstByName }), staleTime });
  return namedOptions(data?.items.filter(({ locked }) => !editable || !locked));
}

/** Shops, the chosen one first, then those with most contacts; none for members who may not read settings. */
export function useShops() {
  const can = useCan();
  const isAllowed = can("settings");
  const [stored, choose] = useStoredShop();
  const { data } = useQuery({ ...read("GET /shops", { query: firstByName }), enabled: isAllowed, staleTime });
  const rank = ({ id, contacts }: { id: string; contacts: number }) => (id === stored ? Infinity : contacts);
  const shops = data?.items.toSorted((one, other) => rank(other) - rank(one)) ?? [];
  // Until the shops are known the stored choice counts, so that lists are not loaded twice.
  const isChoice = data === undefined ? isAllowed : shops.length > 1 && shops.some(({ id }) => id === stored);
  return {
    shops,
    areLoaded: data !== undefined || !isAllowed,
    options: namedOptions(shops),
    nameOf: (id: string | null): string => shops.find((shop) => shop.id === id)?.name ?? "",
    /** The shop of the switcher; undefined stands for all shops. */
    chosen: isChoice ? stored : undefined,
    choose,
  };
}

/** Purposes of consent; the default one comes first. */
export function usePurposeChoices(): Choice[] {
  const { data } = useQuery({ ...read("GET /purposes"), staleTime });
  return namedOptions(data?.items.toSorted((one, other) => Number(other.isDefault) - Number(one.isDefault)));
}
