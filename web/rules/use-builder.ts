import { useState } from "react";
import type { RuleType } from "../../src/features/segments/grammar.ts";
import { newRules } from "./parts.ts";
import type { Sources } from "./sentences.ts";
import {
  changedGroup,
  toGroup,
  isGroup,
  replaced,
  toRule,
  rulesOf,
  maxRules,
  type GroupNode,
  type Rejection,
  type RuleValues,
} from "./tree.ts";

export type Builder = {
  readonly tree: GroupNode;
  readonly shopId: string;
  readonly sources: Sources;
  /** The node that the server refused at the last attempt to save. */
  readonly rejection: Rejection | undefined;
  /** The rule that was just added: it gets the focus. */
  readonly newKey: string | undefined;
  readonly canAdd: boolean;
  readonly changeRule: (key: string, values: RuleValues) => void;
  readonly changeMatch: (key: string, match: GroupNode["match"]) => void;
  readonly addRule: (groupKey: string, type: RuleType) => void;
  readonly addGroup: (groupKey: string) => void;
  readonly remove: (key: string) => void;
  readonly replaceTree: (tree: GroupNode) => void;
  readonly reject: (rejection: Rejection | undefined) => void;
};

type Place = {
  readonly shopId: string;
  readonly sources: Sources;
  readonly onChange?: (tree: GroupNode) => void;
};

/** The definition that is being edited. A rejection is gone with the next change. */
export function useBuilder(initial: GroupNode, { shopId, sources, onChange }: Place): Builder {
  const [tree, setTree] = useState(initial);
  const [rejection, setRejection] = useState<Rejection>();
  const [newKey, setNewKey] = useState<string>();
  const change = (next: GroupNode) => {
    setTree(next);
    setRejection(undefined);
    onChange?.(next);
  };
  const currency = sources.shops.find(({ value }) => value === shopId)?.currencies[0] ?? "";
  const add = (groupKey: string, node: GroupNode["nodes"][number]) =>
    change(changedGroup(tree, groupKey, (group) => ({ ...group, nodes: [...group.nodes, node] })));
  return {
    tree,
    shopId,
    sources,
    rejection,
    newKey,
    canAdd: rulesOf(tree).length < maxRules,
    changeRule: (key, values) => change(replaced(tree, key, (node) => (isGroup(node) ? node : { ...node, values }))),
    changeMatch: (key, match) => change(changedGroup(tree, key, (group) => ({ ...group, match }))),
    addRule: (groupKey, type) => {
      const rule = toRule(newRules[type]({ shopId, currency }));
      setNewKey(rule.key);
      add(groupKey, rule);
    },
    addGroup: (groupKey) => add(groupKey, toGroup([], "any")),
    remove: (key) => change(replaced(tree, key, () => undefined)),
    replaceTree: change,
    reject: setRejection,
  };
}
