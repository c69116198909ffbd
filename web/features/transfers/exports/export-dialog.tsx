import { Button } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { read, useChange } from "../../../api/queries.ts";
import { useFormats, useMessages } from "../../../i18n/messages.tsx";
import { optionsOf } from "../../../ui/choices/options.ts";
import { useListChoices, usePurposeChoices } from "../../../ui/choices/use-choices.ts";
import { FormDialog } from "../../../ui/dialog/form-dialog.tsx";
import { CheckField, SelectField } from "../../../ui/form/choice-fields.tsx";
import { DialogForm } from "../../../ui/form/dialog-form.tsx";
import { MultiSelectField } from "../../../ui/form/multi-fields.tsx";
import { TextField } from "../../../ui/form/text-fields.tsx";
import { useApiForm } from "../../../ui/form/use-api-form.ts";
import { useToasts } from "../../../ui/state/toasts.tsx";
import { contactFieldMessages } from "../../../ui/names/contact-fields.ts";
import { transfersMessages } from "../messages.ts";
import { exportsMessages } from "./messages.ts";
import classes from "./exports.module.css";

export function ExportDialog({ isOpen, onClose }: { isOpen: boolean; onClose: () => void }) {
  const t = useMessages(exportsMessages);
  return (
    <FormDialog isOpen={isOpen} onClose={onClose} title={t.new}>
      <ExportForm onClose={onClose} />
    </FormDialog>
  );
}

const basicFields = ["email", "firstName", "lastName", "status", "createdAt"];
type Values = {
  name: string;
  selection: "all" | "lists" | "bounced" | "blacklisted";
  listIds: string[];
  purposeIds: string[];
  fields: string[];
  encoding: "utf-8" | "windows-1250";
  delimiter: "," | ";" | "\t";
  bom: boolean;
};

function ExportForm({ onClose }: { onClose: () => void }) {
  const t = useMessages(exportsMessages);
  const { delimiters, encodings } = useMessages(transfersMessages);
  const { date } = useFormats();
  const [today] = useState(() => new Date());
  const toast = useToasts();
  const create = useChange("POST /exports", { refresh: ["GET /exports", "GET /running-actions"] });
  const fields = useFieldChoices();
  const lists = useListChoices();
  const purposes = usePurposeChoices();
  const form = useApiForm<Values>({
    initial: {
      name: `${t.form.nameDefault} ${date(today)}`,
      selection: "all",
      listIds: [],
      purposeIds: [],
      fields: basicFields,
      encoding: "utf-8",
      delimiter: ";",
      bom: true,
    },
    messages: { listIds: t.form.listNeeded, fields: t.form.fieldNeeded },
    send: async ({ bom, listIds, purposeIds, ...values }) => {
      await create.mutateAsync({
        body: {
          ...values,
          ...(values.encoding === "utf-8" ? { bom } : {}),
          ...(values.selection === "lists" ? { listIds } : {}),
          ...(purposeIds.length === 0 ? {} : { purposeIds }),
        },
      });
      toast.done(t.form.started);
      onClose();
    },
  });
  const [selection, encoding] = form.watch(["selection", "encoding"]);
  const presets = [
    { key: "basic", label: t.form.presets.basic, keys: basicFields },
    { key: "importable", label: t.form.presets.importable, keys: fields.importable },
    { key: "all", label: t.form.presets.all, keys: fields.choices.map(({ value }) => value) },
  ];
  return (
    <DialogForm form={form} submit={t.form.doing} onClose={onClose}>
      <TextField form={form} name="name" label={t.form.name} isFirst />
      <SelectField form={form} name="selection" label={t.form.selection} options={optionsOf(t.selections)} />
      {selection === "lists" && <MultiSelectField form={form} name="listIds" label={t.form.lists} options={lists} />}
      <MultiSelectField form={form} name="purposeIds" label={t.form.purposes} options={purposes} isOptional />
      <div>
        <MultiSelectField
          form={form}
          name="fields"
          label={t.form.fields}
          hint={t.form.fieldsHint}
          options={fields.choices}
        />
        <div className={classes["presets"]}>
          {presets.map(({ key, label, keys }) => (
            <Button key={key} variant="subtle" size="xs" onClick={() => form.setValue("fields", [...keys])}>
              {label}
            </Button>
          ))}
        </div>
      </div>
      <div className={classes["row"]}>
        <SelectField
          form={form}
          name="encoding"
          label={t.form.encoding}
          options={optionsOf(encodings).filter(({ value }) => value === "utf-8" || value === "windows-1250")}
        />
        <SelectField
          form={form}
          name="delimiter"
          label={t.form.delimiter}
          options={optionsOf(delimiters).filter(({ value }) => value !== "|")}
        />
      </div>
      {encoding === "utf-8" && <CheckField form={form} name="bom" label={t.form.bom} />}
    </DialogForm>
  );
}

function useFieldChoices() {
  const names: Readonly<Record<string, string>> = useMessages(contactFieldMessages);
  const { data } = useQuery({ ...read("GET /export-fields"), staleTime: 60_000 });
  const items = data?.items ?? [];
  return {
    choices: items.map(({ field, name }) => ({ value: field, label: names[field] ?? name })),
    importable: items.filter((item) => item.importable).map(({ field }) => field),
  };
}
