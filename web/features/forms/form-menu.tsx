import { useNavigate } from "@tanstack/react-router";
import { useState } from "react";
import { useChange } from "../../api/queries.ts";
import { useMessages } from "../../i18n/messages.tsx";
import { ConfirmDialog } from "../../ui/dialog/confirm-dialog.tsx";
import { IconCopy, IconForms } from "../../ui/icons.ts";
import { removeAction, RowMenu } from "../../ui/display/row-menu.tsx";
import { Rejection } from "../../ui/state/rejection.tsx";
import { useToasts } from "../../ui/state/toasts.tsx";
import { uiMessages } from "../../ui/messages.ts";
import type { FormRow } from "./appearance.ts";
import { PublishDialog } from "./publish-dialog.tsx";
import { formsMessages } from "./messages.ts";

/** Publish or hide, copy, delete. The page of one form has the first as a button of its own. */
export function FormMenu({
  form,
  withPublish = true,
}: {
  form: Pick<FormRow, "id" | "name" | "status">;
  withPublish?: boolean;
}) {
  const ui = useMessages(uiMessages);
  const t = useMessages(formsMessages);
  const toast = useToasts();
  const navigate = useNavigate();
  const [open, setOpen] = useState<"publish" | "remove">();
  const close = () => setOpen(undefined);
  const params = { form_id: form.id };
  const copy = useChange("POST /forms/{form_id}/copy", {
    refresh: ["GET /forms"],
    onDone: ({ id, name }) => {
      toast.done(t.copied(name));
      void navigate({ to: "/forms/$formId", params: { formId: id } });
    },
    onFailed: (error) => toast.failed(error),
  });
  const remove = useChange("DELETE /forms/{form_id}", {
    refresh: ["GET /forms", "GET /onboarding"],
    onDone: () => {
      toast.done(t.removed);
      void navigate({ to: "/forms" });
    },
  });
  return (
    <>
      <RowMenu
        isInHead={!withPublish}
        label={`${ui.more}: ${form.name}`}
        actions={[
          withPublish && {
            label: form.status === "active" ? t.unpublish : t.publish,
            icon: <IconForms size={16} />,
            onClick: () => setOpen("publish"),
          },
          { label: t.copy, icon: <IconCopy size={16} />, onClick: () => copy.mutate({ params, body: {} }) },
          removeAction(t.remove, () => setOpen("remove")),
        ]}
      />
      <PublishDialog form={form} isOpen={open === "publish"} onClose={close} />
      <ConfirmDialog
        isOpen={open === "remove"}
        onClose={close}
        title={t.removeTitle(form.name)}
        action={t.removeDo}
        typed={form.name}
        isDestructive
        isBusy={remove.isPending}
        onConfirm={() => remove.mutate({ params })}
        failure={<Rejection error={remove.error} messages={{ "conflict used": t.used }} />}
      >
        {t.removeText}
      </ConfirmDialog>
    </>
  );
}
