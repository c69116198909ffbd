import { useMessages } from "../../i18n/messages.tsx";
import type { BlockKind } from "../model/document.ts";
import { useLook } from "../model/editor-context.tsx";
import { defaultPadding, type Padding } from "../model/spaces.ts";
import { ColorField, NumberField } from "./fields.tsx";
import type { Change } from "./block-fields-props.ts";
import { propertyMessages } from "./messages.ts";
import classes from "./properties.module.css";

type Spaced = { readonly padding?: Padding; readonly backgroundColor?: string };

type Props = {
  readonly node: Spaced;
  readonly kind: BlockKind | "section" | "column";
  readonly change: Change;
};

const sides = ["top", "right", "bottom", "left"] as const;

/** Space around and background, which every part has. */
export function SpaceFields({ node, kind, change }: Props) {
  const t = useMessages(propertyMessages);
  const look = useLook();
  const usual = defaultPadding(kind);
  const padding: Padding = node.padding ?? usual;
  return (
    <div className={classes["fields"]}>
      <p className={classes["group"]}>{t.space}</p>
      <div className={classes["sides"]}>
        {sides.map((side) => (
          <NumberField
            key={side}
            label={t.sides[side]}
            value={node.padding?.[side]}
            inherited={usual[side]}
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
        inherited={kind === "section" ? look.contentColor : undefined}
        onChange={(backgroundColor) => change({ backgroundColor })}
      />
    </div>
  );
}
