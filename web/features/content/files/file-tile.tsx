import { Button } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { read, useChange } from "../../../api/queries.ts";
import { useMessages } from "../../../i18n/messages.tsx";
import { ConfirmDialog } from "../../../ui/dialog/confirm-dialog.tsx";
import { DialogFoot, FormDialog } from "../../../ui/dialog/form-dialog.tsx";
import { editAction, removeAction, RowMenu } from "../../../ui/display/row-menu.tsx";
import { IconCopy, IconDownload, IconFile } from "../../../ui/icons.ts";
import { useToasts } from "../../../ui/state/toasts.tsx";
import { uiMessages } from "../../../ui/messages.ts";
import { EditFileDialog, type LibraryFile } from "./edit-file-dialog.tsx";
import { filesMessages } from "./messages.ts";
import classes from "./files.module.css";

export function FileTile({ file, canEdit }: { file: LibraryFile; canEdit: boolean }) {
  const t = useMessages(filesMessages);
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
        <RowMenu
          label={t.menu(file.name)}
          actions={[
            { label: t.copyAddress, icon: <IconCopy size={16} />, onClick: copy },
            { label: t.open, icon: <IconDownload size={16} />, file: { href: file.url } },
            canEdit && editAction(t.edit, () => setOpen("edit")),
            canEdit && removeAction(t.delete, () => setOpen("delete")),
          ]}
        />
      </div>
      <EditFileDialog file={file} isOpen={open === "edit"} onClose={close} />
      <DeleteFileDialog file={file} isOpen={open === "delete"} onClose={close} />
    </li>
  );
}

type DialogProps = { readonly file: LibraryFile; readonly isOpen: boolean; readonly onClose: () => void };

/** A file in use names the content that shows it instead of being deleted. */
function DeleteFileDialog({ file, isOpen, onClose }: DialogProps) {
  const t = useMessages(filesMessages);
  const ui = useMessages(uiMessages);
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
      <FormDialog isOpen={isOpen} onClose={onClose} title={t.usedTitle}>
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
      </FormDialog>
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
