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

/** All that wait, or one contact of them. */
export type Released = {
  readonly count: number;
  readonly contact?: { readonly id: string; readonly email: string };
};

type Props = { readonly node: GraphNode; readonly released: Released | undefined; readonly onClose: () => void };

/** Lets contacts go on at once: says to which number of people, and what follows. */
export function ReleaseDialog({ node, released, onClose }: Props) {
  const { release: t, inBackground } = useMessages(tabMessages);
  const toast = useToasts();
  const { data, describe } = useAutomationEditor();
  const { id, status } = data.automation;
  const release = useChange("POST /automations/{automation_id}/nodes/{key}/release", {
    refresh: nodeQueries,
    onDone: (answer) => {
      toast.done("jobId" in answer ? inBackground : t.done(answer.released));
      onClose();
    },
  });
  const { count = 0, contact } = released ?? {};
  const step = describe(node).title;
  return (
    <ConfirmDialog
      isOpen={released !== undefined}
      onClose={onClose}
      title={contact === undefined ? t.title(step) : t.titleOne(contact.email)}
      action={t.action(count)}
      {...(contact === undefined ? { typed: count } : {})}
      isBusy={release.isPending}
      onConfirm={() =>
        release.mutate({
          params: { automation_id: id, key: node.id },
          body: contact === undefined ? {} : { contactIds: [contact.id] },
        })
      }
      failure={<Rejection error={release.error} messages={{}} />}
    >
      <p className={classes["dialogText"]}>{node.type === "condition" ? t.conditionText : t.text}</p>
      {status === "paused" && <p className={classes["dialogText"]}>{t.paused}</p>}
    </ConfirmDialog>
  );
}
