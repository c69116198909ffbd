import { useEffect, useRef } from "react";
import { useToasts } from "../../../ui/state/toasts.tsx";
import type { Graph } from "./model/graph.ts";

/** Offers to undo a change for as long as it is the last one. */
export function useUndoOffer(graph: Graph, undo: () => void) {
  const toast = useToasts();
  const offered = useRef<{ readonly graph: Graph; readonly close: () => void }>(undefined);
  useEffect(() => {
    if (offered.current === undefined || offered.current.graph === graph) return;
    offered.current.close();
    offered.current = undefined;
  }, [graph]);
  useEffect(() => () => offered.current?.close(), []);
  return (changed: Graph, message: string): void => {
    offered.current?.close();
    offered.current = { graph: changed, close: toast.done(message, { onUndo: undo }) };
  };
}
