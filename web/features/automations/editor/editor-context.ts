import { createContext, use } from "react";
import type { OutputOf } from "../../../api/operations.ts";
import type { StepText } from "../detail/step-text.ts";
import type { Report } from "../detail/steps-card.tsx";
import type { Grammar } from "./model/grammar.ts";
import type { Trial } from "../trial/trial.ts";
import type { Counts, EditorData, Graph, GraphNode, Place } from "./model/graph.ts";

export type Issue = OutputOf<"POST /automations/validate">["errors"][number];

/** Where the menu of steps is open: at an output, or where triggers stand. */
export type MenuPlace = Place | "trigger";

/** What the panel shows of the chosen node. */
export type PanelTab = "settings" | "results" | "contacts";

/** What the parts of the editor share. */
export type AutomationEditor = {
  readonly data: EditorData;
  readonly counts: Counts;
  /** Shown instead of the numbers of the automation. */
  readonly trial: Trial | undefined;
  readonly showTrial: (trial: Trial | undefined) => void;
  readonly report: Report | undefined;
  readonly grammar: Grammar;
  readonly graph: Graph;
  readonly canEdit: boolean;
  /** What is shown is the newest version. */
  readonly isSaved: boolean;
  /** Grows when settings change from outside their fields. */
  readonly revision: number;
  readonly issues: readonly Issue[];
  readonly describe: (node: GraphNode) => StepText;
  readonly selection: ReadonlySet<string>;
  readonly select: (ids: readonly string[]) => void;
  /** Shows the settings of a node, at a field if one is given. */
  readonly openNode: (id: string, field?: string) => void;
  readonly panelTab: PanelTab;
  readonly showTab: (tab: PanelTab) => void;
  readonly focusedField: string | undefined;
  readonly collapsed: ReadonlySet<string>;
  readonly toggleCollapsed: (id: string) => void;
  /** A change that is not allowed is undefined and does nothing. `field` names what is typed into. */
  readonly change: (graph: Graph | undefined, field?: string) => void;
  readonly undo: () => void;
  readonly redo: () => void;
  /** Shows a message with "Undo" until the graph changes again. */
  readonly offerUndo: (changed: Graph, message: string) => void;
  readonly menuAt: MenuPlace | undefined;
  readonly openMenu: (place: MenuPlace | undefined) => void;
};

const EditorContext = createContext<AutomationEditor | undefined>(undefined);

export const AutomationEditorProvider = EditorContext.Provider;

export function useAutomationEditor(): AutomationEditor {
  const editor = use(EditorContext);
  if (editor === undefined) throw new Error("A part of the automation editor is used outside of it");
  return editor;
}
