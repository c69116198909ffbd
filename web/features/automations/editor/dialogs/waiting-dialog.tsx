import { useMessages } from "../../../../i18n/messages.tsx";
import { ConfirmDialog } from "../../../../ui/dialog/confirm-dialog.tsx";
import { useAutomationEditor } from "../editor-context.ts";
import { findNode } from "../model/graph.ts";
import type { GraphSaving } from "../saving/use-graph-saving.ts";
import { editorMessages } from "../messages.ts";
import classes from "../editor.module.css";

/** The server refuses to remove steps where people stand: says which, and offers the graph as it was saved. */
export function WaitingDialog({ saving }: { saving: GraphSaving }) {
  const t = useMessages(editorMessages);
  const { change, describe } = useAutomationEditor();
  const { failure, savedGraph } = saving;
  const nodes = failure?.is("conflict waiting") === true ? failure.params["nodes"] : undefined;
  const names = (Array.isArray(nodes) ? nodes : []).map((id) => {
    const node = findNode(savedGraph, String(id));
    return node === undefined ? String(id) : describe(node).title;
  });
  return (
    <ConfirmDialog
      isOpen={nodes !== undefined}
      onClose={saving.forgetFailure}
      title={t.waiting.title}
      action={t.waiting.restore}
      onConfirm={() => {
        change(savedGraph);
        saving.forgetFailure();
      }}
    >
      <p className={classes["dialogText"]}>{t.waiting.text(names.join(", "))}</p>
      <p className={classes["dialogText"]}>{t.waiting.how}</p>
    </ConfirmDialog>
  );
}
