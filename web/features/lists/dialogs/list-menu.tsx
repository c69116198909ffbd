import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { read, useChange } from "../../../api/queries.ts";
import { useMessages } from "../../../i18n/messages.tsx";
import { editAction, removeAction, RowMenu } from "../../../ui/display/row-menu.tsx";
import { IconCopy, IconRefresh } from "../../../ui/icons.ts";
import { useToasts } from "../../../ui/state/toasts.tsx";
import { listQueries, type ListRow } from "../list-parts.ts";
import { listsMessages } from "../messages.ts";
import { CopyDialog } from "./copy-dialog.tsx";
import { DeleteDialog } from "./delete-dialog.tsx";
import { ListDialog } from "./list-dialog.tsx";

type Props = { readonly list: ListRow; readonly isInHead?: boolean; readonly onDeleted?: () => void };

export function ListMenu({ list, isInHead = false, onDeleted }: Props) {
  const t = useMessages(listsMessages);
  const [open, setOpen] = useState<"edit" | "copy" | "delete">();
  const autofill = useAutofill(list);
  const close = () => setOpen(undefined);
  return (
    <>
      <RowMenu
        isInHead={isInHead}
        label={t.menu(list.name)}
        actions={[
          !isInHead && editAction(t.edit, () => setOpen("edit")),
          { label: t.copy.action, icon: <IconCopy size={16} />, onClick: () => setOpen("copy") },
          { label: t.autofill.action, icon: <IconRefresh size={16} />, onClick: autofill },
          !list.locked && removeAction(t.remove.action, () => setOpen("delete")),
        ]}
      />
      <EditDialog listId={list.id} isOpen={open === "edit"} onClose={close} />
      <CopyDialog list={list} isOpen={open === "copy"} onClose={close} />
      <DeleteDialog list={list} isOpen={open === "delete"} onClose={close} {...(onDeleted ? { onDeleted } : {})} />
    </>
  );
}

/** A row of the grid lacks the sender and the signature, so the whole list is read first. */
function EditDialog({ listId, isOpen, onClose }: { listId: string; isOpen: boolean; onClose: () => void }) {
  const { data } = useQuery({ ...read("GET /lists/{list_id}", { params: { list_id: listId } }), enabled: isOpen });
  return data === undefined ? null : <ListDialog list={data} isOpen={isOpen} onClose={onClose} />;
}

function useAutofill({ id }: ListRow): () => void {
  const { autofill: t } = useMessages(listsMessages);
  const toast = useToasts();
  const autofill = useChange("POST /lists/{list_id}/autofill", {
    refresh: listQueries,
    onDone: (answer) => {
      if ("contacts" in answer) toast.done(answer.contacts === 0 ? t.none : t.done(answer.contacts));
      else toast.done(t.started);
    },
    onFailed: (error) => toast.failed(error),
  });
  return () => autofill.mutate({ params: { list_id: id } });
}
