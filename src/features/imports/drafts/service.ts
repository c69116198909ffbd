import type { Context } from "../../../context.ts";
import { existing } from "../../../kernel/accepts.ts";
import { notFound, validation } from "../../../kernel/errors.ts";
import { findImportFile } from "../files/queries.ts";
import { shopExists } from "../references.queries.ts";
import type { ImportDraftInput } from "../shapes.ts";
import * as queries from "./queries.ts";

const present = (row: queries.DraftRecord) => ({
  ...row,
  createdAt: row.createdAt.toISOString(),
  updatedAt: row.updatedAt.toISOString(),
});

export async function createImportDraft(ctx: Context, body: ImportDraftInput) {
  const draft = await validatedDraft(ctx, body);
  return ctx.db.transaction(async (db) => {
    const inserted = await queries.insertDraft(db, draft);
    db.created(inserted.id);
    return present(inserted);
  });
}

export async function getImportDraft(ctx: Context, id: string) {
  const draft = await queries.findDraft(ctx.db, id);
  if (draft === undefined) throw notFound("draft");
  return present(draft);
}

/** Replaces the whole draft. */
export async function replaceImportDraft(ctx: Context, id: string, body: ImportDraftInput) {
  const change = await validatedDraft(ctx, body);
  const draft = await ctx.db.transaction((db) => queries.updateDraft(db, id, change));
  if (draft === undefined) throw notFound("draft");
  return present(draft);
}

async function validatedDraft({ db, clock }: Context, body: ImportDraftInput): Promise<queries.DraftWrite> {
  const { name = "", source = "", step = 1, state = {}, fileId = null, shopId = null } = body;
  if (shopId !== null && !(await shopExists(db, shopId))) throw validation("shopId", existing("shop"));
  if (fileId !== null && (await findImportFile(db, fileId)) === undefined) throw validation("fileId", existing("file"));
  return { name, source, step, state: JSON.stringify(state), fileId, shopId, updatedAt: clock.now() };
}
