import { useMessages } from "../../../i18n/messages.tsx";
import { useToasts } from "../../../ui/state/toasts.tsx";
import { useAutomationEditor } from "./editor-context.ts";
import { insertPart, moveDown, moveUp, partBelow, removeBranch, removeNode } from "./model/changes.ts";
import { findNode, type Graph, type GraphNode } from "./model/graph.ts";
import { mainOutput, outputsOf } from "./model/grammar.ts";
import { newNodeKey } from "./model/new-nodes.ts";
import { copySteps, readPart, storePart, withNewKeys } from "./model/parts.ts";
import { editorMessages } from "./messages.ts";

/** What can be done with chosen nodes; an act that the grammar does not allow is undefined. */
export const useNodeActions = (ids: readonly string[]) => useActionsOf()(ids);

/** The actions of nodes that are known when a key is pressed. */
export function useActionsOf() {
  const t = useMessages(editorMessages);
  const toast = useToasts();
  const { graph, grammar, change, canEdit, select, openNode, offerUndo } = useAutomationEditor();
  const remove = (next: Graph | undefined) => {
    if (next === undefined) return;
    change(next);
    select([]);
    const count = graph.nodes.length - next.nodes.length;
    if (count > 1) offerUndo(next, t.removed(count));
  };
  const makeCopy = (chosen: ReadonlySet<string>) => {
    const part = copySteps(grammar, graph, chosen);
    if (part === undefined) return undefined;
    return () => {
      storePart(part);
      toast.done(t.copied(part.nodes.length));
    };
  };
  const applied = (next: Graph | undefined) => (next === undefined ? undefined : () => change(next));
  /** Behind the main output of the step, as its "+" does. */
  const pasteBehind = (node: GraphNode) => {
    const copied = readPart();
    const output = mainOutput(grammar, node);
    if (copied === undefined || output === undefined) return undefined;
    const part = withNewKeys(copied, newNodeKey);
    const next = insertPart(grammar, graph, { from: node.id, output }, part);
    if (next === undefined) return undefined;
    return () => {
      change(next);
      openNode(part.root);
    };
  };
  return (ids: readonly string[]) => {
    const [id, ...others] = ids;
    const node = id === undefined || others.length > 0 ? undefined : findNode(graph, id);
    const removeAll = () => remove(ids.reduce<Graph>((rest, one) => removeNode(grammar, rest, one) ?? rest, graph));
    const below = node === undefined ? undefined : partBelow(grammar, graph, node.id);
    const copy = makeCopy(new Set(ids));
    return {
      copy,
      hasBelow: below !== undefined && below.nodes.length > 1,
      copyBranch:
        below === undefined || below.nodes.length < 2 ? undefined : makeCopy(new Set(below.nodes.map((one) => one.id))),
      cut:
        !canEdit || copy === undefined
          ? undefined
          : () => {
              copy();
              removeAll();
            },
      paste: canEdit && node !== undefined ? () => pasteBehind(node)?.() : undefined,
      up: canEdit && node !== undefined ? applied(moveUp(grammar, graph, node.id)) : undefined,
      down: canEdit && node !== undefined ? applied(moveDown(grammar, graph, node.id)) : undefined,
      /** The branches of which one can be kept when the step is removed. */
      branches: node === undefined ? [] : outputsOf(grammar, node),
      remove: canEdit && ids.length > 0 ? removeAll : undefined,
      removeKeeping: (branch: string) => node !== undefined && remove(removeNode(grammar, graph, node.id, branch)),
      removeBranch:
        canEdit && node !== undefined && below !== undefined && below.nodes.length > 1
          ? () => remove(removeBranch(grammar, graph, node.id))
          : undefined,
    };
  };
}
