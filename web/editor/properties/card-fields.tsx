import { SegmentedControl } from "@mantine/core";
import { useMessages } from "../../i18n/messages.tsx";
import { useLook } from "../model/editor-context.tsx";
import { buttonRadius } from "../model/look.ts";
import { ColorField, LineField, NumberField, Pair } from "./fields.tsx";
import type { BlockFieldsProps } from "./block-fields-props.ts";
import { propertyMessages } from "./messages.ts";
import classes from "./properties.module.css";

const maxLabel = 40;

/** How products of a feed look: a list, or cards in one to four columns with a button. */
export function CardFields({ block, change }: BlockFieldsProps<"products">) {
  const t = useMessages(propertyMessages);
  const look = useLook();
  const { columns } = block;
  return (
    <>
      <div>
        <p className={classes["label"]} id="cards-label">
          {t.columns}
        </p>
        <SegmentedControl
          fullWidth
          aria-labelledby="cards-label"
          value={String(columns ?? 0)}
          data={[{ value: "0", label: t.asList }, "1", "2", "3", "4"]}
          onChange={(chosen) => change({ columns: chosen === "0" ? undefined : Number(chosen) })}
        />
      </div>
      {columns !== undefined && (
        <>
          <LineField
            label={t.buttonLabel}
            hint={t.cardButtonHint}
            value={block.buttonLabel}
            onChange={(label = "") => change({ buttonLabel: label === "" ? undefined : label.slice(0, maxLabel) })}
          />
          {block.buttonLabel !== undefined && (
            <>
              <Pair>
                <ColorField
                  label={t.colors.buttonColor}
                  value={block.buttonColor}
                  inherited={look.buttonColor}
                  onChange={(buttonColor) => change({ buttonColor })}
                />
                <ColorField
                  label={t.colors.buttonTextColor}
                  value={block.buttonTextColor}
                  inherited={look.buttonTextColor}
                  onChange={(buttonTextColor) => change({ buttonTextColor })}
                />
              </Pair>
              <NumberField
                label={t.radius}
                value={block.radius}
                inherited={buttonRadius}
                min={0}
                max={60}
                onChange={(radius) => change({ radius })}
              />
            </>
          )}
        </>
      )}
    </>
  );
}
