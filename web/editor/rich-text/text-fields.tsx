import { useState } from "react";
import { Button } from "@mantine/core";
import { useMessages } from "../../i18n/messages.tsx";
import { LabelledCode } from "../../ui/code/code-editor.tsx";
import type { BlockFieldsProps } from "../properties/block-fields-props.ts";
import { useLook } from "../model/editor-context.tsx";
import { lineHeight } from "../model/look.ts";
import { AlignField, ColorField, NumberField, Pair } from "../properties/fields.tsx";
import { propertyMessages } from "../properties/messages.ts";
import classes from "../properties/properties.module.css";
import { RichText } from "./rich-text.tsx";
import { isRichText } from "./text-html.ts";

/** The words of a text block and their look. */
export function TextFields({ block, change }: BlockFieldsProps<"text">) {
  const t = useMessages(propertyMessages);
  const look = useLook();
  const [isCode, setCode] = useState(() => !isRichText(block.html));
  const setHtml = (html: string) => change({ html });
  return (
    <>
      {isCode ? (
        <>
          <p className={classes["note"]}>{t.codeTextNote}</p>
          <LabelledCode height={260} label={t.text} value={block.html} onChange={setHtml} />
          <Button variant="default" size="xs" onClick={() => setCode(false)}>
            {t.simplifyText}
          </Button>
        </>
      ) : (
        <RichText label={t.text} html={block.html} onChange={setHtml} />
      )}
      <AlignField value={block.align} onChange={(align) => change({ align })} />
      <Pair>
        <NumberField
          label={t.fontSize}
          value={block.fontSize}
          inherited={look.fontSize}
          min={8}
          max={96}
          onChange={(fontSize) => change({ fontSize })}
        />
        <NumberField
          label={t.lineHeight}
          value={block.lineHeight}
          inherited={lineHeight}
          min={0.8}
          max={3}
          step={0.1}
          suffix=""
          onChange={(lineHeight) => change({ lineHeight })}
        />
      </Pair>
      <ColorField
        label={t.color}
        value={block.color}
        inherited={look.textColor}
        onChange={(color) => change({ color })}
      />
    </>
  );
}
