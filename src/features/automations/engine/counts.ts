import type { Context } from "../../../context.ts";
import { listCounts } from "../counts.queries.ts";
import { toCounts } from "../editor.ts";
import { getAutomationRecord, getStoredGraph } from "../service.ts";

export async function getCounts(ctx: Context, id: string) {
  const automation = await getAutomationRecord(ctx, id);
  const [{ nodes }, counts] = await Promise.all([getStoredGraph(ctx, automation), listCounts(ctx.db, id)]);
  const keys = nodes.map((node) => node.id);
  return toCounts(counts, automation.version, keys);
}
