import type { Static } from "typebox";
import { inTransaction, type Context } from "../../context.ts";
import { conflict, notFound, validation } from "../../kernel/errors.ts";
import { lockCompany } from "../people/queries.ts";
import { LabelChange, LabelInput, type LabelAssignment } from "./shapes.ts";
import { refuseTakenName } from "../../db/names.ts";
import { isEmpty, writtenIn } from "../../kernel/written-fields.ts";
import { colorOf } from "./colors.ts";
import { labelKinds } from "./kinds.ts";
import * as queries from "./queries.ts";

export const maxLabels = 500;

const present = ({ counts, ...row }: queries.LabelRecord) => ({
  ...row,
  createdAt: row.createdAt.toISOString(),
  counts: {
    contact: counts.contact ?? 0,
    list: counts.list ?? 0,
    segment: counts.segment ?? 0,
    template: counts.template ?? 0,
    campaign: counts.campaign ?? 0,
  },
});

export async function list(ctx: Context) {
  return { items: (await queries.listLabels(ctx.db, maxLabels)).map(present) };
}

/** Labels in use, for the filters of grids. */
export async function listInUse(ctx: Context) {
  const labels = await queries.listLabels(ctx.db, maxLabels);
  return {
    items: labelKinds.map((kind) => ({
      kind,
      tags: labels
        .map(({ id, name, color, counts }) => ({ id, name, color, count: counts[kind] ?? 0 }))
        .filter(({ count }) => count > 0),
    })),
  };
}

async function get(ctx: Context, id: string) {
  const label = await queries.findLabel(ctx.db, id);
  if (label === undefined) throw notFound("label");
  return present(label);
}

export async function create(ctx: Context, body: Static<typeof LabelInput>) {
  const { name, color } = writtenIn(LabelInput, body);
  return refuseTakenName(
    inTransaction(ctx, async (inner) => {
      await lockCompany(inner.db);
      if ((await queries.countLabels(inner.db)) >= maxLabels) throw conflict("limit");
      const at = inner.clock.now();
      const id = await queries.insertLabel(inner.db, { name, color: color?.toLowerCase() ?? colorOf(name), at });
      return get(inner, id);
    }),
  );
}

export async function update(ctx: Context, id: string, body: Static<typeof LabelChange>) {
  const change = writtenIn(LabelChange, body);
  if (change.color !== undefined) change.color = change.color.toLowerCase();
  if (!isEmpty(change)) await refuseTakenName(queries.updateLabel(ctx.db, id, change));
  return get(ctx, id);
}

export async function remove(ctx: Context, id: string): Promise<void> {
  if (!(await queries.deleteLabel(ctx.db, id))) throw notFound("label");
}

export async function assign(ctx: Context, labelId: string, body: Static<typeof LabelAssignment>) {
  const { kind, add = [], remove: takeOff = [] } = body;
  if (add.length + takeOff.length === 0) throw validation("add");
  refuseFirst("remove", takeOff, (id) => add.includes(id));
  return inTransaction(ctx, async ({ db }) => {
    await lockCompany(db);
    const [isLabel, objects] = await Promise.all([
      queries.lockLabel(db, labelId),
      queries.lockObjects(db, kind, [...add, ...takeOff]),
    ]);
    const known = new Set(objects);
    refuseFirst("add", add, (id) => !known.has(id));
    refuseFirst("remove", takeOff, (id) => !known.has(id));
    if (!isLabel) throw notFound("label");
    return {
      added: await queries.insertAssignments(db, { labelId, kind, ids: add }),
      removed: await queries.deleteAssignments(db, { labelId, kind, ids: takeOff }),
    };
  });
}

function refuseFirst(field: string, ids: readonly string[], isWrong: (id: string) => boolean): void {
  const index = ids.findIndex(isWrong);
  if (index >= 0) throw validation(`${field}.${index}`);
}
