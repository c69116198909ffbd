import { useEffect, useRef } from "react";
import { useMessages } from "../../i18n/messages.tsx";
import { useLatest } from "../../ui/state/use-latest.ts";
import { editorMessages } from "../messages.ts";
import type { BlockOf } from "../model/document.ts";
import { useEditor } from "../model/editor-context.tsx";
import { AddressTool } from "../rich-text/format-tools.tsx";
import { richTextMessages } from "../rich-text/messages.ts";
import { TagMenu } from "../tags/tag-menu.tsx";
import type { Change } from "../properties/block-fields-props.ts";
import toolClasses from "../rich-text/rich-text.module.css";

type Props = {
  /** The element of the e-mail that holds the label. */
  readonly place: HTMLElement;
  readonly block: BlockOf<"button">;
  readonly change: Change;
  readonly onEnd: () => void;
};

const maxLength = 500;

const labelIn = (place: HTMLElement) => (place.textContent ?? "").replaceAll(/\s+/g, " ").slice(0, maxLength);

/** The label of a button, typed at its place in the e-mail: one line without formats. */
export function InlineLabel({ place, block, change, onEnd }: Props) {
  const t = useMessages(editorMessages);
  const texts = useMessages(richTextMessages);
  const { undo, redo, revision } = useEditor();
  const latest = useLatest({ block, change, onEnd, undo, redo });
  const cursor = useRef(block.label.length);

  useEffect(() => {
    const frame = place.ownerDocument;
    const rendered = place.innerHTML;
    place.textContent = latest.current.block.label;
    place.contentEditable = "plaintext-only";
    place.style.outline = "none";
    place.style.cursor = "text";
    place.setAttribute("role", "textbox");
    place.setAttribute("aria-label", t.kinds.button);
    const handleInput = () => latest.current.change({ label: labelIn(place) });
    const handleSelection = () => {
      const { anchorNode = null, anchorOffset = 0 } = frame.getSelection() ?? {};
      if (anchorNode !== null && place.contains(anchorNode)) cursor.current = anchorOffset;
    };
    const handleKey = (event: KeyboardEvent) => {
      const isMod = event.ctrlKey || event.metaKey;
      const key = event.key.toLowerCase();
      if (key === "enter" || key === "escape") latest.current.onEnd();
      else if (isMod && (key === "y" || (key === "z" && event.shiftKey))) latest.current.redo();
      else if (isMod && key === "z") latest.current.undo();
      else return;
      event.preventDefault();
    };
    place.addEventListener("input", handleInput);
    place.addEventListener("keydown", handleKey);
    frame.addEventListener("selectionchange", handleSelection);
    putCursor(place, latest.current.block.label.length);
    return () => {
      place.removeEventListener("input", handleInput);
      place.removeEventListener("keydown", handleKey);
      frame.removeEventListener("selectionchange", handleSelection);
      place.removeAttribute("contenteditable");
      place.removeAttribute("role");
      place.innerHTML = rendered;
    };
  }, [place, latest, t]);

  // Between keys the block may be a step behind: only steps back and forth come from outside.
  useEffect(() => {
    const { label } = latest.current.block;
    if (labelIn(place) === label) return;
    place.textContent = label;
    putCursor(place, cursor.current);
  }, [place, revision, latest]);

  const insert = (tag: string) => {
    const label = labelIn(place);
    const at = Math.min(cursor.current, label.length);
    place.textContent = `${label.slice(0, at)}${tag}${label.slice(at)}`.slice(0, maxLength);
    change({ label: labelIn(place) });
    putCursor(place, at + tag.length);
  };
  return (
    <div className={toolClasses["tools"]} role="toolbar" aria-label={texts.format}>
      <AddressTool current={() => block.href} hasTags onApply={(href) => change({ href })} />
      <TagMenu isSmall isInText onChoose={insert} />
    </div>
  );
}

function putCursor(place: HTMLElement, offset: number): void {
  const frame = place.ownerDocument;
  frame.defaultView?.focus();
  place.focus();
  const { firstChild } = place;
  if (firstChild === null) return;
  frame.getSelection()?.collapse(firstChild, Math.min(offset, firstChild.textContent?.length ?? 0));
}
