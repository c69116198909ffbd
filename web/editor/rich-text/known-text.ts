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
  const { from, to } = editor.state.selection;
  editor.commands.setContent(known.edited.html, { emitUpdate: false });
  const end = editor.state.doc.content.size;
  editor.commands.setTextSelection({ from: Math.min(from, end), to: Math.min(to, end) });
}
