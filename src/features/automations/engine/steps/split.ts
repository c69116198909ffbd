import { sha256 } from "../../../../kernel/crypto.ts";
import { asList } from "../../graph/config-field.ts";
import type { GraphNode } from "../../graph/graph.ts";
import { isObject } from "../../graph/json.ts";
import { passed, type Executor } from "../executor.ts";

type Share = { readonly output: string; readonly percent: number };

const readBranches = ({ config }: GraphNode): Share[] =>
  asList(config["shares"]).flatMap((share) =>
    isObject(share) ? [{ output: String(share["output"]), percent: Number(share["percent"]) }] : [],
  );

/** The same run always gets the same output of a node, also when a claim is repeated. */
function chooseBranch(runId: string, node: GraphNode): string {
  let left = sha256(`${runId} ${node.id}`).readUInt32BE(0) % 100;
  for (const { output, percent } of readBranches(node)) {
    if (left < percent) return output;
    left -= percent;
  }
  throw new Error(`the shares of node ${node.id} do not add up to 100`);
}

export const split: Executor = async (_ctx, { node, runs }) =>
  runs.map(({ runId }) => passed(chooseBranch(runId, node)));
