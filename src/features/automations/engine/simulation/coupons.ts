import type { Context } from "../../../../context.ts";
import { groupBy } from "../../../../kernel/group.ts";
import { listContactsWithCode } from "../../../coupons/assignment.queries.ts";
import { findStack } from "../../../coupons/queries.ts";
import type { CompiledGraph } from "../compiled-graph.ts";
import type { Pass } from "../move-runs.ts";
import { emptyStack, stackIdOf } from "../steps/coupons.ts";

export const isCouponPass = (graph: CompiledGraph, { node }: Pass): boolean =>
  graph.find(node)?.type === "assign_coupon";

/**
 * The passes of coupon steps as they end: the engine gives the codes of a stack to those who come first, of the same moment
 * by the order of nodes and contacts. A contact keeps the code that it has.
 */
export async function settleCoupons(ctx: Context, graph: CompiledGraph, passes: readonly Pass[]): Promise<Pass[]> {
  const settled: Pass[][] = [];
  const byStack = groupBy(passes, ({ node }) => getStack(graph, node));
  for (const [stackId, own] of byStack) settled.push(await settleStack(ctx, { graph, stackId, passes: own }));
  return settled.flat();
}

function getStack(graph: CompiledGraph, key: string): string {
  const node = graph.find(key);
  if (node === undefined) throw new Error(`no node ${key}`);
  return stackIdOf(node);
}

type StackPasses = { readonly graph: CompiledGraph; readonly stackId: string; readonly passes: readonly Pass[] };

async function settleStack({ db }: Context, { graph, stackId, passes }: StackPasses): Promise<Pass[]> {
  const contactIds = [...new Set(passes.map(({ run }) => run.contactId))];
  const owners = new Set(await listContactsWithCode(db, stackId, contactIds));
  let free = (await findStack(db, stackId))?.counts.free ?? 0;
  const positions = new Map(graph.nodes.map(({ id }, index) => [id, index]));
  const positionOf = ({ node }: Pass) => positions.get(node) ?? 0;
  const ordered = passes.toSorted(
    (left, right) =>
      left.at.getTime() - right.at.getTime() ||
      positionOf(left) - positionOf(right) ||
      Number(left.run.contactId) - Number(right.run.contactId),
  );
  return ordered.map((pass) => {
    const { contactId } = pass.run;
    if (!owners.has(contactId)) {
      if (free === 0) return { ...pass, result: emptyStack.result, reason: emptyStack.reason ?? null };
      free -= 1;
      owners.add(contactId);
    }
    return pass;
  });
}
