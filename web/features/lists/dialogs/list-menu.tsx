import { ActionIcon, Menu } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { read, useChange } from "../../../api/queries.ts";
import { useWords } from "../../../i18n/words.tsx";
import { IconCopy, IconDots, IconPencil, IconRefresh, IconTrash } from "../../../ui/icons.ts";
import { useToasts } from "../../../ui/state/toasts.tsx";
import { listQueries, type ListRow } from "../list-parts.ts";
import { listsWords } from "../words.ts";
import { CopyDialog } from "./copy-dialog.tsx";
import { DeleteDialog } from "./delete-dialog.tsx";
import { ListDialog } from "./list-dialog.tsx";

type Props = { readonly list: ListRow; readonly isLarge?: boolean; readonly onDeleted?: () => void };

export function ListMenu({ list, isLarge = false, onDeleted }: Props) {
  const t = useWords(listsWords);
  const [open, setOpen] = useState<"edit" | "copy" | "delete">();
  const autofill = useAutofill(list);
  const close = () => setOpen(undefined);
  return (
    <>
      <Menu>
        <Menu.Target>
          <ActionIcon {...(isLarge ? { variant: "default", size: 34 } : {})} aria-label={t.menu(list.name)}>
            <IconDots size={16} />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          {!isLarge && (
            <Menu.Item leftSection={<IconPencil size={16} />} onClick={() => setOpen("edit")}>
              {t.edit}
            </Menu.Item>
          )}
          <Menu.Item leftSection={<IconCopy size={16} />} onClick={() => setOpen("copy")}>
            {t.copy.action}
          </Menu.Item>
          <Menu.Item leftSection={<IconRefresh size={16} />} onClick={autofill}>
            {t.autofill.action}
          </Menu.Item>
          {!list.locked && (
            <Menu.Item leftSection={<IconTrash size={16} />} color="red" onClick={() => setOpen("delete")}>
              {t.remove.action}
            </Menu.Item>
          )}
        </Menu.Dropdown>
      </Menu>
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
  const { autofill: t } = useWords(listsWords);
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
