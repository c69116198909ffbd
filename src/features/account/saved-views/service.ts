import { inTransaction, type Context } from "../../../context.ts";
import { memberIdOf } from "../../../kernel/actor.ts";
import { conflict, notFound } from "../../../kernel/errors.ts";
import { lockCompany } from "../../members/queries.ts";
import type { SavedViewChange, SavedViewInput } from "./contract.ts";
import * as queries from "./queries.ts";

/** Views of one member. */
export const maxViews = 100;

const present = ({ isShared, ...view }: queries.SavedViewRecord, memberId: string | null) => ({
  ...view,
  shared: isShared,
  mine: view.memberId === memberId,
  createdAt: view.createdAt.toISOString(),
  updatedAt: view.updatedAt.toISOString(),
});

export async function listSavedViews({ db, actor }: Context, { grid }: { grid?: string }) {
  const memberId = memberIdOf(actor);
  const views = await queries.listSavedViews(db, { grid, memberId });
  return { items: views.map((view) => present(view, memberId)) };
}

async function getOwnView({ db, actor }: Context, id: string) {
  const memberId = memberIdOf(actor);
  const view = await queries.findOwnView(db, { id, memberId });
  if (view === undefined) throw notFound("view");
  return present(view, memberId);
}

export async function createSavedView(ctx: Context, { grid, name, settings, shared = false }: SavedViewInput) {
  const memberId = memberIdOf(ctx.actor);
  return inTransaction(ctx, async (inner) => {
    await lockCompany(inner.db);
    if ((await queries.countSavedViews(inner.db, memberId)) >= maxViews) throw conflict("limit");
    const at = inner.clock.now();
    const id = await queries.insertSavedView(inner.db, {
      memberId,
      isShared: shared,
      grid,
      name: name.trim(),
      settings: JSON.stringify(settings),
      createdAt: at,
      updatedAt: at,
    });
    inner.db.created(id);
    return getOwnView(inner, id);
  });
}

export async function updateSavedView(ctx: Context, id: string, { name, settings, shared }: SavedViewChange) {
  const memberId = memberIdOf(ctx.actor);
  return inTransaction(ctx, async (inner) => {
    await queries.updateOwnView(
      inner.db,
      { id, memberId },
      {
        ...(name === undefined ? {} : { name: name.trim() }),
        ...(settings === undefined ? {} : { settings: JSON.stringify(settings) }),
        ...(shared === undefined ? {} : { isShared: shared }),
        updatedAt: inner.clock.now(),
      },
    );
    return getOwnView(inner, id);
  });
}

export async function deleteSavedView({ db, actor }: Context, id: string): Promise<void> {
  const memberId = memberIdOf(actor);
  if (!(await db.transaction((inner) => queries.deleteOwnView(inner, { id, memberId })))) throw notFound("view");
}
