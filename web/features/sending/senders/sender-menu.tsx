import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import type { ApiFailure } from "../../../api/api-failure.ts";
import { read, useChange } from "../../../api/queries.ts";
import { useMessages } from "../../../i18n/messages.tsx";
import { ConfirmDialog } from "../../../ui/dialog/confirm-dialog.tsx";
import { FormDialog } from "../../../ui/dialog/form-dialog.tsx";
import { editAction, removeAction, RowMenu } from "../../../ui/display/row-menu.tsx";
import { IconMail, IconRefresh } from "../../../ui/icons.ts";
import { Rejection } from "../../../ui/state/rejection.tsx";
import { useToasts } from "../../../ui/state/toasts.tsx";
import { SenderForm, type SenderState } from "./sender-form.tsx";
import { sendersMessages } from "./messages.ts";

export function SenderMenu({ sender }: { sender: SenderState }) {
  const t = useMessages(sendersMessages);
  const toast = useToasts();
  const [open, setOpen] = useState<"edit" | "remove">();
  const params = { sender_id: sender.id };
  const close = () => setOpen(undefined);
  const onFailed = (error: ApiFailure) => toast.failed(error, describeRejection(error, t));
  const resend = useChange("POST /sending/senders/{sender_id}/resend", {
    onDone: ({ email }) => toast.done(t.resent(email)),
    onFailed,
  });
  const check = useChange("POST /sending/senders/{sender_id}/check", {
    refresh: ["GET /deliverability/senders", "GET /sending/setup"],
    onDone: () => toast.done(t.checked),
    onFailed,
  });
  return (
    <>
      <RowMenu
        label={t.menu(sender.email)}
        isBusy={resend.isPending || check.isPending}
        actions={[
          editAction(t.edit, () => setOpen("edit")),
          !sender.verified && {
            label: t.resend,
            icon: <IconMail size={16} />,
            onClick: () => resend.mutate({ params }),
          },
          { label: t.check, icon: <IconRefresh size={16} />, onClick: () => check.mutate({ params }) },
          removeAction(t.remove, () => setOpen("remove")),
        ]}
      />
      <FormDialog isOpen={open === "edit"} onClose={close} title={sender.email}>
        <SenderForm sender={sender} onClose={close} />
      </FormDialog>
      <RemoveDialog sender={sender} isOpen={open === "remove"} onClose={close} />
    </>
  );
}

type RejectionMessages = Readonly<Record<"tooOften" | "mailDown" | "dnsDown" | "alreadyVerified", string>>;

function describeRejection(error: ApiFailure, t: RejectionMessages): string | undefined {
  if (error.is("rate_limited sender-mail")) return t.tooOften;
  if (error.is("unavailable mail")) return t.mailDown;
  if (error.is("unavailable dns")) return t.dnsDown;
  return error.is("conflict status") ? t.alreadyVerified : undefined;
}

function RemoveDialog({ sender, isOpen, onClose }: { sender: SenderState; isOpen: boolean; onClose: () => void }) {
  const t = useMessages(sendersMessages);
  const toast = useToasts();
  const params = { sender_id: sender.id };
  const { data: usage } = useQuery({ ...read("GET /sending/senders/{sender_id}/usage", { params }), enabled: isOpen });
  const remove = useChange("DELETE /sending/senders/{sender_id}", {
    refresh: ["GET /deliverability/senders", "GET /sending/setup", "GET /senders", "GET /onboarding"],
    onDone: () => {
      toast.done(t.removed);
      onClose();
    },
  });
  return (
    <ConfirmDialog
      isOpen={isOpen}
      onClose={onClose}
      title={t.removeTitle(sender.email)}
      action={t.removeDo}
      isDestructive
      isBusy={remove.isPending}
      onConfirm={() => remove.mutate({ params })}
      failure={<Rejection error={remove.error} messages={{ "conflict used": t.used }} />}
    >
      {usage === undefined ? "" : t.removeText(usage.total)}
    </ConfirmDialog>
  );
}
