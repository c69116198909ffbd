import { useState } from "react";
import type { Search } from "../../routing/page.ts";
import { useAddress } from "../../routing/search.ts";
import { useShops } from "../choices/use-choices.ts";

export type Selection = {
  readonly ids: ReadonlySet<string>;
  /** Everything that matches the filters, not only the chosen rows. */
  readonly isAll: boolean;
};

export type Grid = {
  /** Names the settings kept in this browser: columns and saved views. */
  readonly name: string;
  readonly page: number;
  readonly pageSize: number;
  readonly sort: string;
  readonly search: string;
  /** Values of the filters in the address, by the filter's name. */
  readonly filters: Search;
  /** `page`, `pageSize`, `sort` and `q` as the lists of the API take them. */
  readonly query: { page: number; pageSize: number; sort: string; q: string | undefined };
  readonly selection: Selection;
  readonly select: (selection: Selection) => void;
  /** Changes the address; everything but a change of the page leads to the first page. */
  readonly change: (changes: Search) => void;
};

const none: Selection = { ids: new Set(), isAll: false };
export const pageSizes = ["25", "50", "100"];

type GridOptions = { readonly name: string; readonly sort: string; readonly filters: readonly string[] };

/** The state of a grid is stored in the address, so that the back button and links work. */
export function useGrid({ name, sort: defaultSort, filters }: GridOptions): Grid {
  const [address, changeAddress] = useAddress();
  const { page = "1", size, sort = defaultSort, q = "" } = address;
  const pageSize = Number(size !== undefined && pageSizes.includes(size) ? size : pageSizes[0]);
  const number = Math.max(1, Math.trunc(Number(page)) || 1);
  const { chosen: shop } = useShops();
  const chosen = Object.fromEntries(
    filters.map((filter) => [filter, filter === "shop" ? shopIn(address, shop) : address[filter]]),
  );
  const key = JSON.stringify([chosen, q]);
  const [kept, setKept] = useState({ key, selection: none });
  return {
    name,
    page: number,
    pageSize,
    sort,
    search: q,
    filters: chosen,
    query: { page: number, pageSize, sort, q: q === "" ? undefined : q },
    // A selection belongs to the filters it was made under.
    selection: kept.key === key ? kept.selection : none,
    select: (selection) => setKept({ key, selection }),
    change: (changes) => {
      const page = "page" in changes ? {} : { page: undefined };
      const all = "shop" in changes && changes["shop"] === undefined && shop !== undefined ? { shop: allShops } : {};
      changeAddress({ ...page, ...changes, ...all }, { replace: "q" in changes });
    },
  };
}

/** Stands in the address for all shops where the switcher would filter by one. */
const allShops = "all";

const shopIn = ({ shop }: Search, chosen: string | undefined): string | undefined =>
  shop === undefined ? chosen : shop === allShops ? undefined : shop;

/**
 * The shop that a page without a grid shows, and how to show another one: the one in the address, or of the switcher;
 * undefined stands for all.
 */
export function useShownShop(): [string | undefined, (shop: string | undefined) => void] {
  const [address, changeAddress] = useAddress();
  const { chosen } = useShops();
  const show = (shop: string | undefined) =>
    changeAddress({ page: undefined, shop: shop ?? (chosen === undefined ? undefined : allShops) });
  return [shopIn(address, chosen), show];
}

/** The value of a filter if it is one of the keys, as the typed query wants it. */
export const choiceOf = <Choices extends object>(
  choices: Choices,
  value: string | undefined,
): Extract<keyof Choices, string> | undefined =>
  Object.keys(choices).find((key): key is Extract<keyof Choices, string> => key === value);
