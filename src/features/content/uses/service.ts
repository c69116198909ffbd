import type { Context } from "../../../context.ts";
import { rejectIfReferred } from "../../../kernel/errors.ts";
import type { ContentOwner } from "../versions/queries.ts";
import * as queries from "./queries.ts";

export type { ContentUse } from "./queries.ts";

/**
 * Replaces the content references of a campaign, an automation or a form. Runs in the transaction of the change.
 * Returns the ids that do not exist; they are not stored.
 */
export async function setContentUses(
  ctx: Context,
  user: { kind: queries.ContentUserKind; id: string },
  uses: readonly queries.NewContentUse[],
): Promise<string[]> {
  const known = new Set<string>();
  for (const kind of ["template", "footer"] as const) {
    const ids = uses.filter(({ contentKind }) => contentKind === kind).map(({ contentId }) => contentId);
    if (ids.length === 0) continue;
    for (const id of await queries.lockContentOwners(ctx.db, kind, ids)) known.add(`${kind} ${id}`);
  }
  const isKnown = ({ contentKind, contentId }: queries.NewContentUse) => known.has(`${contentKind} ${contentId}`);
  await queries.replaceContentUses(ctx.db, user, uses.filter(isKnown));
  return uses.filter((use) => !isKnown(use)).map(({ contentId }) => contentId);
}

/** Rejects the deletion of content in use. */
export async function rejectIfUsed(ctx: Context, owner: ContentOwner): Promise<void> {
  const uses = await queries.listContentUses(ctx.db, owner);
  rejectIfReferred(uses, { uses: uses.map(({ kind, id, active }) => ({ kind, id, active })) });
}

/** Rejects archiving what an automation sends, or will send when it is resumed. */
export async function rejectIfAutomated(ctx: Context, owner: ContentOwner): Promise<void> {
  rejectIfReferred(await queries.listStartedAutomationsUsing(ctx.db, owner));
}

export const listContentUses = (ctx: Context, owner: ContentOwner): Promise<queries.ContentUse[]> =>
  queries.listContentUses(ctx.db, owner);

/** Content of an active automation changes only by publishing. */
export const needsDraft = (ctx: Context, owner: ContentOwner): Promise<boolean> =>
  queries.isUsedByActiveAutomation(ctx.db, owner);
