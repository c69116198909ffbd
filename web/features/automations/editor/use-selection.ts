import { useState } from "react";
import type { PanelTab } from "./editor-context.ts";
import type { Graph } from "./model/graph.ts";

/** Chosen nodes, at first the one that the address names, and the field of the settings that an issue leads to. Nodes that are gone are not chosen. */
export function useSelection(graph: Graph, first: string | undefined) {
  const [chosen, setChosen] = useState<{ ids: ReadonlySet<string>; field: string | undefined }>({
    ids: new Set(first === undefined ? [] : [first]),
    field: undefined,
  });
  const [panelTab, showTab] = useState<PanelTab>("settings");
  const isThere = new Set(graph.nodes.map(({ id }) => id));
  const ids = [...chosen.ids].filter((id) => isThere.has(id));
  const [only, ...others] = ids;
  return {
    selection: ids.length === chosen.ids.size ? chosen.ids : new Set(ids),
    /** The node whose settings are shown. */
    single: others.length === 0 ? only : undefined,
    panelTab,
    showTab,
    focusedField: chosen.field,
    select: (next: readonly string[]) => setChosen({ ids: new Set(next), field: undefined }),
    openNode: (id: string, field?: string) => {
      setChosen({ ids: new Set([id]), field });
      if (field !== undefined) showTab("settings");
    },
  };
}
