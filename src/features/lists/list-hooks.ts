import type { Context } from "../../context.ts";
import type { SqlNode } from "../../db/sql-node.ts";
import { anyOf } from "../../hooks/any-of.sql.ts";
import type { DeletionHooks } from "../../hooks/deletion.ts";
import { defineHooks, type HookedProcess } from "../../hooks/hook-point.ts";

/** Deletions concern lists by their ids. */
type ListHooks = DeletionHooks<readonly string[]> & {
  /** Runs in the transaction that deletes or hides lists, after it did. */
  readonly onDeleted?: (ctx: Context, listIds: readonly string[]) => Promise<void>;
  /** A condition: the unfinished row of `background_action` reads or writes members of one of the lists. */
  readonly runningActions?: (tenantId: string, listIds: readonly string[]) => SqlNode;
};

export const listHooks = defineHooks<ListHooks>("lists");

export async function afterListsDeleted(ctx: Context, listIds: readonly string[]): Promise<void> {
  for (const { onDeleted } of listHooks.in(ctx)) await onDeleted?.(ctx, listIds);
}

/** A condition on a row of `background_action`: an action of another feature that uses one of the lists. */
export const actionsOnLists = (process: HookedProcess, tenantId: string, listIds: readonly string[]): SqlNode =>
  anyOf(listHooks.in(process).flatMap(({ runningActions }) => runningActions?.(tenantId, listIds) ?? []));
