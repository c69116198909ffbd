import { useMessages } from "../../i18n/messages.tsx";
import type { GridFilter } from "../grid/grid-types.ts";
import { shopMessages } from "./messages.ts";
import { useShops } from "./use-choices.ts";

/** The filter "shop" of a grid, whose value the switcher gives; none in a company with one shop. */
export function useShopFilter(): readonly GridFilter[] {
  const t = useMessages(shopMessages);
  const { options } = useShops();
  return options.length > 1 ? [{ name: "shop", label: t.shop, input: { options } }] : [];
}
