import type { KeyboardEvent } from "react";
import { useAutomationEditor } from "./editor-context.ts";
import { useActionsOf } from "./use-node-actions.ts";

const isTyping = (target: EventTarget): boolean =>
  target instanceof HTMLElement && target.closest("input, textarea, [contenteditable], [role=dialog]") !== null;

/** Menus and dialogs are outside of the editor's element, but their events reach it through React. */
const isOutside = ({ currentTarget, target }: KeyboardEvent<HTMLElement>): boolean =>
  !(target instanceof Node && currentTarget.contains(target));

const hasSelectedText = (): boolean => (getSelection()?.toString() ?? "") !== "";

/** The chosen steps, or the one that has the focus where it is not among them. */
function findSteps(target: EventTarget, selection: ReadonlySet<string>): readonly string[] {
  const focused = target instanceof HTMLElement ? target.dataset["node"] : undefined;
  return focused === undefined || selection.has(focused) ? [...selection] : [focused];
}

/**
 * Ctrl+Z, Y, C, X, V, Delete, and Alt with an arrow that moves a step. Within a field or menu, and with selected text, keys keep
 * their own effect.
 */
export function useShortcuts() {
  const { undo, redo, selection, select, canEdit } = useAutomationEditor();
  const actionsOf = useActionsOf();
  return (event: KeyboardEvent<HTMLElement>) => {
    if (isOutside(event) || isTyping(event.target)) return;
    const act = findAct(event);
    if (act === undefined) return;
    event.preventDefault();
    act();
  };

  function findAct({ key, altKey, ctrlKey, metaKey, shiftKey, target }: KeyboardEvent): (() => void) | undefined {
    const isCommand = ctrlKey || metaKey;
    const actions = actionsOf(findSteps(target, selection));
    if (altKey) return key === "ArrowUp" ? actions.up : key === "ArrowDown" ? actions.down : undefined;
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
      case "v":
        return actions.paste;
      default:
        return undefined;
    }
  }
}
