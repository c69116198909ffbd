import { Button } from "@mantine/core";
import { useState } from "react";
import { useMessages } from "../../i18n/messages.tsx";
import { IconColumns, IconPalette } from "../../ui/icons.ts";
import { defaultEmailLook } from "../../../src/kernel/email-look.ts";
import { patchSettings, type SettingsChange } from "../model/changes.ts";
import { createId, type Column, type Section } from "../model/document.ts";
import { fontNames, fonts } from "../model/look.ts";
import { useEditor } from "../model/editor-context.tsx";
import { ChoiceField, ColorField, LineField, NumberField, Pair, SwitchField } from "./fields.tsx";
import { useBrandSettings } from "../use-brand-settings.ts";
import type { Change } from "./block-fields-props.ts";
import { PictureField } from "./picture-field.tsx";
import { propertyMessages } from "./messages.ts";
import classes from "./properties.module.css";

/** Look of the whole e-mail, which blocks take unless they have their own. */
export function EmailFields() {
  const t = useMessages(propertyMessages);
  const { document, shopId, update, revision } = useEditor();
  const loadBrand = useBrandSettings(shopId);
  const [isBrandMissing, setBrandMissing] = useState(false);
  const settings = document.settings ?? {};
  const set = (fields: SettingsChange) =>
    update((before) => patchSettings(before, fields), `settings ${Object.keys(fields).join(" ")}`);
  const applyBrand = async () => {
    const brand = await loadBrand();
    const isMissing = Object.keys(brand).length === 0;
    setBrandMissing(isMissing);
    if (!isMissing) set(brand);
  };
  return (
    <div className={classes["fields"]} key={revision}>
      <Button variant="default" leftSection={<IconPalette size={16} />} onClick={() => void applyBrand()}>
        {t.applyBrand}
      </Button>
      {isBrandMissing && (
        <p className={classes["note"]} role="status">
          {t.brandMissing}
        </p>
      )}
      <ChoiceField
        label={t.font}
        value={settings.font}
        unset={fontNames[defaultEmailLook.font]}
        options={fonts.map((font) => ({ value: font, label: fontNames[font] }))}
        onChange={(font) => set({ font })}
      />
      <Pair>
        <NumberField
          label={t.fontSize}
          value={settings.fontSize}
          inherited={defaultEmailLook.fontSize}
          min={8}
          max={48}
          onChange={(fontSize) => set({ fontSize })}
        />
        <NumberField
          label={t.width}
          value={settings.width}
          inherited={defaultEmailLook.width}
          min={320}
          max={1000}
          onChange={(width) => set({ width })}
        />
      </Pair>
      {(["textColor", "linkColor", "buttonColor", "buttonTextColor", "contentColor", "backgroundColor"] as const).map(
        (name) => (
          <ColorField
            key={name}
            label={t.colors[name]}
            value={settings[name]}
            inherited={defaultEmailLook[name]}
            onChange={(color) => set({ [name]: color })}
          />
        ),
      )}
      <LineField label={t.title} value={settings.title} onChange={(title = "") => set({ title })} hint={t.titleHint} />
    </div>
  );
}

export function SectionFields({ section, change }: { section: Section; change: Change }) {
  const t = useMessages(propertyMessages);
  const { canArrange } = useEditor();
  const { columns } = section;
  return (
    <div className={classes["fields"]}>
      {canArrange && (
        <Button
          variant="default"
          leftSection={<IconColumns size={16} />}
          disabled={columns.length >= 6}
          onClick={() => change({ columns: [...columns, { id: createId(), blocks: [] }] }, "")}
        >
          {t.addColumn}
        </Button>
      )}
      <SwitchField
        label={t.stack}
        value={section.stackOnMobile !== false}
        onChange={(isStacked) => change({ stackOnMobile: isStacked === true })}
      />
      <SwitchField label={t.fullWidth} value={section.fullWidth} onChange={(fullWidth) => change({ fullWidth })} />
      <PictureField
        label={t.backgroundImage}
        src={section.backgroundImage ?? ""}
        onChange={(src) => change({ backgroundImage: src === "" ? undefined : src })}
      />
    </div>
  );
}

export function ColumnFields({ column, change }: { column: Column; change: Change }) {
  const t = useMessages(propertyMessages);
  return (
    <div className={classes["fields"]}>
      <NumberField
        label={t.width}
        value={column.width}
        min={5}
        max={100}
        suffix=" %"
        onChange={(width) => change({ width })}
      />
      <ChoiceField
        label={t.vertical}
        value={column.verticalAlign}
        unset={t.top}
        options={[
          { value: "top", label: t.top },
          { value: "middle", label: t.middle },
          { value: "bottom", label: t.bottom },
        ]}
        onChange={(verticalAlign) => change({ verticalAlign })}
      />
    </div>
  );
}
