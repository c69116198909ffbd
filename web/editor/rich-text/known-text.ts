import type { Editor } from "@tiptap/core";
import { editedText, type EditedText } from "./text-html.ts";

/** The HTML of the block as the field knows it, and how the field shows it. */
export type KnownText = { html: string; edited: EditedText };

export const knownText = (html: string): KnownText => ({ html, edited: editedText(html) });

/** What the field holds as HTML of the block. */
export function readText(known: KnownText, editor: Editor): string {
  known.html = known.edited.toBlock(editor.getHTML());
  return known.html;
}

/** Shows what comes from outside the field: a step back, or words that are typed at another place. */
export function showText(known: KnownText, editor: Editor, html: string): void {
  if (editor.isDestroyed || html === known.html) return;
  Object.assign(known, knownText(html));
  const before = editor.state.doc.content;
  editor.commands.setContent(known.edited.html, { emitUpdate: false });
  const after = editor.state.doc.content;
  const start = before.findDiffStart(after);
  const end = before.findDiffEnd(after);
  // The cursor stands behind what changed, where typing goes on.
  if (start === null || end === null) return;
  editor.commands.setTextSelection(Math.max(end.b, start + Math.max(0, after.size - before.size)));
}
