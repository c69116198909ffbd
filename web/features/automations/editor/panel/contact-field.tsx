import { Checkbox, MultiSelect, Select, TextInput } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { read } from "../../../../api/queries.ts";
import { useMessages } from "../../../../i18n/messages.tsx";
import { namedOptions, type Choice } from "../../../../ui/choices/options.ts";
import { contactFieldMessages } from "../../../../ui/names/contact-fields.ts";
import { useAutomationEditor } from "../editor-context.ts";
import { asText, asTexts, type FieldProps } from "./field-props.ts";
import { fieldMessages } from "./field-messages.ts";
import { NumberBox } from "./number-box.tsx";
import { useNodeConfig } from "./shown-node.ts";
import { useFieldInput } from "./use-field-input.ts";
import classes from "./panel.module.css";

const prefix = "customFields.";

/** A field of the contact. Where only dates fit, custom fields of dates are offered. */
export function ContactFieldField(props: FieldProps<"contactField">) {
  const t = useMessages(fieldMessages);
  const names: Readonly<Record<string, string>> = useMessages(contactFieldMessages);
  const { data } = useAutomationEditor();
  const input = useFieldInput(props);
  const isDate = props.shape.names.every((name) => name === "birthday" || name === "nameDay");
  const options = [
    ...props.shape.names.map((name) => ({ value: name, label: names[name] ?? name })),
    ...data.customFields
      .filter(({ type }) => !isDate || type === "date")
      .map(({ id, name }) => ({ value: `${prefix}${id}`, label: name })),
  ];
  return (
    <Select
      {...input}
      data={options}
      value={asText(props.value) || null}
      onChange={(value) => props.onChange(value ?? undefined)}
      searchable
      nothingFoundMessage={t.nothingFound}
      placeholder={t.choose}
      allowDeselect={false}
    />
  );
}

/** The value that a field is set to; the type of a custom field decides the input. Null empties the field. */
export function ValueField(props: FieldProps<"value">) {
  const t = useMessages(fieldMessages);
  const { data } = useAutomationEditor();
  const { field } = useNodeConfig();
  const input = useFieldInput(props);
  const custom = data.customFields.find(({ id }) => `${prefix}${id}` === field);
  const { data: fields } = useQuery({ ...read("GET /custom-fields"), enabled: custom !== undefined });
  const options = fields?.items.find(({ id }) => id === custom?.id)?.options ?? [];
  return (
    <div>
      {props.value !== null && (
        <TypedValue props={props} type={typeOf(custom?.type, field)} options={namedOptions(options)} input={input} />
      )}
      <Checkbox
        className={classes["under"] ?? ""}
        label={t.valueNull}
        checked={props.value === null}
        disabled={input.disabled}
        onChange={(event) => props.onChange(event.currentTarget.checked ? null : undefined)}
      />
    </div>
  );
}

const typeOf = (type: string | undefined, field: unknown): string => type ?? (field === "birthday" ? "date" : "text");

type TypedValueProps = {
  readonly props: FieldProps<"value">;
  readonly type: string;
  readonly options: readonly Choice[];
  readonly input: ReturnType<typeof useFieldInput>;
};

function TypedValue({ props: { value, onChange }, type, options, input }: TypedValueProps) {
  const t = useMessages(fieldMessages);
  switch (type) {
    case "number":
      return <NumberBox {...input} value={asText(value)} onChange={onChange} />;
    case "bool":
      return (
        <Checkbox
          label={t.valueFlag}
          checked={value === true}
          disabled={input.disabled}
          onChange={(event) => onChange(event.currentTarget.checked)}
        />
      );
    case "select":
      return (
        <Select
          {...input}
          data={[...options]}
          value={asText(value) || null}
          onChange={(next) => onChange(next ?? undefined)}
          placeholder={t.choose}
          allowDeselect={false}
        />
      );
    case "multiselect":
      return (
        <MultiSelect
          {...input}
          data={[...options]}
          value={asTexts(value)}
          onChange={(next) => onChange(next.length === 0 ? undefined : next)}
        />
      );
    default:
      return (
        <TextInput
          {...input}
          type={type === "date" ? "date" : "text"}
          value={asText(value)}
          onChange={(event) => onChange(event.currentTarget.value || undefined)}
        />
      );
  }
}
