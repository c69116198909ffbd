import { defineMessages, useMessages } from "../../i18n/messages.tsx";
import type { GridFilter } from "../grid/grid-types.ts";
import { useShops } from "./use-choices.ts";

const messages = defineMessages(
  () => ({ shop: "E-shop" }),
  () => ({ shop: "Shop" }),
  () => ({ shop: "E-shop" }),
);

/** The filter "shop" of a grid, whose value the switcher gives; none in a company with one shop. */
export function useShopFilter(): readonly GridFilter[] {
  const t = useMessages(messages);
  const { options } = useShops();
  return options.length > 1 ? [{ name: "shop", label: t.shop, input: { options } }] : [];
}
