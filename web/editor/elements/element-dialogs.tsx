import type { OutputOf } from "../../api/operations.ts";
import { useChange } from "../../api/queries.ts";
import { useMessages } from "../../i18n/messages.tsx";
import { ConfirmDialog } from "../../ui/dialog/confirm-dialog.tsx";
import { FormDialog } from "../../ui/dialog/form-dialog.tsx";
import { DialogForm } from "../../ui/form/dialog-form.tsx";
import { TextField } from "../../ui/form/text-fields.tsx";
import { useApiForm } from "../../ui/form/use-api-form.ts";
import { useToasts } from "../../ui/state/toasts.tsx";
import type { Block, Part } from "../model/document.ts";
import { useEditor } from "../model/editor-context.tsx";
import { loadMjml } from "./element-mjml.ts";
import { elementMessages } from "./messages.ts";

export type SavedElement = OutputOf<"GET /editor-elements">["items"][number];

type Names = Pick<SavedElement, "name" | "category">;

type NameFormProps = {
  readonly initial: Names;
  readonly submit: string;
  readonly send: (names: Names) => Promise<unknown>;
  readonly onClose: () => void;
};

/** Name and group of a saved element. */
function NameForm({ initial, submit, send, onClose }: NameFormProps) {
  const t = useMessages(elementMessages);
  const form = useApiForm({
    initial: { name: initial.name, category: initial.category ?? "" },
    messages: { "conflict name": t.nameTaken, "validation limit": t.limit, "validation mjml": t.notSaveable },
    send: async ({ name, category }) => {
      await send({ name, category: category.trim() === "" ? null : category });
      onClose();
    },
  });
  return (
    <DialogForm form={form} submit={submit} onClose={onClose}>
      <TextField form={form} name="name" label={t.name} isFirst />
      <TextField form={form} name="category" label={t.category} isOptional />
    </DialogForm>
  );
}

type SaveProps = { readonly node: Part | Block; readonly isOpen: boolean; readonly onClose: () => void };

/** Saves a block or a row for use in other e-mails. */
export function SaveElementDialog({ node, isOpen, onClose }: SaveProps) {
  const t = useMessages(elementMessages);
  const toast = useToasts();
  const { document } = useEditor();
  const create = useChange("POST /editor-elements", { refresh: ["GET /editor-elements"] });
  const send = async (names: Names) => {
    const mjml = await loadMjml(node, document.settings);
    const kind = node.kind === "section" ? "section" : "block";
    const content = node.kind === "element" ? null : node;
    await create.mutateAsync({ body: { ...names, kind, mjml, content } });
    toast.done(t.saved(names.name));
  };
  return (
    <FormDialog isOpen={isOpen} onClose={onClose} title={t.saveTitle}>
      <NameForm initial={{ name: "", category: null }} submit={t.save} send={send} onClose={onClose} />
    </FormDialog>
  );
}

type ElementProps = { readonly element: SavedElement; readonly onClose: () => void };

export function RenameElementDialog({ element, isOpen, onClose }: ElementProps & { readonly isOpen: boolean }) {
  const t = useMessages(elementMessages);
  const change = useChange("PATCH /editor-elements/{element_id}", { refresh: ["GET /editor-elements"] });
  const send = (body: Names) => change.mutateAsync({ params: { element_id: element.id }, body });
  return (
    <FormDialog isOpen={isOpen} onClose={onClose} title={t.renameTitle}>
      <NameForm initial={element} submit={t.rename} send={send} onClose={onClose} />
    </FormDialog>
  );
}

export function DeleteElementDialog({ element, onClose }: ElementProps) {
  const t = useMessages(elementMessages);
  const toast = useToasts();
  const remove = useChange("DELETE /editor-elements/{element_id}", {
    refresh: ["GET /editor-elements"],
    onDone: onClose,
    onFailed: (error) => toast.failed(error),
  });
  return (
    <ConfirmDialog
      isOpen
      onClose={onClose}
      title={t.deleteTitle}
      action={t.delete}
      isDestructive
      isBusy={remove.isPending}
      onConfirm={() => remove.mutate({ params: { element_id: element.id } })}
    >
      {t.deleteText(element.name)}
    </ConfirmDialog>
  );
}
