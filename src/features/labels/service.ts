import type { Static } from "typebox";
import { inTransaction, type Context } from "../../context.ts";
import { accepts, existing } from "../../kernel/accepts.ts";
import { conflict, notFound, validation, type RejectionRule } from "../../kernel/errors.ts";
import { lockCompany } from "../members/queries.ts";
import { LabelChange, LabelInput, type LabelAssignment } from "./shapes.ts";
import { conflictOnTakenName } from "../../db/unique-names.ts";
import { isEmpty, pickProvided } from "../../kernel/provided-fields.ts";
import { labelColor } from "./colors.ts";
import { labelKinds } from "./kinds.ts";
import * as queries from "./queries.ts";

export const maxLabels = 500;

const presentLabel = ({ counts, ...row }: queries.LabelRecord) => ({
  ...row,
  createdAt: row.createdAt.toISOString(),
  counts: {
    contact: counts.contact ?? 0,
    list: counts.list ?? 0,
    segment: counts.segment ?? 0,
    template: counts.template ?? 0,
    campaign: counts.campaign ?? 0,
    automation: counts.automation ?? 0,
    form: counts.form ?? 0,
  },
});

export async function listLabels(ctx: Context) {
  return { items: (await queries.listLabels(ctx.db, maxLabels)).map(presentLabel) };
}

/** Labels in use, for filters. */
export async function listLabelsInUse(ctx: Context) {
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

async function getLabel(ctx: Context, id: string) {
  const label = await queries.findLabel(ctx.db, id);
  if (label === undefined) throw notFound("label");
  return presentLabel(label);
}

export async function createLabel(ctx: Context, body: Static<typeof LabelInput>) {
  const { name, color } = pickProvided(LabelInput, body);
  return conflictOnTakenName(
    inTransaction(ctx, async (inner) => {
      await lockCompany(inner.db);
      if ((await queries.countLabels(inner.db)) >= maxLabels) throw conflict("limit");
      const at = inner.clock.now();
      const id = await queries.insertLabel(inner.db, { name, color: color?.toLowerCase() ?? labelColor(name), at });
      inner.db.created(id);
      return getLabel(inner, id);
    }),
  );
}

export async function updateLabel(ctx: Context, id: string, body: Static<typeof LabelChange>) {
  const change = pickProvided(LabelChange, body);
  if (change.color !== undefined) change.color = change.color.toLowerCase();
  if (!isEmpty(change)) await conflictOnTakenName(ctx.db.transaction((db) => queries.updateLabel(db, id, change)));
  return getLabel(ctx, id);
}

export async function deleteLabel(ctx: Context, id: string): Promise<void> {
  if (!(await ctx.db.transaction((db) => queries.deleteLabel(db, id)))) throw notFound("label");
}

export async function assignLabel(ctx: Context, labelId: string, body: Static<typeof LabelAssignment>) {
  const { kind, add = [], remove: takeOff = [] } = body;
  if (add.length + takeOff.length === 0) throw validation("add", { type: "array", min: 1 });
  rejectFirst("remove", takeOff, { rule: accepts.different, isWrong: (id) => add.includes(id) });
  return inTransaction(ctx, async ({ db }) => {
    await lockCompany(db);
    const [isLabel, objects] = await Promise.all([
      queries.lockLabel(db, labelId),
      queries.lockObjects(db, kind, [...add, ...takeOff]),
    ]);
    const found = new Set(objects);
    const unknown = { rule: existing(kind), isWrong: (id: string) => !found.has(id) };
    rejectFirst("add", add, unknown);
    rejectFirst("remove", takeOff, unknown);
    if (!isLabel) throw notFound("label");
    return {
      added: await queries.insertAssignments(db, { labelId, kind, ids: add }),
      removed: await queries.deleteAssignments(db, { labelId, kind, ids: takeOff }),
    };
  });
}

type Check = { readonly rule: RejectionRule; readonly isWrong: (id: string) => boolean };

function rejectFirst(field: string, ids: readonly string[], { rule, isWrong }: Check): void {
  const index = ids.findIndex(isWrong);
  if (index >= 0) throw validation(`${field}.${index}`, rule);
}
