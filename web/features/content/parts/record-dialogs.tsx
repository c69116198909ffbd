import type { ReactNode } from "react";
import type { ApiFailure } from "../../../api/api-failure.ts";
import { useMessages } from "../../../i18n/messages.tsx";
import { ConfirmDialog } from "../../../ui/dialog/confirm-dialog.tsx";
import { FormDialog } from "../../../ui/dialog/form-dialog.tsx";
import { DialogForm } from "../../../ui/form/dialog-form.tsx";
import { TextField } from "../../../ui/form/text-fields.tsx";
import { useApiForm } from "../../../ui/form/use-api-form.ts";
import { Rejection } from "../../../ui/state/rejection.tsx";
import { partsMessages } from "./messages.ts";

type CreateProps = {
  readonly isOpen: boolean;
  readonly onClose: () => void;
  readonly title: string;
  readonly onCreate: (name: string) => Promise<unknown>;
};

/** Asks for the name of something new; its editor opens afterwards. */
export const CreateDialog = ({ isOpen, onClose, title, onCreate }: CreateProps) => (
  <FormDialog isOpen={isOpen} onClose={onClose} title={title}>
    <CreateForm onClose={onClose} onCreate={onCreate} />
  </FormDialog>
);

function CreateForm({ onClose, onCreate }: Pick<CreateProps, "onClose" | "onCreate">) {
  const t = useMessages(partsMessages);
  const form = useApiForm({
    initial: { name: "" },
    messages: { "conflict name": t.nameTaken },
    send: ({ name }) => onCreate(name),
  });
  return (
    <DialogForm form={form} submit={t.create} onClose={onClose}>
      <TextField form={form} name="name" label={t.name} isFirst />
    </DialogForm>
  );
}

type DeleteProps = {
  readonly name: string;
  readonly isOpen: boolean;
  readonly onClose: () => void;
  readonly onConfirm: () => void;
  readonly isBusy: boolean;
  readonly error: ApiFailure | null;
  /** What is lost. */
  readonly children: ReactNode;
};

/** The name has to be typed. */
export function DeleteDialog({ name, error, children, ...rest }: DeleteProps) {
  const t = useMessages(partsMessages);
  return (
    <ConfirmDialog
      {...rest}
      title={t.deleteTitle(name)}
      action={t.deleteDo}
      typed={name}
      isDestructive
      failure={<Rejection error={error} messages={{ "conflict used": t.used }} />}
    >
      {children}
    </ConfirmDialog>
  );
}
