import { inTransaction, type Context } from "../../context.ts";
import type { TenantDb } from "../../db/tenant.ts";
import { existing } from "../../kernel/accepts.ts";
import { conflict, validation } from "../../kernel/errors.ts";
import { lockCompany } from "../members/queries.ts";
import { labelColor } from "./colors.ts";
import type { LabelKind } from "./kinds.ts";
import * as queries from "./queries.ts";
import { maxLabels } from "./service.ts";

type TagChange = {
  readonly ids: readonly string[];
  readonly add?: readonly string[];
  readonly remove?: readonly string[];
  readonly tags?: readonly string[];
};

/** Replaces the tags of an object, in the transaction that writes the object. */
export async function setTags(ctx: Context, kind: LabelKind, objectId: string, names: readonly string[]) {
  const labelIds = await findOrCreateLabels(ctx, names);
  await queries.replaceAssignments(ctx.db, kind, [objectId], labelIds);
}

/** The bulk operation shared by all kinds of objects. */
export async function changeTags(ctx: Context, kind: LabelKind, { ids, add = [], remove = [], tags }: TagChange) {
  if (tags === undefined && add.length + remove.length === 0) throw validation("tags", { required: true });
  return inTransaction(ctx, async (inner) => {
    // Locked first, as in label creation: changes of tags of the same objects are serialized.
    await lockCompany(inner.db);
    const found = new Set(await queries.lockObjects(inner.db, kind, ids));
    if (ids.some((id) => !found.has(id))) throw validation("ids", existing(kind));
    const objects = [...found];
    const replaced =
      tags === undefined
        ? { added: 0, removed: 0 }
        : await queries.replaceAssignments(inner.db, kind, objects, await findOrCreateLabels(inner, tags));
    const removed = await queries.deleteAssignmentsByName(inner.db, kind, objects, remove);
    const added = await queries.insertAllAssignments(inner.db, kind, objects, await findOrCreateLabels(inner, add));
    return { objects: objects.length, added: replaced.added + added, removed: replaced.removed + removed };
  });
}

/** Ids of the labels with these names; missing labels are created. */
export async function findOrCreateLabels(ctx: Context, names: readonly string[]): Promise<string[]> {
  if (names.length === 0) return [];
  const find = async () => {
    const ids = await queries.findLabelIds(ctx.db, names);
    return { known: ids.filter((id) => id !== null), isComplete: !ids.includes(null) };
  };
  const found = await find();
  if (found.isComplete) return found.known;
  await lockCompany(ctx.db);
  // The later of two spellings of a name wins.
  const labels = names.toReversed().map((name) => ({ name: name.trim(), color: labelColor(name.trim()) }));
  await queries.insertMissingLabels(ctx.db, labels, ctx.clock.now());
  if ((await queries.countLabels(ctx.db)) > maxLabels) throw conflict("limit");
  return (await find()).known;
}

/** How many labels the company may still create, unless it has one of this name. */
export async function findLabelRoom(db: TenantDb, name: string): Promise<"exists" | number> {
  const [known = null] = await queries.findLabelIds(db, [name]);
  return known === null ? maxLabels - (await queries.countLabels(db)) : "exists";
}

/** Adds a label, which is created if it does not exist. Answers false when the company has no room for another label. */
export async function addLabel(
  ctx: Context,
  kind: LabelKind,
  objectIds: readonly string[],
  name: string,
): Promise<boolean> {
  const [known = null] = await queries.findLabelIds(ctx.db, [name]);
  if (known === null) {
    await lockCompany(ctx.db);
    if ((await queries.countLabels(ctx.db)) >= maxLabels) return false;
  }
  await queries.insertAllAssignments(ctx.db, kind, objectIds, await findOrCreateLabels(ctx, [name]));
  return true;
}
