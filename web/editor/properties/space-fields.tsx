import { useMessages } from "../../i18n/messages.tsx";
import { ColorField, NumberField } from "./fields.tsx";
import type { Change } from "./block-fields-props.ts";
import { propertyMessages } from "./messages.ts";
import classes from "./properties.module.css";

type Padding = { top: number; right: number; bottom: number; left: number };
type Spaced = { readonly padding?: Padding; readonly backgroundColor?: string };

const sides = ["top", "right", "bottom", "left"] as const;

/** Space around and background, which every part has. */
export function SpaceFields({ node, change }: { node: Spaced; change: Change }) {
  const t = useMessages(propertyMessages);
  const padding: Padding = node.padding ?? { top: 10, right: 25, bottom: 10, left: 25 };
  return (
    <div className={classes["fields"]}>
      <p className={classes["group"]}>{t.space}</p>
      <div className={classes["sides"]}>
        {sides.map((side) => (
          <NumberField
            key={side}
            label={t.sides[side]}
            value={node.padding?.[side]}
            min={0}
            max={200}
            suffix=""
            onChange={(size) => change({ padding: { ...padding, [side]: size ?? 0 } }, "padding")}
          />
        ))}
      </div>
      <ColorField
        label={t.background}
        value={node.backgroundColor}
        onChange={(backgroundColor) => change({ backgroundColor })}
      />
    </div>
  );
}
