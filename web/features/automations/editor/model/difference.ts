import { isRecord, type Graph, type GraphNode } from "./graph.ts";
import { ownedByServer } from "./webhook-secrets.ts";

/** What a step has otherwise than before: fields of its settings, and the steps that its outputs lead to. */
export type ChangedStep = {
  readonly before: GraphNode;
  readonly after: GraphNode;
  readonly fields: readonly string[];
  readonly isRewired: boolean;
};

export type Difference = {
  readonly added: readonly GraphNode[];
  readonly removed: readonly GraphNode[];
  readonly changed: readonly ChangedStep[];
};

/** What the second graph has otherwise than the first. A step keeps its key; one of another type is another step. */
export function findDifference(before: Graph, after: Graph): Difference {
  const earlier = new Map(before.nodes.map((node) => [node.id, node]));
  const later = new Map(after.nodes.map((node) => [node.id, node]));
  const isKept = (id: string): boolean =>
    earlier.get(id) !== undefined && earlier.get(id)?.type === later.get(id)?.type;
  const waysBefore = findWays(before, isKept);
  const waysAfter = findWays(after, isKept);
  return {
    added: after.nodes.filter(({ id }) => !isKept(id)),
    removed: before.nodes.filter(({ id }) => !isKept(id)),
    changed: after.nodes.flatMap((node): ChangedStep[] => {
      const old = earlier.get(node.id);
      if (old === undefined || !isKept(node.id)) return [];
      const fields = changedFields(old.config, node.config);
      const isRewired = waysBefore(node.id) !== waysAfter(node.id);
      return fields.length === 0 && !isRewired ? [] : [{ before: old, after: node, fields, isRewired }];
    }),
  };
}

/** The kept steps that each output leads to, past steps that only one of the graphs has: these are listed by themselves. */
function findWays({ edges }: Graph, isKept: (id: string) => boolean): (id: string) => string {
  const outgoing = new Map<string, Graph["edges"][number][]>();
  for (const edge of edges) outgoing.set(edge.from, [...(outgoing.get(edge.from) ?? []), edge]);
  const keptFrom = (start: string): string => {
    const reached = new Set([start]);
    const kept = new Set<string>();
    for (const id of reached) {
      if (isKept(id)) kept.add(id);
      else for (const { to } of outgoing.get(id) ?? []) reached.add(to);
    }
    return [...kept].toSorted().join(" ");
  };
  return (id) =>
    (outgoing.get(id) ?? [])
      .map(({ output, to }) => `${output}: ${keptFrom(to)}`)
      .filter((way) => !way.endsWith(": "))
      .toSorted()
      .join(", ");
}

function changedFields(before: GraphNode["config"], after: GraphNode["config"]): string[] {
  const names = new Set([...Object.keys(before), ...Object.keys(after)]);
  return [...names].filter((name) => toText(before[name]) !== toText(after[name]));
}

/** The value as text, the same for every order of properties. */
function toText(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(toText).join()}]`;
  if (!isRecord(value)) return JSON.stringify(value) ?? "";
  const properties = Object.keys(value).filter((name) => !ownedByServer.has(name) && value[name] !== undefined);
  return `{${properties
    .toSorted()
    .map((name) => `${JSON.stringify(name)}:${toText(value[name])}`)
    .join()}}`;
}
