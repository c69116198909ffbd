import { useNavigate } from "@tanstack/react-router";
import { useState } from "react";
import { useChange } from "../../../api/queries.ts";
import { useMessages } from "../../../i18n/messages.tsx";
import { ConfirmDialog } from "../../../ui/dialog/confirm-dialog.tsx";
import { FormDialog } from "../../../ui/dialog/form-dialog.tsx";
import { IconCircleCheck } from "../../../ui/icons.ts";
import { removeAction, RowMenu } from "../../../ui/display/row-menu.tsx";
import { Rejection } from "../../../ui/state/rejection.tsx";
import { useToasts } from "../../../ui/state/toasts.tsx";
import { uiMessages } from "../../../ui/messages.ts";
import { MarkUsedForm } from "./codes-forms.tsx";
import type { Stack } from "./stack-bar.tsx";
import { couponsMessages } from "./messages.ts";

export function StackMenu({ stack }: { stack: Stack }) {
  const ui = useMessages(uiMessages);
  const t = useMessages(couponsMessages);
  const toast = useToasts();
  const navigate = useNavigate();
  const [open, setOpen] = useState<"used" | "remove">();
  const close = () => setOpen(undefined);
  const remove = useChange("DELETE /coupon-stacks/{stack_id}", {
    refresh: ["GET /coupon-stacks"],
    onDone: () => {
      toast.done(t.removed);
      void navigate({ to: "/shop/coupons" });
    },
  });
  const { free, assigned, used } = stack.counts;
  return (
    <>
      <RowMenu
        isInHead
        label={ui.more}
        actions={[
          { label: t.markUsed, icon: <IconCircleCheck size={16} />, onClick: () => setOpen("used") },
          removeAction(t.remove, () => setOpen("remove")),
        ]}
      />
      <FormDialog isOpen={open === "used"} onClose={close} title={t.markUsed}>
        <MarkUsedForm stackId={stack.id} onClose={close} />
      </FormDialog>
      <ConfirmDialog
        isOpen={open === "remove"}
        onClose={close}
        title={t.removeTitle(stack.name)}
        action={t.remove}
        typed={stack.name}
        isDestructive
        isBusy={remove.isPending}
        onConfirm={() => remove.mutate({ params: { stack_id: stack.id } })}
        failure={<Rejection error={remove.error} messages={{ "conflict used": t.usedByEmail }} />}
      >
        {t.removeText(free + assigned + used)}
      </ConfirmDialog>
    </>
  );
}
