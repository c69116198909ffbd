import type { KeyboardEvent } from "react";
import { useAutomationEditor } from "./editor-context.ts";
import { useNodeActions } from "./use-node-actions.ts";

const isTyping = (target: EventTarget): boolean =>
  target instanceof HTMLElement && target.closest("input, textarea, [contenteditable], [role=dialog]") !== null;

/** Ctrl+Z, Y, C, X and Delete for the chosen steps. Within a field the keys belong to the text. */
export function useShortcuts() {
  const { undo, redo, selection, select, canEdit } = useAutomationEditor();
  const actions = useNodeActions([...selection]);
  return (event: KeyboardEvent<HTMLElement>) => {
    if (isTyping(event.target)) return;
    const act = findAct(event);
    if (act === undefined) return;
    event.preventDefault();
    act();
  };

  function findAct({ key, ctrlKey, metaKey, shiftKey }: KeyboardEvent): (() => void) | undefined {
    const isCommand = ctrlKey || metaKey;
    if (!isCommand) {
      if (key === "Delete" || key === "Backspace") return actions.remove;
      return key === "Escape" && selection.size > 0 ? () => select([]) : undefined;
    }
    switch (key.toLowerCase()) {
      case "z":
        return canEdit ? (shiftKey ? redo : undo) : undefined;
      case "y":
        return canEdit ? redo : undefined;
      case "c":
        return actions.copy;
      case "x":
        return actions.cut;
      default:
        return undefined;
    }
  }
}
