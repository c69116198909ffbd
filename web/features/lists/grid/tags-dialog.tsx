import { useChange } from "../../../api/queries.ts";
import { useMessages } from "../../../i18n/messages.tsx";
import { FormDialog } from "../../../ui/dialog/form-dialog.tsx";
import { DialogForm } from "../../../ui/form/dialog-form.tsx";
import { MultiSelectField, TagsField } from "../../../ui/form/multi-fields.tsx";
import { useApiForm } from "../../../ui/form/use-api-form.ts";
import { useToasts } from "../../../ui/state/toasts.tsx";
import { listsMessages } from "../messages.ts";
import { useListTags } from "./filters.ts";

type Props = {
  readonly ids: readonly string[];
  readonly isOpen: boolean;
  readonly onClose: () => void;
  readonly onDone: () => void;
};

export function TagsDialog({ ids, isOpen, onClose, onDone }: Props) {
  const { tag: t } = useMessages(listsMessages);
  return (
    <FormDialog isOpen={isOpen} onClose={onClose} title={t.title(ids.length)}>
      <TagsForm ids={ids} onClose={onClose} onDone={onDone} />
    </FormDialog>
  );
}

function TagsForm({ ids, onClose, onDone }: Omit<Props, "isOpen">) {
  const { tag: t } = useMessages(listsMessages);
  const toast = useToasts();
  const known = useListTags();
  const change = useChange("POST /lists/tags", { refresh: ["GET /lists", "GET /grid-tags"] });
  const form = useApiForm<{ add: string[]; remove: string[] }>({
    initial: { add: [], remove: [] },
    send: async (tags) => {
      await change.mutateAsync({ body: { ids: [...ids], ...tags } });
      toast.done(t.saved);
      onClose();
      onDone();
    },
  });
  return (
    <DialogForm form={form} submit={t.save} onClose={onClose}>
      <TagsField form={form} name="add" label={t.add} known={known} />
      <MultiSelectField
        form={form}
        name="remove"
        label={t.remove}
        options={known.map((tag) => ({ value: tag, label: tag }))}
        isOptional
      />
    </DialogForm>
  );
}
