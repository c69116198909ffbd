import { copyBlock, copyPart } from "../model/changes.ts";
import { createId, createSection, type Block, type BlockOf, type Part } from "../model/document.ts";
import type { SavedElement } from "./element-dialogs.tsx";

/** A copy of a saved part: blocks where it was saved as blocks, otherwise its code. */
export function toNode({ id: elementId, kind, mjml, content }: SavedElement): Part | Block {
  if (content !== null) {
    if (kind === "section") return copyPart(Object.assign(createSection([]), content));
    const start: BlockOf<"spacer"> = { kind: "spacer", height: 1 };
    return copyBlock(Object.assign(start, content));
  }
  // A column stands in a row of its own.
  return {
    kind: "element",
    id: createId(),
    elementId,
    mjml: kind === "column" ? `<mj-section>${mjml}</mj-section>` : mjml,
  };
}

/** Rows stand beside rows, blocks in a column. */
export const isRow = ({ kind }: SavedElement, node: Part | Block): node is Part =>
  kind !== "block" && (node.kind === "section" || node.kind === "element");
