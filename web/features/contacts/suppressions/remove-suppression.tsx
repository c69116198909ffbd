import { ActionIcon, Popover, Tooltip } from "@mantine/core";
import { useState } from "react";
import { useChange } from "../../../api/queries.ts";
import { useMessages } from "../../../i18n/messages.tsx";
import { ConfirmDialog } from "../../../ui/dialog/confirm-dialog.tsx";
import { IconLock, IconTrash } from "../../../ui/icons.ts";
import { Rejection } from "../../../ui/state/rejection.tsx";
import { useToasts } from "../../../ui/state/toasts.tsx";
import { suppressionsMessages } from "./messages.ts";
import type { Suppression } from "./appearance.ts";

/** A blacklisting or a bounce can be removed; a refusal of the person's own says why it cannot. */
export function RemoveSuppression({ row: { email, reason } }: { row: Suppression }) {
  if (email === null) return null;
  if (reason === "manual" || reason === "bounced") return <Remove email={email} reason={reason} />;
  return <WhyLocked email={email} reason={reason} />;
}

function WhyLocked({ email, reason }: { email: string; reason: "unsubscribed" | "complained" }) {
  const t = useMessages(suppressionsMessages);
  return (
    <Popover position="bottom-end" shadow="md" radius="md" width={280} withArrow>
      <Popover.Target>
        <ActionIcon aria-label={t.remove.lockedLabel(email)}>
          <IconLock size={16} />
        </ActionIcon>
      </Popover.Target>
      <Popover.Dropdown>
        <b>{t.locked.title}</b>
        <p>{t.locked[reason]}</p>
      </Popover.Dropdown>
    </Popover>
  );
}

function Remove({ email, reason }: { email: string; reason: "manual" | "bounced" }) {
  const t = useMessages(suppressionsMessages);
  const toast = useToasts();
  const [isOpen, setOpen] = useState(false);
  const remove = useChange("DELETE /suppressions/{email}", {
    refresh: ["GET /suppressions", "GET /contacts"],
    onDone: () => toast.done(t.remove.done(email)),
  });
  return (
    <>
      <Tooltip label={t.remove.doing}>
        <ActionIcon aria-label={t.remove.label(email)} onClick={() => setOpen(true)}>
          <IconTrash size={16} />
        </ActionIcon>
      </Tooltip>
      <ConfirmDialog
        isOpen={isOpen}
        onClose={() => setOpen(false)}
        title={t.remove.title}
        action={t.remove.doing}
        isDestructive
        isBusy={remove.isPending}
        onConfirm={() => remove.mutate({ params: { email } })}
        failure={
          <Rejection
            error={remove.error}
            messages={{
              "suppression_locked reason": t.locked.unsubscribed,
              "not_found suppression": t.remove.gone,
            }}
          />
        }
      >
        {t.remove[reason](email)}
      </ConfirmDialog>
    </>
  );
}
