import { useChange } from "../../../../../api/queries.ts";
import { useMessages } from "../../../../../i18n/messages.tsx";
import { ConfirmDialog } from "../../../../../ui/dialog/confirm-dialog.tsx";
import { Rejection } from "../../../../../ui/state/rejection.tsx";
import { useToasts } from "../../../../../ui/state/toasts.tsx";
import { useAutomationEditor } from "../../editor-context.ts";
import type { GraphNode } from "../../model/graph.ts";
import { nodeQueries } from "./node-queries.ts";
import { tabMessages } from "./messages.ts";
import classes from "../../editor.module.css";

type Props = {
  readonly node: GraphNode;
  readonly count: number;
  readonly isOpen: boolean;
  readonly onClose: () => void;
};

/** Computes the end of waiting again, by the saved version and from each contact's arrival. */
export function RescheduleDialog({ node, count, isOpen, onClose }: Props) {
  const { reschedule: t, inBackground } = useMessages(tabMessages);
  const toast = useToasts();
  const { data } = useAutomationEditor();
  const reschedule = useChange("POST /automations/{automation_id}/nodes/{key}/reschedule", {
    refresh: nodeQueries,
    onDone: (answer) => {
      toast.done("jobId" in answer ? inBackground : t.done(answer.rescheduled));
      onClose();
    },
  });
  return (
    <ConfirmDialog
      isOpen={isOpen}
      onClose={onClose}
      title={t.title}
      action={t.action(count)}
      isBusy={reschedule.isPending}
      onConfirm={() => reschedule.mutate({ params: { automation_id: data.automation.id, key: node.id } })}
      failure={<Rejection error={reschedule.error} messages={{}} />}
    >
      <p className={classes["dialogText"]}>{t.text}</p>
      <p className={classes["dialogText"]}>{t.past}</p>
    </ConfirmDialog>
  );
}
