import { toEmailLook } from "../../src/kernel/brand-look.ts";
import { call } from "../api/client.ts";
import { useShops } from "../ui/choices/use-choices.ts";
import type { Settings } from "./model/document.ts";

/**
 * The brand of a shop as settings of an e-mail; without a shop, of the one that the member works with. Empty where there is
 * none, or the member may not read it.
 */
export function useBrandSettings(shopId?: string | null) {
  const { shops } = useShops();
  const wanted = shopId ?? shops[0]?.id;
  return async (): Promise<Settings> => {
    if (wanted === undefined) return {};
    const brand = await call("GET /shops/{shop_id}/brand", { params: { shop_id: wanted } }).catch(() => undefined);
    return brand === undefined ? {} : toEmailLook(brand);
  };
}
