import { useNavigate } from "@tanstack/react-router";
import { useState } from "react";
import { downloadUrl } from "../../../api/client.ts";
import { useChange } from "../../../api/queries.ts";
import { useMessages } from "../../../i18n/messages.tsx";
import { ConfirmDialog } from "../../../ui/dialog/confirm-dialog.tsx";
import { removeAction, RowMenu } from "../../../ui/display/row-menu.tsx";
import { IconBan, IconDownload, IconUserMinus } from "../../../ui/icons.ts";
import { useToasts } from "../../../ui/state/toasts.tsx";
import type { Contact } from "../appearance.ts";
import { detailMessages } from "./messages.ts";

const refresh = [
  "GET /contacts",
  "GET /contacts/{id}",
  "GET /contacts/{id}/activities",
  "GET /contacts/{id}/purposes",
] as const;

export function ContactMenu({ contact }: { contact: Contact }) {
  const t = useMessages(detailMessages);
  const toast = useToasts();
  const [open, setOpen] = useState<"unsubscribe" | "erase">();
  const params = { id: contact.id };
  const options = { refresh, onFailed: (error: unknown) => toast.failed(error) };
  const blacklist = useChange("POST /contacts/{id}/blacklist", { ...options, onDone: () => toast.done(t.blacklisted) });
  const unblacklist = useChange("DELETE /contacts/{id}/blacklist", {
    ...options,
    onDone: () => toast.done(t.unblacklisted),
  });
  return (
    <>
      <RowMenu
        isInHead
        label={t.menu.label}
        actions={[
          {
            label: t.menu.export,
            icon: <IconDownload size={16} />,
            file: {
              href: downloadUrl("GET /contacts/{id}/export", { params }),
              download: `contact-${contact.id}.json`,
            },
          },
          contact.blacklisted
            ? { label: t.menu.unblacklist, icon: <IconBan size={16} />, onClick: () => unblacklist.mutate({ params }) }
            : {
                label: t.menu.blacklist,
                icon: <IconBan size={16} />,
                onClick: () => blacklist.mutate({ params, body: {} }),
              },
          {
            label: t.menu.unsubscribe,
            icon: <IconUserMinus size={16} />,
            isDestructive: true,
            onClick: () => setOpen("unsubscribe"),
          },
          removeAction(t.menu.erase, () => setOpen("erase")),
        ]}
      />
      <UnsubscribeDialog contact={contact} isOpen={open === "unsubscribe"} onClose={() => setOpen(undefined)} />
      <EraseDialog contact={contact} isOpen={open === "erase"} onClose={() => setOpen(undefined)} />
    </>
  );
}

type DialogProps = { readonly contact: Contact; readonly isOpen: boolean; readonly onClose: () => void };

function UnsubscribeDialog({ contact, isOpen, onClose }: DialogProps) {
  const t = useMessages(detailMessages);
  const toast = useToasts();
  const unsubscribe = useChange("POST /contacts/{id}/unsubscribe", {
    refresh,
    onDone: () => {
      toast.done(t.unsubscribed);
      onClose();
    },
    onFailed: (error) => toast.failed(error),
  });
  return (
    <ConfirmDialog
      isOpen={isOpen}
      onClose={onClose}
      title={t.unsubscribeTitle}
      action={t.unsubscribeDo}
      isDestructive
      isBusy={unsubscribe.isPending}
      onConfirm={() => unsubscribe.mutate({ params: { id: contact.id }, body: {} })}
    >
      {t.unsubscribeText(contact.email)}
    </ConfirmDialog>
  );
}

function EraseDialog({ contact, isOpen, onClose }: DialogProps) {
  const t = useMessages(detailMessages);
  const toast = useToasts();
  const navigate = useNavigate();
  const erase = useChange("POST /contacts/{id}/erase", {
    refresh: ["GET /contacts"],
    onDone: () => {
      toast.done(t.erased);
      void navigate({ to: "/contacts" });
    },
    onFailed: (error) => toast.failed(error),
  });
  return (
    <ConfirmDialog
      isOpen={isOpen}
      onClose={onClose}
      title={t.eraseTitle}
      action={t.eraseDo}
      typed={contact.email}
      isDestructive
      isBusy={erase.isPending}
      onConfirm={() => erase.mutate({ params: { id: contact.id }, body: { confirm: true } })}
    >
      {t.eraseText(contact.email)}
    </ConfirmDialog>
  );
}
