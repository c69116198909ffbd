import { Button, Select } from "@mantine/core";
import { useMessages } from "../../i18n/messages.tsx";
import { IconPlus, IconTrash } from "../../ui/icons.ts";
import type { BlockOf } from "../model/document.ts";
import { useLook } from "../model/editor-context.tsx";
import { AlignField, ColorField, LineField, NumberField, Pair } from "./fields.tsx";
import type { BlockFieldsProps } from "./block-fields-props.ts";
import { propertyMessages } from "./messages.ts";
import classes from "./properties.module.css";

type Item = BlockOf<"social">["items"][number];

const networkNames: Readonly<Record<Item["network"], string>> = {
  facebook: "Facebook",
  instagram: "Instagram",
  x: "X",
  linkedin: "LinkedIn",
  youtube: "YouTube",
  tiktok: "TikTok",
  pinterest: "Pinterest",
  threads: "Threads",
  web: "Web",
};
const networks = [
  "facebook",
  "instagram",
  "x",
  "linkedin",
  "youtube",
  "tiktok",
  "pinterest",
  "threads",
  "web",
] as const;

export function SocialFields({ block, change }: BlockFieldsProps<"social">) {
  const t = useMessages(propertyMessages);
  const look = useLook();
  const { items } = block;
  const replace = (index: number, fields: Partial<Item>) =>
    change({ items: items.map((item, at) => (at === index ? { ...item, ...fields } : item)) }, `items ${index}`);
  return (
    <>
      <div className={classes["items"]}>
        {items.map((item, index) => (
          <div key={`${index} ${item.network}`} className={classes["item"]}>
            <Select
              label={t.network}
              value={item.network}
              allowDeselect={false}
              data={networks.map((value) => ({ value, label: networkNames[value] }))}
              onChange={(chosen) => {
                const network = networks.find((value) => value === chosen);
                if (network !== undefined) replace(index, { network });
              }}
            />
            <LineField label={t.link} value={item.href} onChange={(href = "") => replace(index, { href })} hasTags />
            {items.length > 1 && (
              <Button
                variant="subtle"
                color="red"
                size="xs"
                leftSection={<IconTrash size={15} />}
                onClick={() => change({ items: items.filter((_, at) => at !== index) }, "")}
              >
                {t.removeItem}
              </Button>
            )}
          </div>
        ))}
        <Button
          variant="default"
          leftSection={<IconPlus size={16} />}
          disabled={items.length >= 20}
          onClick={() => change({ items: [...items, { network: "facebook", href: "" }] }, "")}
        >
          {t.addNetwork}
        </Button>
      </div>
      <AlignField value={block.align ?? "center"} onChange={(align) => change({ align })} />
      <Pair>
        <ColorField
          label={t.color}
          value={block.color}
          inherited={look.linkColor}
          onChange={(color) => change({ color })}
        />
        <NumberField
          label={t.fontSize}
          value={block.fontSize}
          inherited={look.fontSize}
          min={8}
          max={96}
          onChange={(fontSize) => change({ fontSize })}
        />
      </Pair>
    </>
  );
}
