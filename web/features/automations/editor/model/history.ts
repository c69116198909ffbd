import type { Graph } from "./graph.ts";

/** The graph with the steps of undo and redo. */
export type History = {
  readonly graph: Graph;
  readonly past: readonly Graph[];
  readonly future: readonly Graph[];
  /** The field that was changed last: changes of the same one in a row are one step. */
  readonly field: string | undefined;
  /** Grows when the graph changes from outside the fields. */
  readonly revision: number;
};

type HistoryEvent =
  | { readonly type: "change"; readonly graph: Graph; readonly field?: string }
  | { readonly type: "undo" | "redo" };

const maxSteps = 100;

export const startHistory = (graph: Graph): History => ({ graph, past: [], future: [], field: undefined, revision: 0 });

export function reduceHistory(history: History, event: HistoryEvent): History {
  const { graph, past, future, revision } = history;
  switch (event.type) {
    case "change": {
      const { field } = event;
      const isSameStep = field !== undefined && field === history.field;
      return {
        graph: event.graph,
        past: isSameStep ? past : [...past, graph].slice(-maxSteps),
        future: [],
        field,
        revision: field === undefined ? revision + 1 : revision,
      };
    }
    case "undo": {
      const before = past.at(-1);
      if (before === undefined) return history;
      const steps = { past: past.slice(0, -1), future: [graph, ...future] };
      return { ...steps, graph: before, field: undefined, revision: revision + 1 };
    }
    case "redo": {
      const [next, ...later] = future;
      if (next === undefined) return history;
      return { graph: next, past: [...past, graph], future: later, field: undefined, revision: revision + 1 };
    }
  }
}
