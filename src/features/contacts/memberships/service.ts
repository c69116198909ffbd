import type { TenantDb } from "../../../db/tenant.ts";
import { conflict, validation } from "../../../kernel/errors.ts";
import { lockListsForShare } from "./queries.ts";

/** Lists of a request: all must exist and be editable by hand. Locked until the transaction ends. */
export async function requireOpenLists(db: TenantDb, listIds: readonly string[]): Promise<void> {
  if (listIds.length === 0) return;
  const known = new Map((await lockListsForShare(db, listIds)).map((list) => [list.id, list]));
  listIds.forEach((id, index) => {
    if (!known.has(id)) throw validation(`listIds.${index}`);
  });
  if ([...known.values()].some(({ isLocked }) => isLocked)) throw conflict("locked");
}
