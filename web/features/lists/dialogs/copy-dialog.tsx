import { useNavigate } from "@tanstack/react-router";
import { useChange } from "../../../api/queries.ts";
import { useMessages } from "../../../i18n/messages.tsx";
import { FormDialog } from "../../../ui/dialog/form-dialog.tsx";
import { DialogForm } from "../../../ui/form/dialog-form.tsx";
import { TextField } from "../../../ui/form/text-fields.tsx";
import { useApiForm } from "../../../ui/form/use-api-form.ts";
import { useToasts } from "../../../ui/state/toasts.tsx";
import { listQueries, type ListRow } from "../list-parts.ts";
import { listsMessages } from "../messages.ts";

type Props = { readonly list: ListRow; readonly isOpen: boolean; readonly onClose: () => void };

export function CopyDialog({ list, isOpen, onClose }: Props) {
  const { copy: t } = useMessages(listsMessages);
  return (
    <FormDialog isOpen={isOpen} onClose={onClose} title={t.title}>
      <CopyForm list={list} onClose={onClose} />
    </FormDialog>
  );
}

function CopyForm({ list, onClose }: Omit<Props, "isOpen">) {
  const { copy: t, form: messages } = useMessages(listsMessages);
  const toast = useToasts();
  const navigate = useNavigate();
  const copy = useChange("POST /lists/{list_id}/copy", { refresh: listQueries });
  const form = useApiForm({
    initial: { name: t.nameOf(list.name) },
    messages: { "conflict name": messages.nameTaken, "conflict used": t.used },
    send: async ({ name }) => {
      const copied = await copy.mutateAsync({ params: { list_id: list.id }, body: { name } });
      toast.done(copied.jobId === null ? t.done(copied.name) : t.started(copied.name));
      onClose();
      await navigate({ to: "/lists/$listId", params: { listId: copied.id } });
    },
  });
  return (
    <DialogForm form={form} submit={t.doing} onClose={onClose}>
      <TextField form={form} name="name" label={t.name} isFirst />
    </DialogForm>
  );
}
