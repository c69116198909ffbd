import { useMessages } from "../../../i18n/messages.tsx";
import { useToasts } from "../../../ui/state/toasts.tsx";
import { useAutomationEditor } from "./editor-context.ts";
import { moveDown, moveUp, partBelow, removeBranch, removeNode } from "./model/changes.ts";
import { findNode, type Graph } from "./model/graph.ts";
import { outputsOf } from "./model/grammar.ts";
import { copySteps, storePart } from "./model/parts.ts";
import { editorMessages } from "./messages.ts";

/** What can be done with chosen nodes; an act that the grammar does not allow is undefined. */
export function useNodeActions(ids: readonly string[]) {
  const t = useMessages(editorMessages);
  const toast = useToasts();
  const { graph, grammar, change, canEdit, select, offerUndo } = useAutomationEditor();
  const [id, ...others] = ids;
  const node = id === undefined || others.length > 0 ? undefined : findNode(graph, id);

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
  const removeAll = () => remove(ids.reduce<Graph>((rest, one) => removeNode(grammar, rest, one) ?? rest, graph));
  const applied = (next: Graph | undefined) => (next === undefined ? undefined : () => change(next));
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
}
