import { useChange } from "../../../api/queries.ts";
import { useMessages } from "../../../i18n/messages.tsx";
import { FormDialog } from "../../../ui/dialog/form-dialog.tsx";
import { DialogForm } from "../../../ui/form/dialog-form.tsx";
import { TextField } from "../../../ui/form/text-fields.tsx";
import { useApiForm } from "../../../ui/form/use-api-form.ts";
import { useToasts } from "../../../ui/state/toasts.tsx";
import { filesMessages } from "./messages.ts";
import type { OutputOf } from "../../../api/operations.ts";

export type Folder = OutputOf<"GET /file-folders">["items"][number];

type Props = {
  readonly isOpen: boolean;
  readonly onClose: () => void;
  /** The folder to rename; a new one otherwise. */
  readonly folder?: Folder;
  readonly parentId: string | null;
  readonly onSaved: (folder: Folder) => void;
};

export function FolderDialog({ isOpen, ...props }: Props) {
  const t = useMessages(filesMessages);
  return (
    <FormDialog
      isOpen={isOpen}
      onClose={props.onClose}
      title={props.folder === undefined ? t.addFolder : t.renameFolder}
    >
      <FolderForm {...props} />
    </FormDialog>
  );
}

function FolderForm({ onClose, folder, parentId, onSaved }: Omit<Props, "isOpen">) {
  const t = useMessages(filesMessages);
  const toast = useToasts();
  const options = { refresh: ["GET /file-folders"] as const };
  const create = useChange("POST /file-folders", options);
  const update = useChange("PATCH /file-folders/{folder_id}", options);
  const form = useApiForm({
    initial: { name: folder?.name ?? "" },
    messages: { "conflict name": t.folderTaken, "conflict limit": t.folderLimit, "validation parentId": t.folderLimit },
    send: async ({ name }) => {
      const saved =
        folder === undefined
          ? await create.mutateAsync({ body: { name, parentId } })
          : await update.mutateAsync({ params: { folder_id: folder.id }, body: { name } });
      toast.done(t.folderSaved);
      onSaved(saved);
      onClose();
    },
  });
  return (
    <DialogForm form={form} submit={folder === undefined ? t.createFolder : t.renameFolder} onClose={onClose}>
      <TextField form={form} name="name" label={t.folderName} isFirst />
    </DialogForm>
  );
}
