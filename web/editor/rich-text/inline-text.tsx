import { Editor, Extension } from "@tiptap/core";
import { useEffect, useRef, useState } from "react";
import { useMessages } from "../../i18n/messages.tsx";
import { useLatest } from "../../ui/state/use-latest.ts";
import { editorMessages } from "../messages.ts";
import type { BlockOf } from "../model/document.ts";
import { useEditor, type Editor as EmailEditor } from "../model/editor-context.tsx";
import { completeLook } from "../model/look.ts";
import { cleanPaste } from "./clean-paste.ts";
import { textExtensions } from "./extensions.ts";
import { FormatTools } from "./format-tools.tsx";
import { knownText, readText, showText } from "./known-text.ts";

type Props = {
  /** The element of the e-mail that holds the words. */
  readonly place: HTMLElement;
  readonly block: BlockOf<"text">;
  /** Where the cursor begins; at the end without it. */
  readonly at: { readonly x: number; readonly y: number } | undefined;
  readonly onChange: (html: string) => void;
  readonly onEnd: () => void;
};

const editedStyles = (linkColor: string) => `
  .ProseMirror { white-space: pre-wrap; outline: none; cursor: text; }
  .ProseMirror a { color: ${linkColor}; text-decoration: underline; }
  .ProseMirror[data-plain] p { margin: 0; }
  .ProseMirror .mergeTag { background: #fff3c4; color: #4a3a00; border-radius: 3px; }`;

/** The words of a text block, typed at their place in the e-mail. */
export function InlineText({ place, block, at, onChange, onEnd }: Props) {
  const t = useMessages(editorMessages);
  const { document: email, undo, redo, revision } = useEditor();
  const { linkColor } = completeLook(email);
  const latest = useLatest({ at, onChange, onEnd, undo, redo });
  const [{ editor, known }] = useState(() => createEditor(block.html, t.kinds.text, latest));

  useEffect(() => mountIn(place, editor, latest.current.at), [place, editor, latest]);

  useEffect(() => {
    const style = place.ownerDocument.createElement("style");
    style.textContent = editedStyles(linkColor);
    place.ownerDocument.head.append(style);
    return () => style.remove();
  }, [place, linkColor]);

  // Between keys the block may be a step behind: only steps back and forth come from outside.
  const shownRevision = useRef(revision);
  useEffect(() => {
    if (shownRevision.current === revision) return;
    shownRevision.current = revision;
    showText(known, editor, block.html);
  }, [editor, revision, known, block.html]);

  return <FormatTools editor={editor} isOfEmail />;
}

type Handlers = {
  readonly current: Pick<Props, "at" | "onChange" | "onEnd"> & Pick<EmailEditor, "undo" | "redo">;
};

/** An editor that has no place yet. */
function createEditor(html: string, label: string, latest: Handlers) {
  const known = knownText(html);
  const editor = new Editor({
    element: null,
    extensions: [...textExtensions({ undoRedo: false }), handleKeys(latest)],
    content: known.edited.html,
    injectCSS: false,
    editorProps: {
      attributes: {
        role: "textbox",
        "aria-multiline": "true",
        "aria-label": label,
        ...(known.edited.isPlain ? { "data-plain": "" } : {}),
      },
      transformPastedHTML: cleanPaste,
    },
    onUpdate: ({ editor: changed }) => latest.current.onChange(readText(known, changed)),
  });
  return { editor, known };
}

/** Steps back are those of the e-mail, so that typing and other changes are undone in their order. */
const handleKeys = (latest: Handlers) => {
  const act = (name: "undo" | "redo" | "onEnd") => () => {
    latest.current[name]();
    return true;
  };
  return Extension.create({
    name: "emailKeys",
    priority: 1000,
    addKeyboardShortcuts: () => ({
      "Mod-z": act("undo"),
      "Mod-Shift-z": act("redo"),
      "Mod-y": act("redo"),
      Escape: act("onEnd"),
    }),
  });
};

/** Puts the editor in the place of the rendered words, which come back with the end of typing. */
function mountIn(place: HTMLElement, editor: Editor, at: Props["at"]): () => void {
  const rendered = place.innerHTML;
  place.replaceChildren();
  editor.mount(place);
  const { view } = editor;
  view.dom.ownerDocument.defaultView?.focus();
  view.focus();
  const found = at && view.posAtCoords({ left: at.x, top: at.y });
  editor.commands.setTextSelection(found?.pos ?? editor.state.doc.content.size);
  return () => {
    editor.unmount();
    place.innerHTML = rendered;
  };
}
