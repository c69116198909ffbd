import { useCallback, useRef, useState } from "react";
import { useMessages } from "../../i18n/messages.tsx";
import { ScaledEmail, type EmailLayout } from "../../ui/email-frame/scaled-email.tsx";
import { useLatest } from "../../ui/state/use-latest.ts";
import { addBlock, drop, type Target } from "../model/changes.ts";
import { find } from "../model/document.ts";
import { useEditor } from "../model/editor-context.tsx";
import { editorMessages } from "../messages.ts";
import { arrange, idsOf } from "./arrange.ts";
import { BlockToolbar } from "./block-toolbar.tsx";
import { idOf, rectOf, targetAt } from "./marks.ts";
import classes from "./canvas.module.css";

/** The rendered e-mail: a click selects a block, blocks can be dropped. */
export function Canvas({ html, width }: { html: string; width: number | undefined }) {
  const t = useMessages(editorMessages);
  const editor = useEditor();
  const { document, selectedId } = editor;
  const [target, setTarget] = useState<Target>();
  const latest = useLatest(editor);

  const handleReady = useCallback(
    (frame: Document) => {
      let shown: Target | undefined;
      frame.addEventListener("click", (event) => latest.current.select(idOf(event.target)));
      frame.addEventListener("dragover", (event) => {
        if (latest.current.dragged() === undefined) return;
        event.preventDefault();
        shown = targetAt(frame, event.clientX, event.clientY);
        setTarget(shown);
      });
      frame.addEventListener("dragleave", () => setTarget(undefined));
      frame.addEventListener("drop", (event) => {
        event.preventDefault();
        setTarget(undefined);
        const { dragged, update, select } = latest.current;
        const node = dragged();
        // Where the line was shown, even if the e-mail was rendered anew since.
        const place = shown;
        if (node === undefined) return;
        update((before) => {
          if (place !== undefined) return drop(before, node, place);
          return node.kind === "section" ? { ...before, sections: [...before.sections, node] } : addBlock(before, node);
        });
        select(node.id);
      });
    },
    [latest],
  );
  const known = useRef<ReadonlySet<string>>(new Set());
  const handleArrange = useCallback(
    (frame: Document) => {
      const ids = idsOf(document);
      const removed = [...known.current].filter((id) => !ids.has(id));
      arrange(frame, document, removed);
      known.current = new Set([...known.current, ...ids]);
    },
    [document],
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
              <Selection layout={layout} id={selectedId} />
              {target !== undefined && <DropLine layout={layout} target={target} />}
            </>
          )}
        />
        {document.sections.length === 0 && <p className={classes["empty"]}>{t.emptyStructure}</p>}
      </div>
    </div>
  );
}

/** The frame around the selected block, with its acts. */
function Selection({ layout, id }: { layout: EmailLayout; id: string | undefined }) {
  const { document, canEdit, canArrange } = useEditor();
  const rect = rectOf(layout.document, id, layout.scale);
  if (rect === undefined || id === undefined) return null;
  return (
    <div className={classes["selection"]} style={rect}>
      {canEdit && canArrange && <BlockToolbar id={id} isColumn={find(document, id)?.kind === "column"} />}
    </div>
  );
}

/** Where the dragged block goes. */
function DropLine({ layout, target: { id, side } }: { layout: EmailLayout; target: Target }) {
  const rect = rectOf(layout.document, id, layout.scale);
  if (rect === undefined) return null;
  const { left, width, top, height } = rect;
  return <div className={classes["line"]} style={{ left, width, top: top + (side === "after" ? height : 0) }} />;
}
