import { PasswordInput, Select, Switch, TagsInput, Textarea, TextInput } from "@mantine/core";
import { useMessages } from "../../../../i18n/messages.tsx";
import { optionsOf } from "../../../../ui/choices/options.ts";
import { ContactFieldField, ValueField } from "./contact-field.tsx";
import { DefinitionField } from "./definition-field.tsx";
import { EmailKeyField } from "./email-key-field.tsx";
import { GroupField, RowsField } from "./nested-fields.tsx";
import { NumberBox } from "./number-box.tsx";
import { ReferenceField } from "./reference-field.tsx";
import { SharesField } from "./shares-field.tsx";
import { TimeField } from "./time-field.tsx";
import { asText, asTexts, type FieldProps, type Secret } from "./field-props.ts";
import { fieldMessages } from "./field-messages.ts";
import { useFieldInput, useFieldName } from "./use-field-input.ts";
import { useTagInsertion } from "../../../../editor/tags/use-tag-insertion.tsx";

/** The input of a field, by its shape in the grammar. */
export function Field(props: FieldProps) {
  const { shape } = props;
  switch (shape.kind) {
    case "reference":
      return <ReferenceField {...props} shape={shape} />;
    case "choice":
      return <ChoiceField {...props} shape={shape} />;
    case "flag":
      return <FlagField {...props} shape={shape} />;
    case "number":
      return <NumberField {...props} shape={shape} />;
    case "text":
      if (props.secret !== undefined) return <SecretField {...props} shape={shape} secret={props.secret} />;
      return <TextField {...props} shape={shape} />;
    case "texts":
      return <TextsField {...props} shape={shape} />;
    case "clock":
      return <ClockField {...props} shape={shape} />;
    case "email":
      return <EmailKeyField {...props} shape={shape} />;
    case "contactField":
      return <ContactFieldField {...props} shape={shape} />;
    case "value":
      return <ValueField {...props} shape={shape} />;
    case "time":
      return <TimeField {...props} shape={shape} />;
    case "definition":
      return <DefinitionField {...props} shape={shape} />;
    case "shares":
      return <SharesField {...props} shape={shape} />;
    case "rows":
      return <RowsField {...props} shape={shape} field={Field} />;
    case "group":
      return <GroupField {...props} shape={shape} field={Field} />;
  }
}

function ChoiceField(props: FieldProps<"choice">) {
  const t = useMessages(fieldMessages);
  const input = useFieldInput(props);
  const choices: Readonly<Record<string, Readonly<Record<string, string>>>> = t.choices;
  const labels = choices[props.name] ?? {};
  return (
    <Select
      {...input}
      data={optionsOf(Object.fromEntries(props.shape.values.map((value) => [value, labels[value] ?? value])))}
      value={typeof props.value === "string" ? props.value : null}
      onChange={(value) => props.onChange(value ?? undefined)}
      placeholder={props.isRequired ? t.choose : t.byDefault}
      clearable={!props.isRequired}
      allowDeselect={false}
    />
  );
}

function FlagField(props: FieldProps<"flag">) {
  const { label, error, disabled } = useFieldInput({ ...props, isRequired: true });
  return (
    <Switch
      label={label}
      error={error}
      disabled={disabled}
      data-field={props.path}
      checked={typeof props.value === "boolean" ? props.value : props.shape.isOn}
      onChange={(event) => props.onChange(event.currentTarget.checked)}
    />
  );
}

function NumberField(props: FieldProps<"number">) {
  const input = useFieldInput(props);
  const { min, max } = props.shape;
  return (
    <NumberBox
      {...input}
      value={asText(props.value)}
      onChange={props.onChange}
      allowDecimal={false}
      {...(min === undefined ? {} : { min })}
      {...(max === undefined ? {} : { max })}
      clampBehavior="none"
      w={140}
    />
  );
}

/** Texts of more than a line's length are written in several lines. */
const longText = 1000;

function TextField(props: FieldProps<"text">) {
  const input = useFieldInput(props);
  const { maxLength } = props.shape;
  const shared = {
    ...input,
    value: asText(props.value),
    ...(maxLength === undefined ? {} : { maxLength }),
    onChange: (event: { currentTarget: { value: string } }) =>
      props.onChange(event.currentTarget.value === "" ? undefined : event.currentTarget.value),
  };
  const isLong = maxLength !== undefined && maxLength >= longText && props.name !== "url" && props.name !== "value";
  const tags = useTagInsertion(useFieldName()(props.name), asText(props.value), props.onChange);
  const tagged = fieldsWithTags.has(props.name) && !input.disabled;
  if (isLong) return <Textarea {...shared} {...(tagged ? tags : {})} autosize minRows={4} maxRows={12} />;
  return <TextInput {...shared} {...(tagged ? tags : {})} />;
}

/** Fields of e-mails, which are filled in for each contact. */
const fieldsWithTags: ReadonlySet<string> = new Set(["subject", "preheader", "text"]);

/** The value of a secret is never shown: of a stored one it says so, and an empty input keeps it. */
function SecretField(props: FieldProps<"text"> & { readonly secret: Secret }) {
  const t = useMessages(fieldMessages);
  const input = useFieldInput(props);
  const { maxLength } = props.shape;
  return (
    <PasswordInput
      {...input}
      value={asText(props.value)}
      onChange={(event) => props.onChange(event.currentTarget.value)}
      {...(maxLength === undefined ? {} : { maxLength })}
      {...(props.secret.isStored ? { description: t.storedSecret, placeholder: "••••••••" } : {})}
      autoComplete="new-password"
      visibilityToggleButtonProps={{ "aria-label": t.showSecret, tabIndex: 0 }}
    />
  );
}

function TextsField(props: FieldProps<"texts">) {
  const input = useFieldInput(props);
  return (
    <TagsInput
      {...input}
      value={asTexts(props.value)}
      onChange={(values) => props.onChange(values.length === 0 ? undefined : values)}
      acceptValueOnBlur
    />
  );
}

function ClockField(props: FieldProps<"clock">) {
  const input = useFieldInput(props);
  return (
    <TextInput
      {...input}
      type="time"
      value={asText(props.value)}
      onChange={(event) => props.onChange(event.currentTarget.value || undefined)}
      w={140}
    />
  );
}
