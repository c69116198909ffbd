import { useNavigate } from "@tanstack/react-router";
import { useState } from "react";
import { useChange } from "../../../api/queries.ts";
import { useMessages } from "../../../i18n/messages.tsx";
import { ConfirmDialog } from "../../../ui/dialog/confirm-dialog.tsx";
import { removeAction, RowMenu } from "../../../ui/display/row-menu.tsx";
import { Rejection } from "../../../ui/state/rejection.tsx";
import { useToasts } from "../../../ui/state/toasts.tsx";
import { uiMessages } from "../../../ui/messages.ts";
import type { SendingDomain } from "./dns-record.tsx";
import { domainsMessages } from "./messages.ts";

export function DomainMenu({ domain }: { domain: SendingDomain }) {
  const ui = useMessages(uiMessages);
  const t = useMessages(domainsMessages);
  const toast = useToasts();
  const navigate = useNavigate();
  const [isOpen, setOpen] = useState(false);
  const remove = useChange("DELETE /sending/domains/{domain_id}", {
    refresh: ["GET /sending/setup", "GET /onboarding", "GET /deliverability/senders"],
    onDone: () => {
      toast.done(t.removed);
      void navigate({ to: "/deliverability" });
    },
  });
  return (
    <>
      <RowMenu isInHead label={ui.more} actions={[removeAction(t.remove, () => setOpen(true))]} />
      <ConfirmDialog
        isOpen={isOpen}
        onClose={() => setOpen(false)}
        title={t.removeTitle(domain.domain)}
        action={t.remove}
        typed={domain.domain}
        isDestructive
        isBusy={remove.isPending}
        onConfirm={() => remove.mutate({ params: { domain_id: domain.id } })}
        failure={<Rejection error={remove.error} messages={{ "conflict used": t.used }} />}
      >
        {t.removeText}
      </ConfirmDialog>
    </>
  );
}
