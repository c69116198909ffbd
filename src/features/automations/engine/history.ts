import type { Context } from "../../../context.ts";
import { iso } from "../../../kernel/local-time.ts";
import { pageOf, type Paging } from "../../../kernel/schema.ts";
import { getAutomationRecord } from "../service.ts";
import { getNode } from "./get-node.ts";
import * as queries from "./history.queries.ts";

export async function listRuns(ctx: Context, id: string, query: queries.RunFilters & Paging) {
  await getAutomationRecord(ctx, id);
  const { page, pageSize, offset } = pageOf(query);
  const { total, rows } = await queries.listRuns(ctx.db, id, { ...query, limit: pageSize, offset });
  const passes = await queries.listPassesOfRuns(
    ctx.db,
    rows.map((run) => run.id),
  );
  const items = rows.map((run) => ({
    ...run,
    dueAt: iso(run.dueAt),
    enteredAt: run.enteredAt.toISOString(),
    finishedAt: iso(run.finishedAt),
    passes: passes
      .filter(({ runId }) => runId === run.id)
      .map(({ node, at, output, result, reason }) => ({ node, at: at.toISOString(), output, result, reason })),
  }));
  return { items, total, page, pageSize };
}

export async function listPasses(ctx: Context, id: string, { key, query }: { key: string; query: Paging }) {
  await getNode(ctx, id, key);
  const { page, pageSize, offset } = pageOf(query);
  const { total, rows } = await queries.listPassesOfNode(ctx.db, {
    automationId: id,
    node: key,
    limit: pageSize,
    offset,
  });
  return { items: rows.map((pass) => ({ ...pass, at: pass.at.toISOString() })), total, page, pageSize };
}
