import { ActionIcon, Button, Menu } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { asFailure } from "../../../api/api-failure.ts";
import { read, useChange } from "../../../api/queries.ts";
import { useFormats, useMessages } from "../../../i18n/messages.tsx";
import { useAddress } from "../../../routing/search.ts";
import { IconDots, IconFolder, IconFolderPlus, IconPencil, IconTrash } from "../../../ui/icons.ts";
import { useToasts } from "../../../ui/state/toasts.tsx";
import { FolderDialog, type Folder } from "./folder-dialog.tsx";
import { filesMessages } from "./messages.ts";
import classes from "./files.module.css";

/** Folders in the order of the tree, each below its parent. */
function inTree(folders: readonly Folder[], parentId: string | null = null): Folder[] {
  return folders
    .filter((folder) => folder.parentId === parentId)
    .flatMap((folder) => [folder, ...inTree(folders, folder.id)]);
}

export function Folders({ canEdit }: { canEdit: boolean }) {
  const t = useMessages(filesMessages);
  const [address, change] = useAddress();
  const [isAdding, setAdding] = useState(false);
  const { data } = useQuery(read("GET /file-folders"));
  const { folder } = address;
  const show = (id: string | undefined) => change({ folder: id, page: undefined });
  const isFolder = folder !== undefined && folder !== "root";
  return (
    <nav className={classes["folders"]} aria-label={t.folders}>
      <ul>
        <li>
          <button type="button" aria-current={folder === undefined || undefined} onClick={() => show(undefined)}>
            {t.all}
          </button>
        </li>
        <li>
          <button type="button" aria-current={folder === "root" || undefined} onClick={() => show("root")}>
            {t.root}
          </button>
        </li>
        {inTree(data?.items ?? []).map((one) => (
          <FolderRow
            key={one.id}
            folder={one}
            isCurrent={one.id === folder}
            canEdit={canEdit}
            onShow={() => show(one.id)}
            onDeleted={() => show(undefined)}
          />
        ))}
      </ul>
      {canEdit && (
        <Button variant="subtle" size="xs" leftSection={<IconFolderPlus size={15} />} onClick={() => setAdding(true)}>
          {t.addFolder}
        </Button>
      )}
      <FolderDialog
        isOpen={isAdding}
        onClose={() => setAdding(false)}
        parentId={isFolder ? folder : null}
        onSaved={({ id }) => show(id)}
      />
    </nav>
  );
}

type RowProps = {
  readonly folder: Folder;
  readonly isCurrent: boolean;
  readonly canEdit: boolean;
  readonly onShow: () => void;
  readonly onDeleted: () => void;
};

function FolderRow({ folder, isCurrent, canEdit, onShow, onDeleted }: RowProps) {
  const t = useMessages(filesMessages);
  const { number } = useFormats();
  const toast = useToasts();
  const [isRenaming, setRenaming] = useState(false);
  const remove = useChange("DELETE /file-folders/{folder_id}", {
    refresh: ["GET /file-folders"],
    onDone: () => {
      toast.done(t.folderDeleted);
      onDeleted();
    },
    onFailed: (error) => toast.failed(error, asFailure(error).is("conflict not_empty") ? t.folderNotEmpty : undefined),
  });
  return (
    <li data-depth={folder.depth}>
      <button type="button" aria-current={isCurrent || undefined} onClick={onShow}>
        <IconFolder size={16} stroke={1.6} />
        <span>{folder.name}</span>
        <small>{number(folder.files)}</small>
      </button>
      {canEdit && (
        <Menu>
          <Menu.Target>
            <ActionIcon size={28} aria-label={t.folderMenu(folder.name)}>
              <IconDots size={15} />
            </ActionIcon>
          </Menu.Target>
          <Menu.Dropdown>
            <Menu.Item leftSection={<IconPencil size={16} />} onClick={() => setRenaming(true)}>
              {t.renameFolder}
            </Menu.Item>
            <Menu.Item
              leftSection={<IconTrash size={16} />}
              color="red"
              onClick={() => remove.mutate({ params: { folder_id: folder.id } })}
            >
              {t.deleteFolder}
            </Menu.Item>
          </Menu.Dropdown>
        </Menu>
      )}
      <FolderDialog
        isOpen={isRenaming}
        onClose={() => setRenaming(false)}
        folder={folder}
        parentId={folder.parentId}
        onSaved={() => undefined}
      />
    </li>
  );
}
