import { MultiSelect, Select, TextInput } from "@mantine/core";
import { useState } from "react";
import { addDays, dayAt } from "../../../../i18n/company-time.ts";
import { useFormats, useMessages } from "../../../../i18n/messages.tsx";
import { optionsOf } from "../../../../ui/choices/options.ts";
import { useAutomationEditor } from "../editor-context.ts";
import { asRecord, asText, asTexts, withProperty, type FieldProps } from "./field-props.ts";
import { ContactFieldField } from "./contact-field.tsx";
import { fieldMessages } from "./field-messages.ts";
import { newTime } from "./new-time.ts";
import { NumberBox } from "./number-box.tsx";
import { ResolvedTime } from "./resolved-time.tsx";
import { useFieldName } from "./use-field-input.ts";
import { useFieldIssue } from "./use-field-issue.ts";
import classes from "./panel.module.css";

/** How long a wait is: some time, until a time of day, until a date, or by a date of the contact. */
export function TimeField(props: FieldProps<"time">) {
  const t = useMessages(fieldMessages);
  const { canEdit } = useAutomationEditor();
  const fieldName = useFieldName();
  const issueOf = useFieldIssue();
  const { path, name, shape, isRequired, onChange } = props;
  const [onlyKind, ...otherKinds] = shape.kinds;
  const isFixed = isRequired && onlyKind !== undefined && otherKinds.length === 0;
  const { timeZone } = useFormats();
  const [openedAt] = useState(() => new Date());
  const start = (one: string) => newTime(one, addDays(dayAt(openedAt, timeZone), 1));
  const value = props.value ?? (isFixed ? start(onlyKind) : undefined);
  const { kind } = asRecord(value);
  const kinds: Readonly<Record<string, string>> = t.choices.kind;
  const label = name === "spec" && !isRequired ? t.deadline : fieldName(name);
  const options = optionsOf(Object.fromEntries(shape.kinds.map((one) => [one, kinds[one] ?? one])));
  return (
    <fieldset className={classes["nested"]} disabled={!canEdit}>
      <legend>{label}</legend>
      {!isFixed && (
        <Select
          aria-label={t.kind}
          data={options}
          value={asText(kind) || null}
          onChange={(next) => onChange(next === null ? undefined : start(next))}
          clearable={!isRequired}
          allowDeselect={false}
          error={value === undefined ? issueOf(path, value) : undefined}
          placeholder={t.choose}
          data-field={path}
        />
      )}
      {value !== undefined && <Parts {...props} value={value} />}
      {value !== undefined && <ResolvedTime spec={value} isDeadline={!isRequired} />}
    </fieldset>
  );
}

function Parts({ path, value, onChange }: FieldProps<"time">) {
  const t = useMessages(fieldMessages);
  const issueOf = useFieldIssue();
  const spec = asRecord(value);
  const change = (name: string, next: unknown) => onChange(withProperty(spec, name, next));
  const inputOf = (name: string) => ({
    error: issueOf(`${path}.${name}`, spec[name]),
    "data-field": `${path}.${name}`,
  });
  const timeInput = (
    <TextInput
      label={t.time}
      type="time"
      value={asText(spec["time"])}
      onChange={(event) => change("time", event.currentTarget.value)}
      w={140}
      {...inputOf("time")}
    />
  );
  switch (spec["kind"]) {
    case "delay":
      return (
        <div className={classes["pair"]}>
          <NumberBox
            aria-label={t.amount}
            value={asText(spec["amount"])}
            onChange={(next) => change("amount", next ?? "")}
            min={1}
            allowDecimal={false}
            w={92}
            {...inputOf("amount")}
          />
          <Select
            aria-label={t.unit}
            data={optionsOf(t.choices.unit)}
            value={asText(spec["unit"])}
            onChange={(next) => change("unit", next ?? undefined)}
            allowDeselect={false}
            {...inputOf("unit")}
          />
        </div>
      );
    case "at":
      return (
        <>
          {timeInput}
          <Weekdays
            value={spec["weekdays"]}
            onChange={(next) => change("weekdays", next)}
            input={inputOf("weekdays")}
          />
        </>
      );
    case "date":
      return (
        <TextInput
          label={t.date}
          type="datetime-local"
          value={asText(spec["at"])}
          onChange={(event) => change("at", event.currentTarget.value.slice(0, 16))}
          {...inputOf("at")}
        />
      );
    default:
      return (
        <>
          <ContactFieldField
            path={`${path}.field`}
            name="field"
            shape={{ kind: "contactField", names: ["birthday", "nameDay"] }}
            value={spec["field"]}
            isRequired
            onChange={(next) => change("field", next)}
          />
          <NumberBox
            label={t.offset}
            value={asText(spec["offsetDays"])}
            onChange={(next) => change("offsetDays", next ?? "")}
            allowDecimal={false}
            w={140}
            {...inputOf("offsetDays")}
          />
          {timeInput}
        </>
      );
  }
}

type WeekdaysProps = {
  readonly value: unknown;
  readonly onChange: (value: unknown) => void;
  readonly input: { readonly error: string | undefined };
};

/** A Monday, so that days have their names from the calendar. */
const monday = "2024-01-01";

function Weekdays({ value, onChange, input }: WeekdaysProps) {
  const t = useMessages(fieldMessages);
  const { language } = useFormats();
  const names = new Intl.DateTimeFormat(language, { weekday: "long", timeZone: "UTC" });
  const data = [1, 2, 3, 4, 5, 6, 7].map((day) => {
    const at = new Date(monday);
    at.setUTCDate(day);
    return { value: String(day), label: names.format(at) };
  });
  const chosen = asTexts(value);
  return (
    <MultiSelect
      {...input}
      label={t.weekdays}
      data={data}
      value={chosen}
      onChange={(days) => onChange(days.length === 0 ? undefined : days.map(Number).toSorted((a, b) => a - b))}
      placeholder={chosen.length === 0 ? t.everyDay : ""}
    />
  );
}
