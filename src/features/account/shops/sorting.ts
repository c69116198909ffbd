import { validation } from "../../../kernel/errors.ts";
import { parseSort } from "../../../kernel/sort.ts";
import { fold } from "../../../kernel/text.ts";
import type { ShopRecord } from "./queries.ts";

/** Every order ends with the id, so that pages do not overlap. */
export function sortShops(shops: readonly ShopRecord[], sort = "id"): ShopRecord[] {
  const terms = parseSort(sort);
  return shops.toSorted((left, right) => {
    for (const { name, isDescending } of terms) {
      const order = isDescending ? compareShops(name, right, left) : compareShops(name, left, right);
      if (order !== 0) return order;
    }
    return compareShops("id", left, right);
  });
}

function compareShops(name: string, left: ShopRecord, right: ShopRecord): number {
  switch (name) {
    case "id":
      return Number(left.id) - Number(right.id);
    case "name":
      return fold(left.name).localeCompare(fold(right.name));
    case "createdAt":
      return left.createdAt.getTime() - right.createdAt.getTime();
    default:
      throw validation("sort", { allowed: ["id", "name", "createdAt"] });
  }
}
