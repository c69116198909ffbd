import type { DragEvent } from "react";
import type { Block, Part } from "../model/document.ts";
import { useEditor } from "../model/editor-context.tsx";

/** Makes something new draggable to its place in the e-mail or in the structure. */
export function useDraggable() {
  const { drag } = useEditor();
  return (create: () => Part | Block) => ({
    draggable: true,
    onDragStart: (event: DragEvent) => {
      drag(create());
      event.dataTransfer.effectAllowed = "copy";
      event.dataTransfer.setData("text/plain", "");
    },
    onDragEnd: () => drag(undefined),
  });
}
