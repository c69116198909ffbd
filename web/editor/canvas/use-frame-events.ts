import { useCallback, useState } from "react";
import { useLatest } from "../../ui/state/use-latest.ts";
import { addBlock, drop, type Target } from "../model/changes.ts";
import { useEditor } from "../model/editor-context.tsx";
import { keyAction, useBlockActions } from "../model/use-block-actions.ts";
import { findId, targetAt } from "./marks.ts";
import type { Point } from "./typing.ts";

/** The pointer and the keys inside the frame of the e-mail, whose events do not reach the page. */
export function useFrameEvents(begin: (id: string | undefined, at: Point) => void) {
  const [target, setTarget] = useState<Target>();
  const editor = useEditor();
  const actions = useBlockActions();
  const latest = useLatest({ editor, actions, begin });

  const handleReady = useCallback(
    (frame: Document) => {
      let shown: Target | undefined;
      frame.addEventListener("click", (event) => {
        if (isTypedIn(event.target)) return;
        latest.current.begin(findId(event.target), { x: event.clientX, y: event.clientY });
      });
      frame.addEventListener("keydown", (event) => {
        if (event.defaultPrevented || isTypedIn(event.target)) return;
        const { undo, redo, select, selectedId, canEdit, canArrange } = latest.current.editor;
        const act = keyAction(event);
        if (act === "undo") undo();
        else if (act === "redo") redo();
        else if (event.key === "Escape") select(undefined);
        else if (selectedId === undefined || !canEdit || !canArrange) return;
        else if (act === "up" || act === "down") latest.current.actions.move(selectedId, act === "up" ? -1 : 1);
        else if (act === "duplicate") latest.current.actions.duplicate(selectedId);
        else if (act === "remove") latest.current.actions.remove(selectedId);
        else return;
        event.preventDefault();
      });
      frame.addEventListener("dragover", (event) => {
        if (latest.current.editor.dragged() === undefined) return;
        event.preventDefault();
        shown = targetAt(frame, event.clientX, event.clientY);
        setTarget(shown);
      });
      frame.addEventListener("dragleave", () => setTarget(undefined));
      frame.addEventListener("drop", (event) => {
        event.preventDefault();
        setTarget(undefined);
        const { dragged, update, select } = latest.current.editor;
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
  return { target, handleReady };
}

/** Nodes of the frame are of another realm than the classes of the page. */
const isTypedIn = (target: EventTarget | null): boolean =>
  target !== null && "closest" in target && Object(target).closest("[contenteditable]") !== null;
