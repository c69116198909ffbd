import { useEffect, useRef } from "react";
import { useMessages } from "../../i18n/messages.tsx";
import { useLatest } from "../../ui/state/use-latest.ts";
import { editorMessages } from "../messages.ts";
import type { BlockOf } from "../model/document.ts";
import { useEditor } from "../model/editor-context.tsx";
import { AddressTool } from "../rich-text/format-tools.tsx";
import { richTextMessages } from "../rich-text/messages.ts";
import { TagMenu } from "../tags/tag-menu.tsx";
import { LabelField } from "./label-field.ts";
import type { Change } from "../properties/block-fields-props.ts";
import toolClasses from "../rich-text/rich-text.module.css";

type Props = {
  /** The element of the e-mail that holds the label. */
  readonly place: HTMLElement;
  readonly block: BlockOf<"button">;
  readonly change: Change;
  readonly onEnd: () => void;
};

/** The label of a button, typed at its place in the e-mail. */
export function InlineLabel({ place, block, change, onEnd }: Props) {
  const t = useMessages(editorMessages);
  const texts = useMessages(richTextMessages);
  const { undo, redo, revision } = useEditor();
  const onInput = (label: string) => change({ label });
  const latest = useLatest({ label: block.label, onInput, onEnd, undo, redo });
  const field = useRef<LabelField>(undefined);
  const name = t.kinds.button;

  useEffect(() => {
    const typed = new LabelField(place, { label: latest.current.label, name }, latest);
    field.current = typed;
    return () => typed.end();
  }, [place, name, latest]);

  // Between keys the block may be a step behind: only steps back and forth come from outside.
  const shownRevision = useRef(revision);
  useEffect(() => {
    if (shownRevision.current === revision) return;
    shownRevision.current = revision;
    field.current?.show(block.label);
  }, [revision, block.label]);

  return (
    <div className={toolClasses["tools"]} role="toolbar" aria-label={texts.format}>
      <AddressTool current={() => block.href} hasTags onApply={(href) => change({ href })} />
      <TagMenu isSmall isInText onChoose={(tag) => field.current?.insert(tag)} />
    </div>
  );
}
