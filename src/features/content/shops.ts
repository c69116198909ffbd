import type { Context } from "../../context.ts";
import { validation } from "../../kernel/errors.ts";
import { hasShop } from "./queries.ts";

/** Null is the whole company. */
export async function requireShop({ db }: Context, shopId: string | null | undefined): Promise<void> {
  if (shopId === null || shopId === undefined) return;
  if (!(await hasShop(db, shopId))) throw validation("shopId");
}
