import { duplicate, move, remove } from "./changes.ts";
import { find, type Block, type Part } from "./document.ts";
import { useEditor } from "./editor-context.tsx";
import { flattenRows } from "./rows.ts";

/** The acts on one part, column or block; toolbar, list and keys use the same ones. */
export function useBlockActions() {
  const { document, select, update } = useEditor();
  return {
    move: (id: string, step: -1 | 1) => update((before) => move(before, id, step)),
    duplicate: (id: string) => {
      const copy = duplicate(document, id);
      update(() => copy.document);
      select(copy.id);
    },
    /** The neighbour gets selected, so that the keyboard goes on from there. */
    remove: (id: string) => {
      const rows = flattenRows(document);
      const index = rows.findIndex((row) => row.id === id);
      const next = remove(document, id);
      update(() => next);
      const left = new Set(flattenRows(next).map((row) => row.id));
      const neighbours = [...rows.slice(index + 1), ...rows.slice(0, index).toReversed()];
      select(neighbours.find((row) => left.has(row.id))?.id);
    },
    nodeOf: (id: string): Part | Block | undefined => {
      const found = find(document, id);
      return found?.kind === "column" ? undefined : found?.node;
    },
  };
}

type Key = Pick<KeyboardEvent, "key" | "altKey" | "ctrlKey" | "metaKey" | "shiftKey">;

/** What a key does with the selected block, in the structure and in the e-mail. */
export function keyAction({ key, altKey, ctrlKey, metaKey, shiftKey }: Key) {
  if (key === "ArrowDown") return altKey ? "down" : "next";
  if (key === "ArrowUp") return altKey ? "up" : "previous";
  if (key === "Delete" || key === "Backspace") return "remove";
  if (!ctrlKey && !metaKey) return undefined;
  const letter = key.toLowerCase();
  if (letter === "d") return "duplicate";
  if (letter === "z") return shiftKey ? "redo" : "undo";
  return letter === "y" ? "redo" : undefined;
}
