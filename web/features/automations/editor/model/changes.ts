import type { NodeName } from "../../../../ui/names/automation-nodes.ts";
import {
  edgesInto,
  findNode,
  findTarget,
  reachedFrom,
  withTarget,
  type Config,
  type Graph,
  type GraphNode,
  type Part,
  type Place,
} from "./graph.ts";
import { isTrigger, mainOutput, maxNodes, outputsOf, rootsOf, type Grammar } from "./grammar.ts";

/**
 * Changes of a graph. Each is pure and answers undefined where the grammar does not allow it. Steps that nothing would
 * lead to any more go with the one that led to them.
 */
type Change = Graph | undefined;

/** Removes the nodes that were reached before and are not reached from these roots. */
function withoutLost(grammar: Grammar, before: Graph, after: Graph, roots: readonly string[]): Graph {
  const reachedBefore = reachedFrom(before, rootsOf(grammar, before));
  const reached = reachedFrom(after, roots);
  const isKept = (id: string) => !reachedBefore.has(id) || reached.has(id);
  return {
    nodes: after.nodes.filter(({ id }) => isKept(id)),
    edges: after.edges.filter(({ from, to }) => isKept(from) && isKept(to)),
  };
}

/** The open output at the end of a part: that of the main branch, else the first one. */
function tailOf(grammar: Grammar, part: Part): Place | undefined {
  const open = (node: GraphNode): Place[] =>
    outputsOf(grammar, node)
      .map((output) => ({ from: node.id, output }))
      .filter((place) => findTarget(part, place) === undefined);
  let node = findNode(part, part.root);
  while (node !== undefined) {
    const output = mainOutput(grammar, node);
    if (output === undefined) break;
    const place: Place = { from: node.id, output };
    const next = findTarget(part, place);
    if (next === undefined) return place;
    node = findNode(part, next);
  }
  return part.nodes.flatMap(open)[0];
}

/** Inserts the steps of a part, whose keys are new, at an output; what followed goes on behind the part. */
export function insertPart(grammar: Grammar, graph: Graph, place: Place, part: Part): Change {
  const from = findNode(graph, place.from);
  if (from === undefined || !outputsOf(grammar, from).includes(place.output)) return undefined;
  if (graph.nodes.length + part.nodes.length > maxNodes) return undefined;
  const next = findTarget(graph, place);
  const tail = tailOf(grammar, part);
  const joined: Graph = { nodes: [...graph.nodes, ...part.nodes], edges: [...graph.edges, ...part.edges] };
  const entered = withTarget(joined, place, part.root);
  if (next === undefined) return entered;
  if (tail !== undefined) return withTarget(entered, tail, next);
  const kept = withoutLost(grammar, graph, entered, rootsOf(grammar, graph));
  return kept.nodes.length === entered.nodes.length ? entered : undefined;
}

export const stepPart = (id: string, type: NodeName, config: Config): Part => ({
  root: id,
  nodes: [{ id, type, config }],
  edges: [],
});

/** A trigger leads to the same step as the others. */
export function addTrigger(graph: Graph, grammar: Grammar, trigger: GraphNode): Change {
  if (graph.nodes.length >= maxNodes) return undefined;
  const [first] = rootsOf(grammar, graph).flatMap((id) => {
    const node = findNode(graph, id);
    if (node === undefined) return [];
    if (!isTrigger(grammar, node)) return [id];
    return outputsOf(grammar, node).flatMap((output) => findTarget(graph, { from: id, output }) ?? []);
  });
  const output = mainOutput(grammar, trigger);
  const added = { ...graph, nodes: [trigger, ...graph.nodes] };
  return first === undefined || output === undefined ? added : withTarget(added, { from: trigger.id, output }, first);
}

/** Removes a node. What leads to it goes on with the branch that is kept; the other branches are removed with it. */
export function removeNode(grammar: Grammar, graph: Graph, id: string, keep?: string): Change {
  const node = findNode(graph, id);
  if (node === undefined) return undefined;
  const output = keep ?? mainOutput(grammar, node);
  const next = output === undefined ? undefined : findTarget(graph, { from: id, output });
  const rewired = edgesInto(graph, id).reduce<Graph>((changed, edge) => withTarget(changed, edge, next), graph);
  const after = {
    nodes: rewired.nodes.filter((one) => one.id !== id),
    edges: rewired.edges.filter(({ from }) => from !== id),
  };
  const roots = rootsOf(grammar, graph);
  const others = roots.filter((root) => root !== id);
  const isLastRoot = others.length === 0 || !isTrigger(grammar, node);
  const successor = roots.includes(id) && isLastRoot && next !== undefined ? [next] : [];
  return withoutLost(grammar, graph, after, [...others, ...successor]);
}

/** Removes a node with everything that only it leads to. */
export function removeBranch(grammar: Grammar, graph: Graph, id: string): Change {
  const part = partBelow(grammar, graph, id);
  return part === undefined ? undefined : withoutNodes(graph, new Set(part.nodes.map((node) => node.id)));
}

export const withoutNodes = ({ nodes, edges }: Graph, ids: ReadonlySet<string>): Graph => ({
  nodes: nodes.filter(({ id }) => !ids.has(id)),
  edges: edges.filter(({ from, to }) => !ids.has(from) && !ids.has(to)),
});

/** A step with everything that only it leads to. */
export function partBelow(grammar: Grammar, graph: Graph, id: string): Part | undefined {
  const node = findNode(graph, id);
  if (node === undefined || isTrigger(grammar, node)) return undefined;
  const roots = rootsOf(grammar, graph);
  const without = withoutNodes(graph, new Set([id]));
  const reached = reachedFrom(
    without,
    roots.filter((root) => root !== id),
  );
  const below = reachedFrom(graph, [id]);
  return partOf(graph, id, (other) => other === id || (below.has(other) && !reached.has(other)));
}

const partOf = (graph: Graph, root: string, isIn: (id: string) => boolean): Part => ({
  root,
  nodes: graph.nodes.filter((node) => isIn(node.id)),
  edges: graph.edges.filter(({ from, to }) => isIn(from) && isIn(to) && to !== root),
});

/** What moves with a step: a branching one takes what only it leads to. */
const movedPart = (grammar: Grammar, graph: Graph, node: GraphNode): Part | undefined =>
  outputsOf(grammar, node).length > 1
    ? partBelow(grammar, graph, node.id)
    : partOf(graph, node.id, (id) => id === node.id);

/** Moves a step to another output. */
export function moveStep(grammar: Grammar, graph: Graph, id: string, place: Place): Change {
  const node = findNode(graph, id);
  if (node === undefined || isTrigger(grammar, node)) return undefined;
  const part = movedPart(grammar, graph, node);
  if (part === undefined || part.nodes.some((one) => one.id === place.from)) return undefined;
  if (findTarget(graph, place) === id) return undefined;
  const isSingle = part.nodes.length === 1 && outputsOf(grammar, node).length <= 1;
  const rest = isSingle
    ? removeNode(grammar, graph, id)
    : withoutNodes(graph, new Set(part.nodes.map((one) => one.id)));
  return rest === undefined ? undefined : insertPart(grammar, rest, place, part);
}

/** Moves a step above the one that leads to it. */
export function moveUp(grammar: Grammar, graph: Graph, id: string): Change {
  const node = findNode(graph, id);
  const [edge, ...others] = edgesInto(graph, id);
  if (node === undefined || edge === undefined || others.length > 0) return undefined;
  const [output, ...more] = outputsOf(grammar, node);
  const before = findNode(graph, edge.from);
  if (output === undefined || more.length > 0 || before === undefined || isTrigger(grammar, before)) return undefined;
  const next = findTarget(graph, { from: id, output });
  const entered = edgesInto(graph, before.id).reduce<Graph>((changed, into) => withTarget(changed, into, id), graph);
  return withTarget(withTarget(entered, { from: id, output }, before.id), edge, next);
}

/** Moves a step below the one that it leads to, into its main branch. */
export function moveDown(grammar: Grammar, graph: Graph, id: string): Change {
  const node = findNode(graph, id);
  if (node === undefined || isTrigger(grammar, node)) return undefined;
  const [output, ...more] = outputsOf(grammar, node);
  if (output === undefined || more.length > 0) return undefined;
  const next = findTarget(graph, { from: id, output });
  const below = next === undefined ? undefined : findNode(graph, next);
  if (below === undefined || edgesInto(graph, below.id).length > 1) return undefined;
  const main = mainOutput(grammar, below);
  if (main === undefined) return undefined;
  const place = { from: below.id, output: main };
  const entered = edgesInto(graph, id).reduce<Graph>((changed, into) => withTarget(changed, into, below.id), graph);
  return withTarget(withTarget(entered, { from: id, output }, findTarget(graph, place)), place, id);
}

/** Lets an open output go on with a step that exists. */
export function joinStep(grammar: Grammar, graph: Graph, place: Place, to: string): Change {
  const target = findNode(graph, to);
  if (target === undefined || isTrigger(grammar, target) || findTarget(graph, place) !== undefined) return undefined;
  if (reachedFrom(graph, [to]).has(place.from)) return undefined;
  return withTarget(graph, place, to);
}

/** Other settings of a node. Steps behind an output that is gone go with it; a renamed output keeps its steps. */
export function configureNode(grammar: Grammar, graph: Graph, id: string, config: Config): Change {
  const node = findNode(graph, id);
  if (node === undefined) return undefined;
  const changed = { ...node, config };
  const before = outputsOf(grammar, node);
  const after = outputsOf(grammar, changed);
  if (new Set(after).size < after.length) return undefined;
  const nodes = graph.nodes.map((one) => (one.id === id ? changed : one));
  if (before.join() === after.join()) return { ...graph, nodes };
  const isRenamed = before.length === after.length;
  const edges = graph.edges.flatMap((edge) => {
    if (edge.from !== id) return [edge];
    const output = isRenamed ? after[before.indexOf(edge.output)] : edge.output;
    return output === undefined || !after.includes(output) ? [] : [{ ...edge, output }];
  });
  return withoutLost(grammar, graph, { nodes, edges }, rootsOf(grammar, graph));
}
