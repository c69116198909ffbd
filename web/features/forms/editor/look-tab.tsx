import { ColorInput, ColorSwatch, NumberInput, Select, TextInput } from "@mantine/core";
import { PictureInput } from "../../../editor/files/picture-input.tsx";
import { useMessages } from "../../../i18n/messages.tsx";
import { optionsOf } from "../../../ui/choices/options.ts";
import { useQuery } from "@tanstack/react-query";
import { textColorOn } from "../../../../src/kernel/contrast.ts";
import { formLook } from "../../../../src/kernel/form-look.ts";
import { read } from "../../../api/queries.ts";
import { useCan } from "../../../api/session.tsx";
import { ButtonContrast, ContrastNote } from "../../../ui/display/contrast-note.tsx";
import { editorMessages } from "./messages.ts";
import type { FormContent, TabProps } from "./use-form-draft.ts";
import classes from "./editor.module.css";

type Design = FormContent["design"];

const emptyAsNull = (text: string) => (text === "" ? null : text);

const isColor = (text: string): boolean => /^#[\da-f]{6}$/i.test(text);

/** The colours of a form without own ones: those of the shop's brand, else ours. */
function useInheritedColors(shopId: string) {
  const can = useCan();
  const params = { shop_id: shopId };
  const { data: brand } = useQuery({ ...read("GET /shops/{shop_id}/brand", { params }), enabled: can("settings") });
  return {
    accentColor: brand?.primaryColor ?? `#${formLook.accentColor}`,
    backgroundColor: brand?.backgroundColor ?? `#${formLook.backgroundColor}`,
  };
}

/** Colours, font, corners and picture; what is empty comes from the brand of the shop. */
export function LookTab({ draft, canEdit }: TabProps) {
  const t = useMessages(editorMessages).look;
  const { design, shopId } = draft.content;
  const inherited = useInheritedColors(shopId);
  const accent = design.accentColor ?? inherited.accentColor;
  const background = design.backgroundColor ?? inherited.backgroundColor;
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
          inherited={inherited.accentColor}
          canEdit={canEdit}
          onChange={(accentColor) => set({ accentColor })}
        />
        <Color
          label={t.background}
          value={design.backgroundColor}
          inherited={inherited.backgroundColor}
          canEdit={canEdit}
          onChange={(backgroundColor) => set({ backgroundColor })}
        />
      </div>
      <div role="status">
        <ButtonContrast color={accent} />
        <ContrastNote name={t.formText} color={textOn(background)} background={background} />
      </div>
      <Select
        label={t.font}
        data={optionsOf(fonts)}
        value={design.font}
        placeholder={t.fonts.system}
        clearable
        clearButtonProps={{ "aria-label": t.ownFont }}
        disabled={!canEdit}
        onChange={(chosen) => set({ font: parseFont(chosen) })}
      />
      <div className={classes["pair"]}>
        <Pixels
          label={t.radius}
          value={design.radius}
          inherited={formLook.radius}
          min={0}
          max={40}
          canEdit={canEdit}
          onChange={(radius) => set({ radius })}
        />
        <Pixels
          label={t.width}
          value={design.width}
          inherited={formLook.width}
          min={240}
          max={800}
          canEdit={canEdit}
          onChange={(width) => set({ width })}
        />
      </div>
    </>
  );
}

const textOn = (background: string): string =>
  `#${textColorOn(background.slice(1), formLook.lightText, formLook.darkText)}`;

const fontNames = ["system", "arial", "verdana", "trebuchet", "georgia", "times", "courier"] as const;
const parseFont = (chosen: string | null): Design["font"] => fontNames.find((name) => name === chosen) ?? null;

type ValueProps<Value> = {
  readonly label: string;
  readonly value: Value | null;
  /** What counts without a value. */
  readonly inherited: Value;
  readonly canEdit: boolean;
  readonly onChange: (value: Value | null) => void;
};

function Color({ label, value, inherited, canEdit, onChange }: ValueProps<string>) {
  const t = useMessages(editorMessages).look;
  return (
    <ColorInput
      label={label}
      description={value === null ? t.fromBrand : undefined}
      value={value ?? ""}
      placeholder={inherited}
      leftSection={value === null ? <ColorSwatch color={inherited} size={18} /> : undefined}
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

function Pixels({
  label,
  value,
  inherited,
  canEdit,
  onChange,
  min,
  max,
}: ValueProps<number> & { min: number; max: number }) {
  return (
    <NumberInput
      label={label}
      value={value ?? ""}
      placeholder={`${inherited} px`}
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
