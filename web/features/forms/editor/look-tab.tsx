import { Button, ColorInput, NumberInput, Select, TextInput } from "@mantine/core";
import { useState } from "react";
import { textColorOn, contrast } from "../../../../src/kernel/contrast.ts";
import { FilePicker } from "../../../editor/files/file-picker.tsx";
import { useFormats, useMessages } from "../../../i18n/messages.tsx";
import { optionsOf } from "../../../ui/choices/options.ts";
import { IconPhoto } from "../../../ui/icons.ts";
import { editorMessages } from "./messages.ts";
import type { FormContent, TabProps } from "./use-form-draft.ts";
import classes from "./editor.module.css";

type Design = FormContent["design"];

const isColor = (text: string): boolean => /^#[\da-f]{6}$/i.test(text);

/** Colours, font, corners and picture; what is empty comes from the brand of the shop. */
export function LookTab({ draft, canEdit }: TabProps) {
  const t = useMessages(editorMessages).look;
  const { design } = draft.content;
  const set = (changes: Partial<Design>) => draft.change({ design: { ...design, ...changes } });
  const fonts: Readonly<Record<string, string>> = t.fonts;
  return (
    <>
      <PictureField
        label={t.image}
        src={design.imageUrl}
        canEdit={canEdit}
        onChange={(imageUrl) => set({ imageUrl })}
      />
      <PictureField label={t.logo} src={design.logoUrl} canEdit={canEdit} onChange={(logoUrl) => set({ logoUrl })} />
      <TextInput
        label={t.logoAddress}
        type="url"
        value={design.logoUrl ?? ""}
        placeholder="https://"
        disabled={!canEdit}
        error={draft.failure?.word === "design.logoUrl" ? t.addressRefused : undefined}
        onChange={(event) => {
          const { value } = event.currentTarget;
          set({ logoUrl: value === "" ? null : value });
        }}
      />
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
      {design.accentColor !== null && <Contrast color={design.accentColor} />}
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

/** The words of the button are dark or light, whichever is easier to read on its colour. */
function Contrast({ color }: { color: string }) {
  const t = useMessages(editorMessages).look;
  const { number } = useFormats();
  const accent = color.slice(1);
  const text = textColorOn(accent, "ffffff", "10141a");
  const ratio = contrast(accent, text);
  return (
    <p className={classes["contrast"]}>
      <svg className={classes["swatch"]} viewBox="0 0 64 28" aria-hidden="true">
        <rect width="64" height="28" fill={`#${accent}`} />
        <text x="32" y="19" textAnchor="middle" fontSize="13" fontWeight="600" fill={`#${text}`}>
          Abc
        </text>
      </svg>
      {t.contrast(number(Math.round(ratio * 10) / 10), ratio >= 4.5)}
    </p>
  );
}

type PictureProps = {
  readonly label: string;
  readonly src: string | null;
  readonly canEdit: boolean;
  readonly onChange: (src: string | null) => void;
};

function PictureField({ label, src, canEdit, onChange }: PictureProps) {
  const t = useMessages(editorMessages).look;
  const [isPicking, setPicking] = useState(false);
  return (
    <div role="group" aria-label={label}>
      <h2>{label}</h2>
      <div className={classes["picture"]}>
        {src !== null && /^https?:/.test(src) && <img src={src} alt="" />}
        {canEdit && (
          <Button variant="default" size="xs" leftSection={<IconPhoto size={15} />} onClick={() => setPicking(true)}>
            {t.pick}
          </Button>
        )}
        {canEdit && src !== null && (
          <Button variant="subtle" color="gray" size="xs" onClick={() => onChange(null)}>
            {t.removePicture}
          </Button>
        )}
      </div>
      <FilePicker isOpen={isPicking} onClose={() => setPicking(false)} onPick={({ url }) => onChange(url)} />
    </div>
  );
}
