import { ActionIcon, Button, Menu, Modal } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import type { OutputOf } from "../../../api/operations.ts";
import { read, useChange } from "../../../api/queries.ts";
import { useWords } from "../../../i18n/words.tsx";
import { ConfirmDialog } from "../../../ui/dialog/confirm-dialog.tsx";
import { DialogFoot } from "../../../ui/dialog/form-dialog.tsx";
import { IconCopy, IconDots, IconDownload, IconFile, IconPencil, IconTrash } from "../../../ui/icons.ts";
import { useToasts } from "../../../ui/state/toasts.tsx";
import { uiWords } from "../../../ui/words.ts";
import { EditFileDialog } from "./edit-file-dialog.tsx";
import { filesWords } from "./words.ts";
import classes from "./files.module.css";

export type LibraryFile = OutputOf<"GET /files">["items"][number];

export function FileTile({ file, canEdit }: { file: LibraryFile; canEdit: boolean }) {
  const t = useWords(filesWords);
  const toast = useToasts();
  const [open, setOpen] = useState<"edit" | "delete">();
  const close = () => setOpen(undefined);
  const { width, height } = file;
  const facts = [t.size(file.size), ...(width === null || height === null ? [] : [t.dimensions(width, height)])];
  const copy = () => void navigator.clipboard.writeText(file.url).then(() => toast.done(t.copied));
  return (
    <li className={classes["tile"]}>
      <div className={classes["picture"]}>
        {file.type === "image" ? (
          <img src={file.thumbnailUrl ?? file.url} alt="" loading="lazy" />
        ) : (
          <IconFile size={32} stroke={1.4} />
        )}
      </div>
      <div className={classes["about"]}>
        <div>
          <p className={classes["name"]} title={file.name}>
            {file.name}
          </p>
          <p className={classes["facts"]}>{facts.join(" · ")}</p>
        </div>
        <Menu>
          <Menu.Target>
            <ActionIcon aria-label={t.menu(file.name)}>
              <IconDots size={16} />
            </ActionIcon>
          </Menu.Target>
          <Menu.Dropdown>
            <Menu.Item leftSection={<IconCopy size={16} />} onClick={copy}>
              {t.copyAddress}
            </Menu.Item>
            <Menu.Item
              component="a"
              href={file.url}
              target="_blank"
              rel="noreferrer"
              leftSection={<IconDownload size={16} />}
            >
              {t.open}
            </Menu.Item>
            {canEdit && (
              <>
                <Menu.Item leftSection={<IconPencil size={16} />} onClick={() => setOpen("edit")}>
                  {t.edit}
                </Menu.Item>
                <Menu.Item leftSection={<IconTrash size={16} />} color="red" onClick={() => setOpen("delete")}>
                  {t.delete}
                </Menu.Item>
              </>
            )}
          </Menu.Dropdown>
        </Menu>
      </div>
      <EditFileDialog file={file} isOpen={open === "edit"} onClose={close} />
      <DeleteFileDialog file={file} isOpen={open === "delete"} onClose={close} />
    </li>
  );
}

type DialogProps = { readonly file: LibraryFile; readonly isOpen: boolean; readonly onClose: () => void };

/** A file in use names the content that shows it instead of being deleted. */
function DeleteFileDialog({ file, isOpen, onClose }: DialogProps) {
  const t = useWords(filesWords);
  const ui = useWords(uiWords);
  const toast = useToasts();
  const params = { asset_id: file.id };
  const { data } = useQuery({ ...read("GET /files/{asset_id}", { params }), enabled: isOpen });
  const remove = useChange("DELETE /files/{asset_id}", {
    refresh: ["GET /files", "GET /file-folders"],
    onDone: () => {
      toast.done(t.deleted);
      onClose();
    },
    onFailed: (error) => toast.failed(error),
  });
  const usedIn = data?.usedIn ?? [];
  if (usedIn.length > 0)
    return (
      <Modal opened={isOpen} onClose={onClose} title={t.usedTitle} closeButtonProps={{ "aria-label": ui.close }}>
        <p>{t.usedText}</p>
        <ul className={classes["uses"]}>
          {usedIn.map(({ kind, id, name }) => (
            <li key={`${kind} ${id}`}>{name}</li>
          ))}
        </ul>
        <DialogFoot>
          <Button variant="default" onClick={onClose} data-autofocus>
            {ui.close}
          </Button>
        </DialogFoot>
      </Modal>
    );
  return (
    <ConfirmDialog
      isOpen={isOpen}
      onClose={onClose}
      title={t.deleteTitle}
      action={t.deleteDo}
      isDestructive
      isBusy={remove.isPending || data === undefined}
      onConfirm={() => remove.mutate({ params })}
    >
      {t.deleteText(file.name)}
    </ConfirmDialog>
  );
}
