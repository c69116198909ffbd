import { ActionIcon, Button } from "@mantine/core";
import type { ComponentType } from "react";
import { useMessages } from "../../../../i18n/messages.tsx";
import { IconPlus, IconTrash } from "../../../../ui/icons.ts";
import { useAutomationEditor } from "../editor-context.ts";
import { findSecretPlace } from "../model/webhook-secrets.ts";
import { asList, asRecord, withProperty, type FieldProps } from "./field-props.ts";
import type { Fields } from "./field-shape.ts";
import { fieldMessages } from "./field-messages.ts";
import { useFieldName } from "./use-field-input.ts";
import { useFieldIssue } from "./use-field-issue.ts";
import classes from "./panel.module.css";

type Nested = { readonly field: ComponentType<FieldProps> };

function PropertyFields({
  path,
  of,
  fields,
  value,
  onChange,
  field: Inner,
}: Nested & {
  readonly path: string;
  /** The field of the config that the object is in. */
  readonly of: string;
  readonly fields: Fields;
  readonly value: unknown;
  readonly onChange: (value: unknown) => void;
}) {
  const record = asRecord(value);
  const place = findSecretPlace(of, record);
  const secret = place === undefined ? undefined : { isStored: record[place.state] === true };
  return Object.entries(fields).map(([name, shape]) => (
    <Inner
      key={name}
      path={`${path}.${name}`}
      name={name}
      shape={shape}
      value={record[name]}
      isRequired
      secret={name === place?.value ? secret : undefined}
      onChange={(next) => onChange(withProperty(record, name, next))}
    />
  ));
}

/** A list of objects, such as the headers of a webhook. */
export function RowsField({ path, name, shape, value, onChange, field }: FieldProps<"rows"> & Nested) {
  const t = useMessages(fieldMessages);
  const { canEdit } = useAutomationEditor();
  const fieldName = useFieldName();
  const issueOf = useFieldIssue();
  const rows = asList(value);
  const issue = issueOf(path, value);
  const replace = (index: number, next: readonly unknown[]) => onChange(rows.toSpliced(index, 1, ...next));
  return (
    <fieldset className={classes["nested"]} disabled={!canEdit}>
      <legend>{fieldName(name)}</legend>
      {rows.map((row, index) => (
        <div
          key={String(index)}
          className={classes["nestedRow"]}
          role="group"
          aria-label={t.row(fieldName(name), index + 1)}
        >
          <PropertyFields
            path={`${path}.${index}`}
            of={name}
            fields={shape.fields}
            value={row}
            onChange={(next) => replace(index, [next])}
            field={field}
          />
          <ActionIcon aria-label={t.remove(fieldName(name), index + 1)} onClick={() => replace(index, [])}>
            <IconTrash size={15} />
          </ActionIcon>
        </div>
      ))}
      {issue !== undefined && (
        <p className={classes["error"]} role="alert">
          {issue}
        </p>
      )}
      {rows.length < (shape.max ?? Number.POSITIVE_INFINITY) && (
        <Button
          variant="subtle"
          size="xs"
          leftSection={<IconPlus size={15} />}
          onClick={() => onChange([...rows, {}])}
          data-field={path}
        >
          {t.add}
        </Button>
      )}
    </fieldset>
  );
}

/** An object within the settings. One with a switch shows the rest only when it is on. */
export function GroupField({ path, name, shape, value, onChange, field }: FieldProps<"group"> & Nested) {
  const { canEdit } = useAutomationEditor();
  const fieldName = useFieldName();
  const { enabled, ...others } = shape.fields;
  const isOff = enabled !== undefined && asRecord(value)["enabled"] !== true;
  const fields: Fields = enabled === undefined ? others : { enabled, ...(isOff ? {} : others) };
  return (
    <fieldset className={classes["nested"]} disabled={!canEdit}>
      <legend>{fieldName(name)}</legend>
      <PropertyFields path={path} of={name} fields={fields} value={value} onChange={onChange} field={field} />
    </fieldset>
  );
}
