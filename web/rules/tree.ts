import type { RuleType } from "../../src/features/segments/grammar.ts";

/** A rule as the API has it: all values are texts. */
export type RuleValues = Readonly<Record<string, string>> & { readonly type: RuleType };

/** Nodes have keys of their own: a rule keeps its inputs when others before it are removed. */
export type RuleNode = { readonly key: string; readonly values: RuleValues };
export type GroupNode = { readonly key: string; readonly match: "all" | "any"; readonly nodes: readonly TreeNode[] };
export type TreeNode = RuleNode | GroupNode;

export const isGroup = (node: TreeNode): node is GroupNode => "nodes" in node;

let lastKey = 0;
const newKey = (): string => `n${++lastKey}`;

export const toRule = (values: RuleValues): RuleNode => ({ key: newKey(), values });
export const toGroup = (nodes: readonly TreeNode[] = [], match: GroupNode["match"] = "all"): GroupNode => ({
  key: newKey(),
  match,
  nodes,
});

export const maxLevels = 8;
export const maxRules = 50;

type Definition = { readonly type: "group"; readonly match: GroupNode["match"]; readonly rules: readonly unknown[] };

const isObject = (input: unknown): input is Readonly<Record<string, unknown>> =>
  typeof input === "object" && input !== null;

const textsOf = (rule: object): Record<string, string> =>
  Object.fromEntries(Object.entries(rule).map(([name, value]) => [name, String(value)]));

const isRule = (values: Readonly<Record<string, string>>): values is RuleValues => "type" in values;

/** The tree of a definition that the server has checked. */
export function parseTree(definition: unknown): GroupNode {
  if (!isObject(definition) || !Array.isArray(definition["rules"])) return toGroup();
  const nodes = definition["rules"].flatMap((rule: unknown): TreeNode[] => {
    if (!isObject(rule)) return [];
    if (rule["type"] === "group") return [parseTree(rule)];
    const values = textsOf(rule);
    return isRule(values) ? [toRule(values)] : [];
  });
  return toGroup(nodes, definition["match"] === "any" ? "any" : "all");
}

/** The definition of a group. */
export const toDefinition = ({ match, nodes }: GroupNode): Definition => ({
  type: "group",
  match,
  rules: nodes.map((node) => (isGroup(node) ? toDefinition(node) : node.values)),
});

/** Without the nodes that `isKept` refuses, and without groups that become empty. */
export function pruned(group: GroupNode, isKept: (rule: RuleNode) => boolean): GroupNode {
  const nodes = group.nodes.flatMap((node): TreeNode[] => {
    if (!isGroup(node)) return isKept(node) ? [node] : [];
    const inner = pruned(node, isKept);
    return inner.nodes.length === 0 ? [] : [inner];
  });
  return { ...group, nodes };
}

/** Replaces the node with the key; undefined removes it. */
export function replaced(group: GroupNode, key: string, change: (node: TreeNode) => TreeNode | undefined): GroupNode {
  const nodes = group.nodes.flatMap((node): TreeNode[] => {
    if (node.key === key) {
      const next = change(node);
      return next === undefined ? [] : [next];
    }
    return [isGroup(node) ? replaced(node, key, change) : node];
  });
  return { ...group, nodes };
}

/** Changes the group with the key, which may be the root. */
export function changedGroup(root: GroupNode, key: string, change: (group: GroupNode) => GroupNode): GroupNode {
  if (root.key === key) return change(root);
  return replaced(root, key, (node) => (isGroup(node) ? change(node) : node));
}

export const rulesOf = (group: GroupNode): RuleNode[] =>
  group.nodes.flatMap((node) => (isGroup(node) ? rulesOf(node) : [node]));

export const isSame = (one: GroupNode, other: GroupNode): boolean =>
  JSON.stringify(toDefinition(one)) === JSON.stringify(toDefinition(other));

export type Rejection = { readonly key: string; readonly property: string };

/**
 * The node and the property that the server refused: `definition.1.0.listId` is the property `listId` of the first node
 * in the second one.
 */
export function findRejection(root: GroupNode, word: string): Rejection | undefined {
  const [first, ...steps] = word.split(".");
  if (first !== "definition") return undefined;
  let node: TreeNode = root;
  const names: string[] = [];
  for (const step of steps) {
    const next: TreeNode | undefined = isGroup(node) && /^\d+$/.test(step) ? node.nodes[Number(step)] : undefined;
    if (next === undefined) names.push(step);
    else node = next;
  }
  return { key: node.key, property: names.join(".") };
}
