import { useNavigate } from "@tanstack/react-router";
import { useState } from "react";
import { useChange } from "../../api/queries.ts";
import { useMessages } from "../../i18n/messages.tsx";
import { ConfirmDialog } from "../../ui/dialog/confirm-dialog.tsx";
import { IconCopy, IconPlayerPause, IconPlayerPlay } from "../../ui/icons.ts";
import { removeAction, RowMenu } from "../../ui/display/row-menu.tsx";
import { Rejection } from "../../ui/state/rejection.tsx";
import { useToasts } from "../../ui/state/toasts.tsx";
import { uiMessages } from "../../ui/messages.ts";
import type { AutomationRow } from "./appearance.ts";
import { SwitchDialog } from "./switch-dialog.tsx";
import { automationsMessages } from "./messages.ts";

/** Start or pause, copy, delete. The page of one automation has the switch as a button of its own. */
export function AutomationMenu({
  automation,
  withSwitch = true,
}: {
  automation: Pick<AutomationRow, "id" | "name" | "status" | "active">;
  withSwitch?: boolean;
}) {
  const ui = useMessages(uiMessages);
  const t = useMessages(automationsMessages);
  const toast = useToasts();
  const navigate = useNavigate();
  const [open, setOpen] = useState<"switch" | "remove">();
  const close = () => setOpen(undefined);
  const { id, name, status } = automation;
  const params = { automation_id: id };
  const copy = useChange("POST /automations/{automation_id}/copy", {
    refresh: ["GET /automations"],
    onDone: (made) => {
      toast.done(t.copied(made.name));
      void navigate({ to: "/automations/$automationId", params: { automationId: made.id } });
    },
    onFailed: (error) => toast.failed(error),
  });
  const remove = useChange("DELETE /automations/{automation_id}", {
    refresh: ["GET /automations"],
    onDone: () => {
      toast.done(t.removed);
      void navigate({ to: "/automations" });
    },
  });
  return (
    <>
      <RowMenu
        isInHead={!withSwitch}
        label={withSwitch ? t.menu(name) : ui.more}
        actions={[
          withSwitch && {
            label: status === "active" ? t.pause : t.start,
            icon: status === "active" ? <IconPlayerPause size={16} /> : <IconPlayerPlay size={16} />,
            onClick: () => setOpen("switch"),
          },
          { label: t.copy, icon: <IconCopy size={16} />, onClick: () => copy.mutate({ params, body: {} }) },
          removeAction(t.remove, () => setOpen("remove")),
        ]}
      />
      <SwitchDialog automation={automation} isOpen={open === "switch"} onClose={close} />
      <ConfirmDialog
        isOpen={open === "remove"}
        onClose={close}
        title={t.removeTitle(name)}
        action={t.removeDo}
        isDestructive
        isBusy={remove.isPending}
        onConfirm={() => remove.mutate({ params })}
        failure={<Rejection error={remove.error} messages={{ "conflict runs": t.hasRuns, "conflict used": t.used }} />}
      >
        {t.removeText}
      </ConfirmDialog>
    </>
  );
}
