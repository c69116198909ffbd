import { ColorInput, NumberInput, Select, TextInput } from "@mantine/core";
import { PictureInput } from "../../../editor/files/picture-input.tsx";
import { useMessages } from "../../../i18n/messages.tsx";
import { optionsOf } from "../../../ui/choices/options.ts";
import { ButtonContrast } from "../../../ui/display/contrast-note.tsx";
import { editorMessages } from "./messages.ts";
import type { FormContent, TabProps } from "./use-form-draft.ts";
import classes from "./editor.module.css";

type Design = FormContent["design"];

const emptyAsNull = (text: string) => (text === "" ? null : text);

const isColor = (text: string): boolean => /^#[\da-f]{6}$/i.test(text);

/** Colours, font, corners and picture; what is empty comes from the brand of the shop. */
export function LookTab({ draft, canEdit }: TabProps) {
  const t = useMessages(editorMessages).look;
  const { design } = draft.content;
  const set = (changes: Partial<Design>) => draft.change({ design: { ...design, ...changes } });
  const fonts: Readonly<Record<string, string>> = t.fonts;
  return (
    <>
      <PictureInput
        label={t.image}
        src={design.imageUrl ?? ""}
        isDisabled={!canEdit}
        onChange={(imageUrl) => set({ imageUrl: emptyAsNull(imageUrl) })}
      />
      <PictureInput
        label={t.logo}
        src={design.logoUrl ?? ""}
        isDisabled={!canEdit}
        error={draft.failure?.word === "design.logoUrl" ? t.addressRefused : undefined}
        onChange={(logoUrl) => set({ logoUrl: emptyAsNull(logoUrl) })}
      >
        <TextInput
          aria-label={t.logoAddress}
          type="url"
          value={design.logoUrl ?? ""}
          placeholder="https://"
          onChange={(event) => set({ logoUrl: emptyAsNull(event.currentTarget.value) })}
        />
      </PictureInput>
      <div className={classes["pair"]}>
        <Color
          label={t.accent}
          value={design.accentColor}
          canEdit={canEdit}
          onChange={(accentColor) => set({ accentColor })}
        />
        <Color
          label={t.background}
          value={design.backgroundColor}
          canEdit={canEdit}
          onChange={(backgroundColor) => set({ backgroundColor })}
        />
      </div>
      {design.accentColor !== null && <ButtonContrast color={design.accentColor} />}
      <Select
        label={t.font}
        data={optionsOf(fonts)}
        value={design.font}
        placeholder={t.ownFont}
        clearable
        clearButtonProps={{ "aria-label": t.ownFont }}
        disabled={!canEdit}
        onChange={(chosen) => set({ font: parseFont(chosen) })}
      />
      <div className={classes["pair"]}>
        <Pixels
          label={t.radius}
          value={design.radius}
          min={0}
          max={40}
          canEdit={canEdit}
          onChange={(radius) => set({ radius })}
        />
        <Pixels
          label={t.width}
          value={design.width}
          min={240}
          max={800}
          canEdit={canEdit}
          onChange={(width) => set({ width })}
        />
      </div>
    </>
  );
}

const fontNames = ["system", "arial", "verdana", "trebuchet", "georgia", "times", "courier"] as const;
const parseFont = (chosen: string | null): Design["font"] => fontNames.find((name) => name === chosen) ?? null;

type ValueProps<Value> = {
  readonly label: string;
  readonly value: Value | null;
  readonly canEdit: boolean;
  readonly onChange: (value: Value | null) => void;
};

function Color({ label, value, canEdit, onChange }: ValueProps<string>) {
  const t = useMessages(editorMessages).look;
  return (
    <ColorInput
      label={label}
      value={value ?? ""}
      placeholder={t.fromBrand}
      withEyeDropper={false}
      format="hex"
      disabled={!canEdit}
      popoverProps={{ withinPortal: true }}
      onChange={(color) => {
        if (isColor(color) || color === "") onChange(color === "" ? null : color);
      }}
    />
  );
}

function Pixels({ label, value, canEdit, onChange, min, max }: ValueProps<number> & { min: number; max: number }) {
  const t = useMessages(editorMessages).look;
  return (
    <NumberInput
      label={label}
      value={value ?? ""}
      placeholder={t.ownSize}
      min={min}
      max={max}
      suffix=" px"
      allowDecimal={false}
      allowNegative={false}
      clampBehavior="blur"
      disabled={!canEdit}
      onChange={(next) => {
        if (next === "") onChange(null);
        else if (Number(next) >= min && Number(next) <= max) onChange(Number(next));
      }}
    />
  );
}
