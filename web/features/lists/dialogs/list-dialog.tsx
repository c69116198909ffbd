import { Button } from "@mantine/core";
import { useNavigate } from "@tanstack/react-router";
import { useState } from "react";
import { useChange } from "../../../api/queries.ts";
import { useMessages } from "../../../i18n/messages.tsx";
import { useShops } from "../../../ui/choices/use-choices.ts";
import { FormDialog } from "../../../ui/dialog/form-dialog.tsx";
import { Callout } from "../../../ui/display/callout.tsx";
import { CheckField, SelectField } from "../../../ui/form/choice-fields.tsx";
import { DialogForm } from "../../../ui/form/dialog-form.tsx";
import { TagsField } from "../../../ui/form/multi-fields.tsx";
import { TextAreaField, TextField } from "../../../ui/form/text-fields.tsx";
import { initialValues } from "../../../ui/form/initial-values.ts";
import { useApiForm, type ApiForm } from "../../../ui/form/use-api-form.ts";
import { useToasts } from "../../../ui/state/toasts.tsx";
import { useListTags } from "../grid/filters.ts";
import { listQueries, type List } from "../list-parts.ts";
import { listsMessages } from "../messages.ts";

type Props = { readonly isOpen: boolean; readonly onClose: () => void; readonly list?: List };

/** Creates a list, or edits the given one. */
export function ListDialog({ isOpen, onClose, list }: Props) {
  const t = useMessages(listsMessages);
  return (
    <FormDialog isOpen={isOpen} onClose={onClose} title={list === undefined ? t.create : t.edit}>
      <ListForm onClose={onClose} {...(list === undefined ? {} : { list })} />
    </FormDialog>
  );
}

const emptyTags: string[] = [];
const emptyList = {
  name: "",
  publicName: "",
  shopId: "",
  tags: emptyTags,
  note: "",
  notifyOnAdd: false,
  notifyOnUnsubscribe: false,
  senderName: "",
  senderEmail: "",
  replyTo: "",
  signatureHtml: "",
};

const orNull = (text: string | null): string | null => (text === null || text.trim() === "" ? null : text);

function ListForm({ onClose, list }: Omit<Props, "isOpen">) {
  const { form: t } = useMessages(listsMessages);
  const { options: shops } = useShops();
  const tags = useListTags();
  const [hasSender, setSender] = useState(Boolean(list?.senderEmail) || Boolean(list?.signatureHtml));
  const save = useSave(onClose, list);
  const form = useApiForm({
    initial: initialValues(emptyList, list),
    messages: { "conflict name": t.nameTaken },
    send: (values) =>
      save({
        ...values,
        shopId: orNull(values.shopId),
        publicName: orNull(values.publicName),
        note: orNull(values.note),
        senderName: orNull(values.senderName),
        senderEmail: orNull(values.senderEmail),
        replyTo: orNull(values.replyTo),
        signatureHtml: orNull(values.signatureHtml),
      }),
  });
  const isLocked = list?.locked ?? false;
  return (
    <DialogForm form={form} submit={list === undefined ? t.create : t.save} onClose={onClose}>
      {isLocked && <Callout tone="accent">{t.lockedNote}</Callout>}
      <TextField form={form} name="name" label={t.name} isFirst isDisabled={isLocked} />
      <TextField form={form} name="publicName" label={t.publicName} hint={t.publicNameHint} isOptional />
      <SelectField
        form={form}
        name="shopId"
        label={t.shop}
        hint={t.shopHint}
        options={shops}
        isOptional
        isClearable
        isDisabled={isLocked}
      />
      <TagsField form={form} name="tags" label={t.tags} known={tags} isOptional />
      <TextAreaField form={form} name="note" label={t.note} rows={2} isOptional />
      <CheckField form={form} name="notifyOnAdd" label={t.notifyOnAdd} />
      <CheckField form={form} name="notifyOnUnsubscribe" label={t.notifyOnUnsubscribe} />
      {hasSender ? (
        <SenderFields form={form} />
      ) : (
        <div>
          <Button variant="subtle" size="xs" onClick={() => setSender(true)}>
            {t.sending}
          </Button>
        </div>
      )}
    </DialogForm>
  );
}

function SenderFields({ form }: { readonly form: ApiForm<typeof emptyList> }) {
  const { form: t } = useMessages(listsMessages);
  return (
    <>
      <TextField form={form} name="senderName" label={t.senderName} isOptional />
      <TextField form={form} name="senderEmail" type="email" label={t.senderEmail} isOptional />
      <TextField form={form} name="replyTo" type="email" label={t.replyTo} isOptional />
      <TextAreaField form={form} name="signatureHtml" label={t.signature} rows={3} isOptional />
    </>
  );
}

type ListInput = Parameters<ReturnType<typeof useChange<"POST /lists">>["mutateAsync"]>[0]["body"];

function useSave(onClose: () => void, list: List | undefined): (input: ListInput) => Promise<void> {
  const { form: t } = useMessages(listsMessages);
  const toast = useToasts();
  const navigate = useNavigate();
  const create = useChange("POST /lists", { refresh: listQueries });
  const update = useChange("PATCH /lists/{list_id}", { refresh: [...listQueries, "GET /grid-tags"] });
  return async (input) => {
    if (list === undefined) {
      const { id, name } = await create.mutateAsync({ body: input });
      toast.done(t.created(name));
      await navigate({ to: "/lists/$listId", params: { listId: id } });
      return;
    }
    const { name, shopId, ...rest } = input;
    const body = list.locked ? rest : { name, shopId, ...rest };
    await update.mutateAsync({ params: { list_id: list.id }, body });
    toast.done(t.saved);
    onClose();
  };
}
