import type { Context } from "../../../context.ts";
import { accepts } from "../../../kernel/accepts.ts";
import { requireFound, validation } from "../../../kernel/errors.ts";
import { findStep } from "../grammar.ts";
import type { GraphNode } from "../graph/graph.ts";
import { getAutomationRecord, getStoredGraph } from "../service.ts";

/** A node of the newest graph. */
export async function getNode(ctx: Context, automationId: string, key: string): Promise<GraphNode> {
  const { nodes } = await getStoredGraph(ctx, await getAutomationRecord(ctx, automationId));
  return requireFound(
    nodes.find(({ id }) => id === key),
    "node",
  );
}

/** A node where contacts can wait. */
export async function getWaitingNode(ctx: Context, automationId: string, key: string): Promise<GraphNode> {
  const node = await getNode(ctx, automationId, key);
  if (findStep(node.type)?.canWait !== true) throw validation("node", accepts.waitingNode);
  return node;
}
