import { useState, type ReactNode } from "react";
import type { ApiFailure } from "../../../api/api-failure.ts";
import { useMessages } from "../../../i18n/messages.tsx";
import { removeAction, type RowAction } from "../../../ui/display/row-menu.tsx";
import { IconCopy } from "../../../ui/icons.ts";
import { useToasts } from "../../../ui/state/toasts.tsx";
import { DeleteDialog } from "./record-dialogs.tsx";
import { partsMessages } from "./messages.ts";

type Named = { readonly id: string; readonly name: string };

type Change<Output> = {
  readonly mutateAsync: (id: string) => Promise<Output>;
  readonly isPending: boolean;
  readonly error: ApiFailure | null;
  readonly reset: () => void;
};

type Options = {
  readonly copy: Change<Named>;
  readonly remove: Change<unknown>;
  /** What a deletion takes away. */
  readonly deleteText: ReactNode;
  readonly onCopied?: (id: string) => void;
  readonly onDeleted?: () => void;
};

/** "Duplicate" and "Delete" of a record, in its row and on its page; `dialogs` has to be rendered beside. */
export function useRecordActions({ copy, remove, deleteText, onCopied, onDeleted }: Options) {
  const t = useMessages(partsMessages);
  const toast = useToasts();
  const [asked, setAsked] = useState<Named>();
  const close = () => {
    setAsked(undefined);
    remove.reset();
  };
  const duplicate = async ({ id }: Named) => {
    try {
      const made = await copy.mutateAsync(id);
      toast.done(t.duplicated(made.name));
      onCopied?.(made.id);
    } catch (error) {
      toast.failed(error);
    }
  };
  const confirm = async () => {
    if (asked === undefined) return;
    try {
      await remove.mutateAsync(asked.id);
    } catch {
      // The dialog shows the refusal from `remove.error`.
      return;
    }
    toast.done(t.deleted(asked.name));
    close();
    onDeleted?.();
  };
  const actionsOf = (record: Named): RowAction[] => [
    { label: t.duplicate, icon: <IconCopy size={16} />, onClick: () => void duplicate(record) },
    removeAction(t.delete, () => setAsked(record)),
  ];
  const dialogs = (
    <DeleteDialog
      name={asked?.name ?? ""}
      isOpen={asked !== undefined}
      onClose={close}
      onConfirm={() => void confirm()}
      isBusy={remove.isPending}
      error={remove.error}
    >
      {deleteText}
    </DeleteDialog>
  );
  return { actionsOf, dialogs };
}
