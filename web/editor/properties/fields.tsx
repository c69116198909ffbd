import {
  ColorInput,
  ColorSwatch,
  NumberInput,
  SegmentedControl,
  Select,
  Switch,
  Textarea,
  TextInput,
} from "@mantine/core";
import type { ReactNode } from "react";
import { useFormats, useMessages } from "../../i18n/messages.tsx";
import { useTagInsertion } from "../tags/use-tag-insertion.tsx";
import { propertyMessages } from "./messages.ts";
import classes from "./properties.module.css";

type FieldProps<Value> = {
  readonly label: string;
  readonly value: Value | undefined;
  readonly onChange: (value: Value | undefined) => void;
  readonly hint?: string;
};

/** A line of text, into which data of the contact can be inserted. */
export function LineField({
  label,
  value,
  onChange,
  hint,
  hasTags = false,
  rows = 1,
}: FieldProps<string> & { hasTags?: boolean; rows?: number }) {
  const { ref, rightSection } = useTagInsertion(label, value ?? "", onChange);
  const shared = {
    label,
    description: hint,
    value: value ?? "",
    maxLength: 2000,
    autoComplete: "off",
    onChange: (event: { currentTarget: { value: string } }) => onChange(event.currentTarget.value),
  };
  const tags = hasTags ? { ref, rightSection } : {};
  return rows > 1 ? <Textarea {...shared} {...tags} rows={rows} /> : <TextInput {...shared} {...tags} />;
}

/** The colour that applies without one of its own; undefined where what is below shows through. */
type InheritedColor = { readonly inherited?: string | undefined };

export const ColorField = ({ label, value, onChange, inherited }: FieldProps<string> & InheritedColor) => {
  const t = useMessages(propertyMessages);
  return (
    <ColorInput
      label={label}
      value={value ?? ""}
      placeholder={inherited ?? t.none}
      {...(value === undefined && inherited !== undefined
        ? { leftSection: <ColorSwatch color={inherited} size={18} /> }
        : {})}
      withEyeDropper={false}
      format="hex"
      popoverProps={{ withinPortal: true }}
      onChange={(color) => onChange(/^#[0-9a-f]{6}$/i.test(color) ? color : undefined)}
    />
  );
};

type NumberProps = FieldProps<number> & {
  min: number;
  max: number;
  suffix?: string;
  step?: number;
  /** What applies without a value. */
  inherited?: number | string;
};

export function NumberField(props: NumberProps) {
  const { label, value, onChange, min, max, suffix = " px", step = 1, inherited } = props;
  const { language, number } = useFormats();
  return (
    <NumberInput
      decimalSeparator={language === "en" ? "." : ","}
      label={label}
      value={value ?? ""}
      placeholder={typeof inherited === "number" ? `${number(inherited)}${suffix}` : inherited}
      min={min}
      max={max}
      step={step}
      allowDecimal={step < 1}
      allowNegative={false}
      clampBehavior="blur"
      suffix={suffix}
      onChange={(next) => {
        if (next === "") onChange(undefined);
        else if (Number(next) >= min && Number(next) <= max) onChange(Number(next));
      }}
    />
  );
}

type ChoiceProps<Value extends string> = FieldProps<Value> & {
  readonly options: readonly { readonly value: Value; readonly label: string }[];
  /** Names what applies without a value. */
  readonly unset?: string;
};

export const ChoiceField = <Value extends string>({ label, value, onChange, options, unset }: ChoiceProps<Value>) => {
  const t = useMessages(propertyMessages);
  return (
    <Select
      label={label}
      value={value ?? null}
      placeholder={unset ?? t.fromSettings}
      data={[...options]}
      clearable
      clearButtonProps={{ "aria-label": `${t.clear}: ${label}` }}
      onChange={(chosen) => onChange(options.find((option) => option.value === chosen)?.value)}
    />
  );
};

export const SwitchField = ({ label, value, onChange, hint }: FieldProps<boolean>) => (
  <Switch
    label={label}
    description={hint}
    checked={value === true}
    onChange={(event) => onChange(event.currentTarget.checked)}
  />
);

type Align = "left" | "center" | "right";

export function AlignField({ value, onChange }: Omit<FieldProps<Align>, "label">) {
  const t = useMessages(propertyMessages);
  const options = [
    { value: "left" as const, label: t.left },
    { value: "center" as const, label: t.center },
    { value: "right" as const, label: t.right },
  ];
  return (
    <div>
      <p className={classes["label"]} id="align-label">
        {t.align}
      </p>
      <SegmentedControl
        fullWidth
        aria-labelledby="align-label"
        value={value ?? "left"}
        data={options}
        onChange={(chosen) => onChange(options.find((option) => option.value === chosen)?.value)}
      />
    </div>
  );
}

/** Two small fields beside each other. */
export const Pair = ({ children }: { children: ReactNode }) => <div className={classes["pair"]}>{children}</div>;
