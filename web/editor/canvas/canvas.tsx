import { useCallback, useRef, useState } from "react";
import { useWords } from "../../i18n/words.tsx";
import { EmailFrame } from "../../ui/email-frame/email-frame.tsx";
import { useLatest } from "../../ui/state/use-latest.ts";
import { addBlock, drop, type Target } from "../model/changes.ts";
import { find } from "../model/document.ts";
import { useEditor } from "../model/editor-context.tsx";
import { editorWords } from "../words.ts";
import { arrange, idsOf } from "./arrange.ts";
import { BlockToolbar } from "./block-toolbar.tsx";
import { idOf, rectOf, targetAt, type Rect } from "./marks.ts";
import classes from "./canvas.module.css";

/** The rendered e-mail: a click selects a block, blocks can be dropped. */
export function Canvas({ html, width }: { html: string; width: number | undefined }) {
  const t = useWords(editorWords);
  const editor = useEditor();
  const { document, selectedId, canEdit, canArrange } = editor;
  const [inside, setInside] = useState<Document>();
  const [, setLayout] = useState(0);
  const [target, setTarget] = useState<Target>();
  const latest = useLatest(editor);

  const handleReady = useCallback(
    (frame: Document) => {
      setInside(frame);
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
  const handleLayout = useCallback(() => setLayout((count) => count + 1), []);
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

  const selection = inside && rectOf(inside, selectedId);
  const line = inside && target && rectOf(inside, target.id);
  const found = find(document, selectedId);
  return (
    <div className={classes["canvas"]}>
      <div className={classes["page"]} style={width === undefined ? {} : { maxWidth: width }}>
        <EmailFrame
          html={html}
          title={t.preview}
          onReady={handleReady}
          onArrange={handleArrange}
          onLayout={handleLayout}
        />
        {document.sections.length === 0 && <p className={classes["empty"]}>{t.emptyStructure}</p>}
        {selection !== undefined && selectedId !== undefined && (
          <div className={classes["selection"]} style={styleOf(selection)}>
            {canEdit && canArrange && <BlockToolbar id={selectedId} isColumn={found?.kind === "column"} />}
          </div>
        )}
        {line !== undefined && (
          <div
            className={classes["line"]}
            style={{ left: line.left, width: line.width, top: line.top + (target?.side === "after" ? line.height : 0) }}
          />
        )}
      </div>
    </div>
  );
}

const styleOf = ({ left, top, width, height }: Rect) => ({ left, top, width, height });
