import type { Context } from "../../../context.ts";
import { notFound, validation } from "../../../kernel/errors.ts";
import { findImportFile } from "../files/queries.ts";
import { isShop } from "../known.ts";
import type { DraftInput } from "../shapes.ts";
import * as queries from "./queries.ts";

const present = (row: queries.DraftRecord) => ({
  ...row,
  createdAt: row.createdAt.toISOString(),
  updatedAt: row.updatedAt.toISOString(),
});

export async function create(ctx: Context, body: DraftInput) {
  return present(await queries.insertDraft(ctx.db, await writeOf(ctx, body)));
}

export async function get(ctx: Context, id: string) {
  const draft = await queries.findDraft(ctx.db, id);
  if (draft === undefined) throw notFound("draft");
  return present(draft);
}

/** The whole draft is replaced. */
export async function replace(ctx: Context, id: string, body: DraftInput) {
  const draft = await queries.updateDraft(ctx.db, id, await writeOf(ctx, body));
  if (draft === undefined) throw notFound("draft");
  return present(draft);
}

async function writeOf({ db, clock }: Context, body: DraftInput): Promise<queries.DraftWrite> {
  const { name = "", source = "", step = 1, state = {}, fileId = null, shopId = null } = body;
  if (shopId !== null && !(await isShop(db, shopId))) throw validation("shopId");
  if (fileId !== null && (await findImportFile(db, fileId)) === undefined) throw validation("fileId");
  return { name, source, step, state: JSON.stringify(state), fileId, shopId, updatedAt: clock.now() };
}
