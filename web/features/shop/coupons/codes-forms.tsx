import { FileInput } from "@mantine/core";
import { useState } from "react";
import { useChange } from "../../../api/queries.ts";
import { useMessages } from "../../../i18n/messages.tsx";
import { DialogForm } from "../../../ui/form/dialog-form.tsx";
import { TextAreaField } from "../../../ui/form/text-fields.tsx";
import { useApiForm } from "../../../ui/form/use-api-form.ts";
import { useToasts } from "../../../ui/state/toasts.tsx";
import { couponsMessages } from "./messages.ts";

const refresh = [
  "GET /coupon-stacks",
  "GET /coupon-stacks/{stack_id}",
  "GET /coupon-stacks/{stack_id}/coupons",
] as const;

type Props = { readonly stackId: string; readonly onClose: () => void };

/** Codes as text, or a file that is too long to paste. */
export function ImportCodesForm({ stackId, onClose }: Props) {
  const t = useMessages(couponsMessages);
  const toast = useToasts();
  const [file, setFile] = useState<File | null>(null);
  const add = useChange("POST /coupon-stacks/{stack_id}/codes", { refresh });
  const form = useApiForm({
    initial: { text: "" },
    messages: { text: t.importInvalid, file: t.importInvalid },
    send: async ({ text }) => {
      if (file === null && text.trim() === "") {
        form.setError("text", { message: t.importNone }, { shouldFocus: true });
        return;
      }
      const { counts } = await add.mutateAsync({
        params: { stack_id: stackId },
        ...(file === null ? { body: { text } } : { form: formWith(file) }),
      });
      toast.done(t.imported(counts.added, counts.duplicates, counts.invalid));
      onClose();
    },
  });
  return (
    <DialogForm form={form} submit={t.importCodes} onClose={onClose}>
      <TextAreaField form={form} name="text" label={t.importText} rows={8} isDisabled={file !== null} />
      <FileInput label={t.importFile} value={file} onChange={setFile} accept=".txt,.csv,text/plain" clearable />
    </DialogForm>
  );
}

function formWith(file: File): FormData {
  const form = new FormData();
  form.set("file", file);
  return form;
}

/** Codes that were used in the shop; a free code may be marked too. */
export function MarkUsedForm({ stackId, onClose }: Props) {
  const t = useMessages(couponsMessages);
  const toast = useToasts();
  const mark = useChange("POST /coupon-stacks/{stack_id}/used", { refresh });
  const form = useApiForm({
    initial: { text: "" },
    messages: { text: t.importInvalid },
    send: async ({ text }) => {
      const { marked, already, unknown } = await mark.mutateAsync({ params: { stack_id: stackId }, body: { text } });
      toast.done(t.marked(marked, already, unknown));
      onClose();
    },
  });
  return (
    <DialogForm form={form} submit={t.markUsed} onClose={onClose}>
      <TextAreaField form={form} name="text" label={t.markUsedText} rows={8} />
    </DialogForm>
  );
}
