import { useState } from "react";
import { call } from "../../api/client.ts";
import type { OutputOf } from "../../api/operations.ts";
import { useChange } from "../../api/queries.ts";
import { useMessages } from "../../i18n/messages.tsx";
import { removeAction, type RowAction } from "../../ui/display/row-menu.tsx";
import { ConfirmDialog } from "../../ui/dialog/confirm-dialog.tsx";
import { FormDialog } from "../../ui/dialog/form-dialog.tsx";
import { IconCopy, IconLayoutList } from "../../ui/icons.ts";
import { DialogForm } from "../../ui/form/dialog-form.tsx";
import { TextField } from "../../ui/form/text-fields.tsx";
import { useApiForm } from "../../ui/form/use-api-form.ts";
import { Rejection } from "../../ui/state/rejection.tsx";
import { useToasts } from "../../ui/state/toasts.tsx";
import { actionMessages } from "./action-messages.ts";

export type Segment = OutputOf<"GET /segments">["items"][number];

type Options = { readonly onDeleted?: () => void; readonly onDuplicated?: (id: string) => void };

/** The actions of a segment, in its row and on its page; `dialogs` has to be rendered beside. */
export function useSegmentActions({ onDeleted, onDuplicated }: Options = {}) {
  const t = useMessages(actionMessages);
  const toast = useToasts();
  const [asked, setAsked] = useState<{ readonly segment: Segment; readonly what: "delete" | "toList" }>();
  const close = () => setAsked(undefined);
  const duplicate = useChange("POST /segments", {
    refresh: ["GET /segments"],
    onDone: ({ id, name }) => {
      toast.done(t.duplicated(name));
      onDuplicated?.(id);
    },
    onFailed: (failure) => toast.failed(failure),
  });
  const copy = async (segment: Segment) => {
    const { shopId, refresh, definition, publicName, signatureHtml, tags } = segment;
    const name = await freeName(t.copyName(segment.name));
    duplicate.mutate({ body: { name, shopId, refresh, definition, publicName, signatureHtml, tags } });
  };
  const actionsOf = (segment: Segment): RowAction[] => [
    { label: t.duplicate, icon: <IconCopy size={16} />, onClick: () => void copy(segment) },
    { label: t.toList, icon: <IconLayoutList size={16} />, onClick: () => setAsked({ segment, what: "toList" }) },
    removeAction(t.delete, () => setAsked({ segment, what: "delete" })),
  ];
  const dialogs = asked !== undefined && (
    <>
      <DeleteDialog segment={asked.segment} isOpen={asked.what === "delete"} onClose={close} onDeleted={onDeleted} />
      <FormDialog isOpen={asked.what === "toList"} onClose={close} title={t.toListTitle}>
        <ToListForm segment={asked.segment} onClose={close} />
      </FormDialog>
    </>
  );
  return { actionsOf, dialogs };
}

/** A name that no segment has: "VIP (copy)", "VIP (copy) 2" … */
async function freeName(wanted: string): Promise<string> {
  const { items } = await call("GET /segments", { query: { q: wanted, pageSize: 100 } });
  const taken = new Set(items.map(({ name }) => name));
  for (let number = 1; ; number++) {
    const name = number === 1 ? wanted : `${wanted} ${number}`;
    if (!taken.has(name)) return name;
  }
}

type DeleteProps = {
  readonly segment: Segment;
  readonly isOpen: boolean;
  readonly onClose: () => void;
  readonly onDeleted: (() => void) | undefined;
};

function DeleteDialog({ segment, isOpen, onClose, onDeleted }: DeleteProps) {
  const t = useMessages(actionMessages);
  const toast = useToasts();
  const remove = useChange("DELETE /segments/{segment}", {
    refresh: ["GET /segments"],
    onDone: () => {
      toast.done(t.deleted(segment.name));
      onClose();
      onDeleted?.();
    },
  });
  return (
    <ConfirmDialog
      isOpen={isOpen}
      onClose={onClose}
      title={t.deleteTitle(segment.name)}
      action={t.deleteDo}
      isDestructive
      isBusy={remove.isPending}
      typed={segment.name}
      onConfirm={() => remove.mutate({ params: { segment: segment.id } })}
      failure={<Rejection error={remove.error} messages={{ "conflict used": t.inUse }} />}
    >
      {t.deleteText}
    </ConfirmDialog>
  );
}

function ToListForm({ segment, onClose }: { segment: Segment; onClose: () => void }) {
  const t = useMessages(actionMessages);
  const toast = useToasts();
  const convert = useChange("POST /segments/{segment}/to-list", { refresh: ["GET /lists"] });
  const form = useApiForm({
    initial: { name: segment.name },
    send: async ({ name }) => {
      await convert.mutateAsync({ params: { segment: segment.id }, body: { name } });
      toast.done(t.toListDone);
      onClose();
    },
  });
  return (
    <DialogForm form={form} submit={t.toListDo} onClose={onClose}>
      <p>{t.toListText(segment.mailable)}</p>
      <TextField form={form} name="name" label={t.listName} isFirst />
    </DialogForm>
  );
}
