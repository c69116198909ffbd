import { ActionIcon, Menu } from "@mantine/core";
import { useNavigate } from "@tanstack/react-router";
import { useState } from "react";
import { useChange } from "../../../api/queries.ts";
import { useWords } from "../../../i18n/words.tsx";
import { ConfirmDialog } from "../../../ui/dialog/confirm-dialog.tsx";
import { Callout } from "../../../ui/display/callout.tsx";
import { IconDots, IconTrash } from "../../../ui/icons.ts";
import { describeFailure } from "../../../ui/state/failure.tsx";
import { useToasts } from "../../../ui/state/toasts.tsx";
import { uiWords } from "../../../ui/words.ts";
import type { SendingDomain } from "./dns-record.tsx";
import { domainsWords } from "./words.ts";

export function DomainMenu({ domain }: { domain: SendingDomain }) {
  const ui = useWords(uiWords);
  const t = useWords(domainsWords);
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
  const { error } = remove;
  return (
    <>
      <Menu>
        <Menu.Target>
          <ActionIcon variant="default" size={34} aria-label={ui.more}>
            <IconDots size={16} />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item leftSection={<IconTrash size={16} />} color="red" onClick={() => setOpen(true)}>
            {t.remove}
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
      <ConfirmDialog
        isOpen={isOpen}
        onClose={() => setOpen(false)}
        title={t.removeTitle(domain.domain)}
        action={t.remove}
        typed={domain.domain}
        isDestructive
        isBusy={remove.isPending}
        onConfirm={() => remove.mutate({ params: { domain_id: domain.id } })}
        failure={
          error !== null && (
            <Callout tone="bad">{error.is("conflict used") ? t.used : describeFailure(error, ui)}</Callout>
          )
        }
      >
        {t.removeText}
      </ConfirmDialog>
    </>
  );
}
