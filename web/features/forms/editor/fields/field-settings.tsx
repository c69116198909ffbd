import { ActionIcon, Button, Checkbox, Select, TextInput } from "@mantine/core";
import { useMessages } from "../../../../i18n/messages.tsx";
import { IconArrowDown, IconArrowUp, IconPlus, IconTrash, IconX } from "../../../../ui/icons.ts";
import { fieldMessages } from "./messages.ts";
import { addedTypes, newField, withOptions, type FormField } from "./field-model.ts";
import { TargetSelect } from "./target-select.tsx";
import classes from "../editor.module.css";

type Props = {
  readonly field: FormField;
  readonly fields: readonly FormField[];
  readonly canEdit: boolean;
  /** The property that the server refused. */
  readonly refused: string | undefined;
  readonly onChange: (field: FormField) => void;
  readonly onMove: (step: 1 | -1) => void;
  readonly onRemove: () => void;
};

/** What one field asks, and where the answer goes. */
export function FieldSettings({ field, fields, canEdit, refused, onChange, onMove, onRemove }: Props) {
  const t = useMessages(fieldMessages);
  const { type, label, required, value = "", target, options = [] } = field;
  const index = fields.indexOf(field);
  const errorOf = (property: string) => (refused === property ? t.refused : undefined);
  const setType = (chosen: string | null) => {
    const next = addedTypes.find((one) => one === chosen);
    if (next === undefined) return;
    const made = newField([], next, { label, option: (number) => t.option(number).replaceAll("\u00a0", " ") });
    onChange({ ...made, key: field.key, required: next !== "hidden" && required, target });
  };
  const setValue = (text: string) => {
    const { value: _value, ...rest } = field;
    onChange(text === "" ? rest : { ...rest, value: text });
  };
  return (
    <fieldset className={classes["settings"]} disabled={!canEdit} aria-label={label}>
      <TextInput
        label={t.label}
        value={label}
        maxLength={500}
        error={errorOf("label")}
        onChange={(event) => onChange({ ...field, label: event.currentTarget.value })}
      />
      {type !== "email" && (
        <>
          <Select
            label={t.type}
            data={addedTypes.map((one) => ({ value: one, label: t.types[one] }))}
            value={type}
            allowDeselect={false}
            disabled={!canEdit}
            onChange={setType}
          />
          {type === "select" && <Options field={field} refused={errorOf("options")} onChange={onChange} />}
          {type === "select" ? (
            <Select
              label={t.prefill}
              data={options.map((option) => ({ value: option.value, label: option.label }))}
              value={value === "" ? null : value}
              placeholder={t.noPrefill}
              clearable
              clearButtonProps={{ "aria-label": t.noPrefill }}
              disabled={!canEdit}
              onChange={(chosen) => setValue(chosen ?? "")}
            />
          ) : (
            type !== "checkbox" && (
              <TextInput
                label={type === "hidden" ? t.hiddenValue : t.prefill}
                description={type === "hidden" ? t.hiddenHint(field.key) : undefined}
                value={value}
                maxLength={500}
                error={errorOf("value")}
                onChange={(event) => setValue(event.currentTarget.value)}
              />
            )
          )}
          <TargetSelect field={field} fields={fields} canEdit={canEdit} onChange={onChange} />
          {type !== "hidden" && (
            <Checkbox
              label={t.required}
              checked={required}
              onChange={(event) => onChange({ ...field, required: event.currentTarget.checked })}
            />
          )}
        </>
      )}
      {canEdit && (
        <div className={classes["moves"]}>
          <ActionIcon size={28} aria-label={t.moveUp(label)} disabled={index === 0} onClick={() => onMove(-1)}>
            <IconArrowUp size={15} />
          </ActionIcon>
          <ActionIcon
            size={28}
            aria-label={t.moveDown(label)}
            disabled={index === fields.length - 1}
            onClick={() => onMove(1)}
          >
            <IconArrowDown size={15} />
          </ActionIcon>
          {type !== "email" && (
            <Button variant="subtle" color="red" size="xs" leftSection={<IconTrash size={15} />} onClick={onRemove}>
              {t.remove}
            </Button>
          )}
        </div>
      )}
    </fieldset>
  );
}

type OptionsProps = {
  readonly field: FormField;
  readonly refused: string | undefined;
  readonly onChange: (field: FormField) => void;
};

/** What is stored of an option is what was written first; its label can be changed later. */
function Options({ field, refused, onChange }: OptionsProps) {
  const t = useMessages(fieldMessages);
  const options = field.options ?? [];
  const values = new Set(options.map(({ value }) => value));
  const set = (next: typeof options) => onChange(withOptions(field, next));
  const add = () => {
    let number = options.length + 1;
    const nameOf = (count: number) => t.option(count).replaceAll("\u00a0", " ");
    while (values.has(nameOf(number))) number += 1;
    set([...options, { value: nameOf(number), label: nameOf(number) }]);
  };
  return (
    <div className={classes["options"]} role="group" aria-label={t.options}>
      <p>{t.options}</p>
      {options.map((option, index) => (
        <TextInput
          // An option has no identity but its place.
          key={index}
          aria-label={t.option(index + 1)}
          value={option.label}
          maxLength={500}
          error={refused}
          onChange={(event) => {
            const label = event.currentTarget.value;
            const isSame = option.value === option.label && label !== "" && !values.has(label);
            set(options.with(index, { value: isSame ? label : option.value, label }));
          }}
          rightSection={
            options.length > 1 && (
              <ActionIcon
                size={24}
                aria-label={t.removeOption(option.label)}
                onClick={() => set(options.toSpliced(index, 1))}
              >
                <IconX size={14} />
              </ActionIcon>
            )
          }
        />
      ))}
      <Button variant="subtle" size="xs" leftSection={<IconPlus size={15} />} onClick={add}>
        {t.addOption}
      </Button>
    </div>
  );
}
