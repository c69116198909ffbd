import { useCallback, useRef, useState } from "react";
import { useMessages } from "../../i18n/messages.tsx";
import { ScaledEmail, type EmailLayout } from "../../ui/email-frame/scaled-email.tsx";
import type { Target } from "../model/changes.ts";
import { find } from "../model/document.ts";
import { useEditor } from "../model/editor-context.tsx";
import { completeLook } from "../model/look.ts";
import type { Shown } from "../saving/use-preview.ts";
import { useReadableText } from "../../ui/names/merge-tags.ts";
import { editorMessages } from "../messages.ts";
import { arrange, idsOf } from "./arrange.ts";
import { BlockToolbar } from "./block-toolbar.tsx";
import { InlineEditing } from "./inline-editing.tsx";
import { measureRect } from "./marks.ts";
import { useTyping } from "./typing.ts";
import { useFrameEvents } from "./use-frame-events.ts";
import classes from "./canvas.module.css";

/** The rendered e-mail: a click selects a block and types in its words, blocks can be dropped. */
export function Canvas({ shown, width }: { shown: Shown; width: number | undefined }) {
  const t = useMessages(editorMessages);
  const { document, selectedId } = useEditor();
  const typing = useTyping();
  const { target, handleReady } = useFrameEvents(typing.begin);
  const typedId = typing.block?.id;
  // What is typed in must not be written anew.
  const { html, document: rendered } = useHeld(shown, typedId !== undefined);

  const readable = useReadableText();
  const known = useRef<ReadonlySet<string>>(new Set());
  const handleArrange = useCallback(
    (frame: Document) => {
      const ids = idsOf(document);
      const removed = [...known.current].filter((id) => !ids.has(id));
      const drawing = { look: completeLook(document), names: t.kinds, readable };
      arrange(frame, { document, rendered, removed, typedId, drawing });
      known.current = new Set([...known.current, ...ids]);
    },
    [document, rendered, typedId, t, readable],
  );

  return (
    <div className={classes["canvas"]}>
      <div className={classes["page"]}>
        <ScaledEmail
          html={html}
          title={t.preview}
          {...(width === undefined ? {} : { width })}
          onReady={handleReady}
          onArrange={handleArrange}
          overlay={(layout) => (
            <>
              <Selection layout={layout} id={selectedId} typing={typing} />
              {target !== undefined && <DropLine layout={layout} target={target} />}
            </>
          )}
        />
        {document.sections.length === 0 && <p className={classes["empty"]}>{t.emptyStructure}</p>}
      </div>
    </div>
  );
}

/** The value from before, as long as it is held. */
function useHeld<Value>(value: Value, isHeld: boolean): Value {
  const [held, setHeld] = useState(value);
  if (!isHeld && held !== value) setHeld(value);
  return isHeld ? held : value;
}

type SelectionProps = {
  readonly layout: EmailLayout;
  readonly id: string | undefined;
  readonly typing: ReturnType<typeof useTyping>;
};

/** The frame around the selected block, with its acts. */
function Selection({ layout, id, typing }: SelectionProps) {
  const { document, canEdit, canArrange } = useEditor();
  const rect = measureRect(layout.document, id, layout.scale);
  if (rect === undefined || id === undefined) return null;
  const isTyped = typing.block?.id === id;
  const acts = canEdit && canArrange && (
    <BlockToolbar
      id={id}
      isColumn={find(document, id)?.kind === "column"}
      onType={isTyped ? undefined : () => typing.begin(id)}
    />
  );
  return (
    <div className={classes["selection"]} style={rect}>
      <div className={classes["tools"]}>
        {typing.block !== undefined && isTyped && (
          <InlineEditing frame={layout.document} block={typing.block} at={typing.at} onEnd={typing.end} />
        )}
        {!isTyped && acts}
      </div>
      {isTyped && <div className={classes["below"]}>{acts}</div>}
    </div>
  );
}

/** Where the dragged block goes. */
export function DropLine({ layout, target: { id, side } }: { layout: EmailLayout; target: Target }) {
  const rect = measureRect(layout.document, id, layout.scale);
  if (rect === undefined) return null;
  const { left, width, top, height } = rect;
  return <div className={classes["line"]} style={{ left, width, top: top + (side === "after" ? height : 0) }} />;
}
