import { useQuery } from "@tanstack/react-query";
import { read, useChange } from "../../../api/queries.ts";
import { useMessages } from "../../../i18n/messages.tsx";
import { namedOptions } from "../../../ui/choices/options.ts";
import { FormDialog } from "../../../ui/dialog/form-dialog.tsx";
import { SelectField } from "../../../ui/form/choice-fields.tsx";
import { DialogForm } from "../../../ui/form/dialog-form.tsx";
import { TextField } from "../../../ui/form/text-fields.tsx";
import { useApiForm } from "../../../ui/form/use-api-form.ts";
import { useToasts } from "../../../ui/state/toasts.tsx";
import { filesMessages } from "./messages.ts";
import type { OutputOf } from "../../../api/operations.ts";

export type LibraryFile = OutputOf<"GET /files">["items"][number];

type Props = { readonly file: LibraryFile; readonly isOpen: boolean; readonly onClose: () => void };

export function EditFileDialog({ file, isOpen, onClose }: Props) {
  const t = useMessages(filesMessages);
  return (
    <FormDialog isOpen={isOpen} onClose={onClose} title={t.edit}>
      <EditForm file={file} onClose={onClose} />
    </FormDialog>
  );
}

function EditForm({ file, onClose }: Omit<Props, "isOpen">) {
  const t = useMessages(filesMessages);
  const toast = useToasts();
  const { data: folders } = useQuery(read("GET /file-folders"));
  const update = useChange("PATCH /files/{asset_id}", { refresh: ["GET /files", "GET /file-folders"] });
  const form = useApiForm({
    initial: { name: file.name, folderId: file.folderId ?? "" },
    send: async ({ name, folderId }) => {
      const body = { name, folderId: folderId === "" ? null : folderId };
      await update.mutateAsync({ params: { asset_id: file.id }, body });
      toast.done(t.saved);
      onClose();
    },
  });
  return (
    <DialogForm form={form} submit={t.save} onClose={onClose}>
      <TextField form={form} name="name" label={t.name} isFirst />
      <SelectField
        form={form}
        name="folderId"
        label={t.folder}
        options={[{ value: "", label: t.root }, ...namedOptions(folders?.items)]}
      />
    </DialogForm>
  );
}
