import type { Context } from "../../../context.ts";
import { iso } from "../../../kernel/local-time.ts";
import { toPage, type Paging } from "../../../kernel/schema.ts";
import { withEmailOutcomes } from "../messages/outcomes.ts";
import { getAutomationRecord } from "../service.ts";
import { getNode } from "./get-node.ts";
import * as queries from "./history.queries.ts";

export async function listRuns(ctx: Context, id: string, query: queries.RunFilters & Paging) {
  await getAutomationRecord(ctx, id);
  const { page, pageSize, offset } = toPage(query);
  const { total, rows } = await queries.listRuns(ctx.db, id, { ...query, limit: pageSize, offset });
  const runIds = rows.map((run) => run.id);
  const passes = await withEmailOutcomes(ctx.db, await queries.listPassesOfRuns(ctx.db, runIds));
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
  const { page, pageSize, offset } = toPage(query);
  const { total, rows } = await queries.listPassesOfNode(ctx.db, {
    automationId: id,
    node: key,
    limit: pageSize,
    offset,
  });
  const passes = await withEmailOutcomes(
    ctx.db,
    rows.map((pass) => ({ ...pass, node: key })),
  );
  const items = passes.map(({ node: _node, ...pass }) => ({ ...pass, at: pass.at.toISOString() }));
  return { items, total, page, pageSize };
}
