import { useChange } from "../../api/queries.ts";
import { useMessages } from "../../i18n/messages.tsx";
import { FormDialog } from "../../ui/dialog/form-dialog.tsx";
import { DialogForm } from "../../ui/form/dialog-form.tsx";
import { TextField } from "../../ui/form/text-fields.tsx";
import { useApiForm } from "../../ui/form/use-api-form.ts";
import { useToasts } from "../../ui/state/toasts.tsx";
import type { Block, Part } from "../model/document.ts";
import { useEditor } from "../model/editor-context.tsx";
import { loadMjml } from "./element-mjml.ts";
import { elementMessages } from "./messages.ts";

type Props = { readonly node: Part | Block; readonly isOpen: boolean; readonly onClose: () => void };

/** Saves a block or a row for use in other e-mails. */
export function SaveElementDialog({ node, isOpen, onClose }: Props) {
  const t = useMessages(elementMessages);
  return (
    <FormDialog isOpen={isOpen} onClose={onClose} title={t.saveTitle}>
      <SaveForm node={node} onClose={onClose} />
    </FormDialog>
  );
}

function SaveForm({ node, onClose }: Omit<Props, "isOpen">) {
  const t = useMessages(elementMessages);
  const toast = useToasts();
  const { document } = useEditor();
  const create = useChange("POST /editor-elements", { refresh: ["GET /editor-elements"] });
  const form = useApiForm({
    initial: { name: "", category: "" },
    messages: { "conflict name": t.nameTaken, "validation limit": t.limit, "validation mjml": t.notSaveable },
    send: async ({ name, category }) => {
      const mjml = await loadMjml(node, document.settings);
      const kind = node.kind === "section" ? "section" : "block";
      await create.mutateAsync({ body: { name, kind, mjml, category: category.trim() === "" ? null : category } });
      toast.done(t.saved(name));
      onClose();
    },
  });
  return (
    <DialogForm form={form} submit={t.save} onClose={onClose}>
      <TextField form={form} name="name" label={t.name} isFirst />
      <TextField form={form} name="category" label={t.category} isOptional />
    </DialogForm>
  );
}
