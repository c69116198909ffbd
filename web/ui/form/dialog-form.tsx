import { Button } from "@mantine/core";
import type { ReactNode } from "react";
import type { FieldValues } from "react-hook-form";
import { useMessages } from "../../i18n/messages.tsx";
import { DialogFoot } from "../dialog/form-dialog.tsx";
import { useUnsavedInput } from "../dialog/unsaved-input.ts";
import { uiMessages } from "../messages.ts";
import { Form, SubmitButton } from "./form.tsx";
import type { ApiForm } from "./use-api-form.ts";

/** The form of a dialog: its fields, then the way back and the button that sends it. */
export function DialogForm<Values extends FieldValues>({
  form,
  submit,
  onClose,
  children,
}: {
  form: ApiForm<Values>;
  submit: string;
  onClose: () => void;
  children: ReactNode;
}) {
  const t = useMessages(uiMessages);
  useUnsavedInput(form.formState.isDirty);
  return (
    <Form
      form={form}
      foot={
        <DialogFoot>
          <Button variant="default" onClick={onClose}>
            {t.cancel}
          </Button>
          <SubmitButton form={form}>{submit}</SubmitButton>
        </DialogFoot>
      }
    >
      {children}
    </Form>
  );
}
