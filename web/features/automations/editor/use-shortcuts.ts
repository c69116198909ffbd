import type { KeyboardEvent } from "react";
import { useAutomationEditor } from "./editor-context.ts";
import { useNodeActions } from "./use-node-actions.ts";

const isTyping = (target: EventTarget): boolean =>
  target instanceof HTMLElement && target.closest("input, textarea, [contenteditable], [role=dialog]") !== null;

/** Menus and dialogs are outside of the editor's element, but their events reach it through React. */
const isOutside = ({ currentTarget, target }: KeyboardEvent<HTMLElement>): boolean =>
  !(target instanceof Node && currentTarget.contains(target));

const hasSelectedText = (): boolean => (getSelection()?.toString() ?? "") !== "";

/** Ctrl+Z, Y, C, X and Delete for the chosen steps. Within a field or menu, and with selected text, keys keep their own effect. */
export function useShortcuts() {
  const { undo, redo, selection, select, canEdit } = useAutomationEditor();
  const actions = useNodeActions([...selection]);
  return (event: KeyboardEvent<HTMLElement>) => {
    if (isOutside(event) || isTyping(event.target)) return;
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
        return hasSelectedText() ? undefined : actions.copy;
      case "x":
        return hasSelectedText() ? undefined : actions.cut;
      default:
        return undefined;
    }
  }
}
