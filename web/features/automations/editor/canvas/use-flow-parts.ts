import { useMemo } from "react";
import { useAutomationEditor } from "../editor-context.ts";
import { foldGraph, layoutGraph } from "../model/layout.ts";
import { isTrigger, outputsOf } from "../model/grammar.ts";
import type { GraphNode } from "../model/graph.ts";
import { figuresOf, nodeHeight } from "../model/node-figures.ts";
import { useOutputName } from "../use-output-name.ts";
import { useLatest } from "../../../../ui/state/use-latest.ts";

/** What the canvas draws. It is computed again when the graph, its figures or what is collapsed changes. */
export function useFlowParts() {
  const { graph: whole, grammar, collapsed, counts, report, trial, canEdit } = useAutomationEditor();
  const outputName = useLatest(useOutputName());
  return useMemo(() => {
    const { graph, hidden } = foldGraph(whole, collapsed);
    const figures = new Map(graph.nodes.map((node) => [node.id, figuresOf({ counts, report, trial }, node)]));
    const layout = layoutGraph(graph, {
      outputsOf: (node) => outputsOf(grammar, node),
      heightOf: (node) => {
        const found = figures.get(node.id);
        return found === undefined ? 0 : nodeHeight(found);
      },
      collapsed,
    });
    return {
      graph,
      hidden,
      figures,
      layout,
      canDrag: (node: GraphNode) => canEdit && !isTrigger(grammar, node),
      labelOf: (node: GraphNode, output: string) => outputName.current(node, output),
    };
  }, [whole, grammar, collapsed, counts, report, trial, canEdit, outputName]);
}
