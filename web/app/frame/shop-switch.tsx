import { Menu } from "@mantine/core";
import { useMessages } from "../../i18n/messages.tsx";
import { useShops } from "../../ui/choices/use-choices.ts";
import { IconBuildingStore, IconCheck, IconSelector } from "../../ui/icons.ts";
import { appMessages } from "../messages.ts";
import classes from "./sidebar.module.css";

/** Chooses the shop to work with: lists are filtered by it, and new objects begin with it. */
export function ShopSwitch() {
  const t = useMessages(appMessages);
  const { shops, options, nameOf, chosen, choose } = useShops();
  if (shops.length < 2) return null;
  const shown = chosen === undefined ? t.shop.all : nameOf(chosen);
  const byName = options.toSorted((one, other) => one.label.localeCompare(other.label));
  return (
    <Menu position="bottom-start" width={260}>
      <Menu.Target>
        <button type="button" className={classes["shop"]} aria-label={t.shop.label(shown)}>
          <IconBuildingStore size={16} stroke={1.6} />
          <span className={classes["companyName"]}>{shown}</span>
          <IconSelector size={15} />
        </button>
      </Menu.Target>
      <Menu.Dropdown>
        {[{ value: undefined, label: t.shop.all }, ...byName].map(({ value, label }) => (
          <Menu.Item
            key={value ?? ""}
            onClick={() => choose(value)}
            aria-current={value === chosen ? "true" : undefined}
            rightSection={value === chosen ? <IconCheck size={15} /> : undefined}
          >
            {label}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}
