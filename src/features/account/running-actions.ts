import type { Context } from "../../context.ts";
import { listRunningActions } from "../../jobs/queries.ts";
import { iso } from "../../kernel/local-time.ts";

export async function listUnfinishedActions({ db }: Context) {
  const actions = await listRunningActions(db);
  return {
    items: actions.map(({ id, type, state, progress, params, createdAt, startedAt }) => ({
      id,
      type,
      state,
      progress,
      createdAt: createdAt.toISOString(),
      startedAt: iso(startedAt),
      params,
    })),
  };
}
