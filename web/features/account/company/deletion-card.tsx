import { Button } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { read, useChange } from "../../../api/queries.ts";
import { useCan } from "../../../api/session.tsx";
import { useMessages } from "../../../i18n/messages.tsx";
import { ConfirmDialog } from "../../../ui/dialog/confirm-dialog.tsx";
import { Callout } from "../../../ui/display/callout.tsx";
import { Card } from "../../../ui/display/card.tsx";
import { useToasts } from "../../../ui/state/toasts.tsx";
import type { Company } from "./company.ts";
import { companyMessages } from "./messages.ts";
import classes from "./company.module.css";

const refresh = ["GET /company", "GET /company/standing", "GET /sending-mode"] as const;

/** The data is deleted after a period in which it can be taken back. */
export function DeletionCard({ company }: { company: Company }) {
  const { deletion: t } = useMessages(companyMessages);
  const toast = useToasts();
  const canChange = useCan()("settings", "full");
  const [isOpen, setOpen] = useState(false);
  const { data: standing } = useQuery(read("GET /company/standing"));
  const options = { refresh, onFailed: (error: unknown) => toast.failed(error) };
  const request = useChange("POST /company/deletion", {
    ...options,
    onDone: () => {
      toast.done(t.planned);
      setOpen(false);
    },
  });
  const cancel = useChange("DELETE /company/deletion", { ...options, onDone: () => toast.done(t.cancelled) });
  const deletion = standing?.deletion ?? null;
  if (!canChange || standing === undefined) return null;
  return (
    <Card title={t.title}>
      {deletion === null ? (
        <>
          <p className={classes["text"]}>{t.text}</p>
          <Button variant="outline" color="red" onClick={() => setOpen(true)}>
            {t.start}
          </Button>
        </>
      ) : (
        <Callout
          tone="bad"
          action={
            <Button variant="default" loading={cancel.isPending} onClick={() => cancel.mutate({})}>
              {t.cancel}
            </Button>
          }
        >
          {t.requested(deletion.deleteAfter)}
        </Callout>
      )}
      <ConfirmDialog
        isOpen={isOpen}
        onClose={() => setOpen(false)}
        title={t.dialogTitle(company.name)}
        action={t.action}
        typed={company.name}
        isDestructive
        isBusy={request.isPending}
        onConfirm={() => request.mutate({ body: { confirm: true } })}
      >
        {t.dialogText}
      </ConfirmDialog>
    </Card>
  );
}
