import { insertPart, moveStep, partBelow, removeNode, withoutNodes } from "./changes.ts";
import { findNode, findTarget, type Graph, type Place } from "./graph.ts";
import { outputsOf, type Grammar } from "./grammar.ts";
import { chosenPart } from "./parts.ts";

/**
 * Moves chosen steps that follow each other to another output. A branching one takes what only it leads to. Undefined
 * where the grammar does not allow it, and for steps that do not follow each other.
 */
export function moveSteps(grammar: Grammar, graph: Graph, ids: readonly string[], place: Place): Graph | undefined {
  const [only, ...others] = ids;
  if (only !== undefined && others.length === 0) return moveStep(grammar, graph, only, place);
  const branching = ids.filter((id) => {
    const node = findNode(graph, id);
    return node !== undefined && outputsOf(grammar, node).length > 1;
  });
  const below = branching.flatMap((id) => partBelow(grammar, graph, id)?.nodes.map((node) => node.id) ?? []);
  const moved = new Set([...ids, ...below]);
  const part = chosenPart(grammar, graph, moved);
  if (part === undefined || part.nodes.length < moved.size || moved.has(place.from)) return undefined;
  if (findTarget(graph, place) === part.root) return undefined;
  const rest =
    branching.length > 0
      ? withoutNodes(graph, moved)
      : [...moved].reduce<Graph>((left, id) => removeNode(grammar, left, id) ?? left, graph);
  return insertPart(grammar, rest, place, part);
}
