import type { Context } from "../../../context.ts";
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
  return present(await queries.insertDraft(ctx.db, await validatedDraft(ctx, body)));
}

export async function getImportDraft(ctx: Context, id: string) {
  const draft = await queries.findDraft(ctx.db, id);
  if (draft === undefined) throw notFound("draft");
  return present(draft);
}

/** Replaces the whole draft. */
export async function replaceImportDraft(ctx: Context, id: string, body: ImportDraftInput) {
  const draft = await queries.updateDraft(ctx.db, id, await validatedDraft(ctx, body));
  if (draft === undefined) throw notFound("draft");
  return present(draft);
}

async function validatedDraft({ db, clock }: Context, body: ImportDraftInput): Promise<queries.DraftWrite> {
  const { name = "", source = "", step = 1, state = {}, fileId = null, shopId = null } = body;
  if (shopId !== null && !(await shopExists(db, shopId))) throw validation("shopId");
  if (fileId !== null && (await findImportFile(db, fileId)) === undefined) throw validation("fileId");
  return { name, source, step, state: JSON.stringify(state), fileId, shopId, updatedAt: clock.now() };
}
