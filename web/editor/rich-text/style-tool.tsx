import { ActionIcon, ColorInput, NumberInput, Popover, Select } from "@mantine/core";
import type { Editor } from "@tiptap/core";
import { useEditorState } from "@tiptap/react";
import { useState } from "react";
import { useMessages } from "../../i18n/messages.tsx";
import { IconTypography } from "../../ui/icons.ts";
import { familyOf, fontNames, fonts } from "../model/look.ts";
import { richTextMessages } from "./messages.ts";
import { continueIn, selectedStyle, setStyle } from "./selection-style.ts";
import classes from "./rich-text.module.css";

const colors = ["#222222", "#5b5e66", "#ffffff", "#b42318", "#c4570a", "#8a6100", "#1d7a46", "#1f5fbf", "#6941c6"];

const isColor = (color: string) => /^#[0-9a-f]{6}$/i.test(color);

/** Font, size and colour of the selected words. */
export function StyleTool({ editor }: { editor: Editor }) {
  const t = useMessages(richTextMessages);
  const [isOpen, setOpen] = useState(false);
  const close = () => {
    setOpen(false);
    continueIn(editor).run();
  };
  return (
    <Popover opened={isOpen} onDismiss={close} width={240} shadow="md" trapFocus>
      <Popover.Target>
        <ActionIcon
          size={28}
          aria-label={t.style}
          title={t.style}
          className={classes["tool"] ?? ""}
          onMouseDown={(event) => event.preventDefault()}
          onClick={() => (isOpen ? close() : setOpen(true))}
        >
          <IconTypography size={16} />
        </ActionIcon>
      </Popover.Target>
      <Popover.Dropdown p={12}>{isOpen && <StyleFields editor={editor} />}</Popover.Dropdown>
    </Popover>
  );
}

function StyleFields({ editor }: { editor: Editor }) {
  const t = useMessages(richTextMessages);
  const { family, size, color } = useEditorState({
    editor,
    selector: ({ editor: now }) => {
      const style = selectedStyle(now);
      return { family: style.get("font-family"), size: style.get("font-size"), color: style.get("color") };
    },
  });
  const set = (property: string, value: string | undefined) => setStyle(editor, property, value);
  return (
    <div className={classes["styleFields"]}>
      <Select
        label={t.font}
        placeholder={t.asText}
        value={fonts.find((font) => familyOf(font) === family) ?? null}
        data={fonts.map((font) => ({ value: font, label: fontNames[font] }))}
        clearable
        clearButtonProps={{ "aria-label": `${t.clear}: ${t.font}` }}
        comboboxProps={{ withinPortal: false }}
        onChange={(chosen) => {
          const font = fonts.find((name) => name === chosen);
          set("font-family", font && familyOf(font));
        }}
      />
      <NumberInput
        label={t.size}
        placeholder={t.asText}
        value={size === undefined ? "" : Number.parseInt(size, 10)}
        min={8}
        max={96}
        suffix=" px"
        allowDecimal={false}
        allowNegative={false}
        onChange={(next) => {
          if (next === "") set("font-size", undefined);
          else if (Number(next) >= 8 && Number(next) <= 96) set("font-size", `${next}px`);
        }}
      />
      <ColorInput
        label={t.color}
        placeholder={t.asText}
        value={color ?? ""}
        format="hex"
        swatches={colors}
        withPicker={false}
        withEyeDropper={false}
        popoverProps={{ withinPortal: false }}
        onChange={(next) => (next === "" || isColor(next)) && set("color", next === "" ? undefined : next)}
      />
    </div>
  );
}
