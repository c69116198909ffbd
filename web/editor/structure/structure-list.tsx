import { useRef, useState } from "react";
import { useMessages } from "../../i18n/messages.tsx";
import { drop, type Side } from "../model/changes.ts";
import { useEditor } from "../model/editor-context.tsx";
import { useReadableText } from "../../ui/names/merge-tags.ts";
import { kindIcons } from "../model/appearance.ts";
import { firstWords, flattenRows, type Row } from "../model/rows.ts";
import { keyAction, useBlockActions } from "../model/use-block-actions.ts";
import { editorMessages } from "../messages.ts";
import classes from "./structure.module.css";

/** The e-mail as a list: the way for keyboard, screen reader and phone. */
export function StructureList({ onOpen }: { onOpen?: () => void }) {
  const t = useMessages(editorMessages);
  const { document, selectedId, canEdit, canArrange } = useEditor();
  const list = useRef<HTMLOListElement>(null);
  const rows = flattenRows(document);
  const position = rows.findIndex(({ id }) => id === selectedId);
  const focus = (index: number) => list.current?.querySelectorAll<HTMLElement>("[data-row]")[index]?.focus();
  return (
    <section aria-label={t.structure} className={classes["pane"]}>
      <h2 className={classes["title"]}>{t.structure}</h2>
      {rows.length === 0 ? (
        <p className={classes["none"]}>{canArrange ? t.emptyStructure : t.emptyOnPhone}</p>
      ) : (
        <ol ref={list} className={classes["list"]}>
          {rows.map((row, index) => (
            <StructureRow
              key={row.id}
              row={row}
              onFocusRow={(step) => focus(index + step)}
              {...(onOpen ? { onOpen } : {})}
            />
          ))}
        </ol>
      )}
      {canEdit && canArrange && rows.length > 0 && <p className={classes["hint"]}>{t.keysHint}</p>}
      <p className={classes["spoken"]} role="status">
        {position === -1 ? "" : t.position(position + 1, rows.length)}
      </p>
    </section>
  );
}

type RowProps = { row: Row; onFocusRow: (step: number) => void; onOpen?: () => void };

function StructureRow({ row, onFocusRow, onOpen }: RowProps) {
  const t = useMessages(editorMessages);
  const { selectedId, select, canEdit, canArrange } = useEditor();
  const actions = useBlockActions();
  const dropping = useRowDrop(row.id);
  const Icon = kindIcons[row.kind];
  const isSelected = row.id === selectedId;
  const isLayout = row.kind === "section" || row.kind === "column";
  const name = isLayout ? (row.kind === "section" ? t.row(row.count) : t.column(row.excerpt)) : t.kinds[row.kind];
  const excerpt = firstWords(useReadableText()(row.excerpt));
  const handleKey = (event: React.KeyboardEvent) => {
    const act = keyAction(event);
    if (act === undefined || act === "undo" || act === "redo") return;
    if (act !== "next" && act !== "previous" && !(canEdit && canArrange)) return;
    event.preventDefault();
    if (act === "next") onFocusRow(1);
    if (act === "previous") onFocusRow(-1);
    if (act === "up") actions.move(row.id, -1);
    if (act === "down") actions.move(row.id, 1);
    if (act === "duplicate" && row.kind !== "column") actions.duplicate(row.id);
    if (act === "remove") {
      actions.remove(row.id);
      onFocusRow(-1);
    }
  };
  return (
    <li className={classes["item"]} data-drop={dropping.side} {...dropping.handlers}>
      <button
        type="button"
        data-row
        className={classes["row"]}
        data-level={row.level}
        aria-pressed={isSelected}
        draggable={canEdit && canArrange && row.kind !== "column"}
        onDragStart={(event) => dropping.start(event, actions.nodeOf(row.id))}
        onDragEnd={dropping.end}
        onClick={() => {
          select(row.id);
          onOpen?.();
        }}
        onKeyDown={handleKey}
      >
        <Icon size={16} stroke={1.6} />
        <span>
          {name}
          {!isLayout && excerpt !== "" && `: ${excerpt}`}
        </span>
      </button>
    </li>
  );
}

/** Rows are dragged and take what is dropped on their upper or lower half. */
function useRowDrop(id: string) {
  const { dragged, drag, update, select, canEdit, canArrange } = useEditor();
  const [side, setSide] = useState<Side>();
  const isAllowed = canEdit && canArrange;
  return {
    side,
    start: (event: React.DragEvent, node: ReturnType<typeof dragged>) => {
      drag(node);
      event.dataTransfer.effectAllowed = "move";
      event.dataTransfer.setData("text/plain", "");
    },
    end: () => drag(undefined),
    handlers: {
      onDragOver: (event: React.DragEvent) => {
        if (!isAllowed || dragged() === undefined) return;
        event.preventDefault();
        const { top, height } = event.currentTarget.getBoundingClientRect();
        setSide(event.clientY < top + height / 2 ? "before" : "after");
      },
      onDragLeave: () => setSide(undefined),
      onDrop: (event: React.DragEvent) => {
        event.preventDefault();
        const node = dragged();
        setSide(undefined);
        if (node === undefined || side === undefined) return;
        update((document) => drop(document, node, { id, side }));
        select(node.id);
      },
    },
  };
}
