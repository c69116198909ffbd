import { Drawer } from "@mantine/core";
import { Link } from "@tanstack/react-router";
import { useState } from "react";
import { useMessages } from "../../i18n/messages.tsx";
import { IconCode, IconMenu2, IconUser } from "../../ui/icons.ts";
import { uiMessages } from "../../ui/messages.ts";
import { phoneTabs } from "../navigation.ts";
import { appMessages } from "../messages.ts";
import { AccountMenu } from "./account-menu.tsx";
import { ShopSwitch } from "./shop-switch.tsx";
import { useNavigation } from "./use-navigation.ts";
import classes from "./bottom-tabs.module.css";

/** The navigation of a phone. */
export function BottomTabs({ onApi }: { onApi: () => void }) {
  const t = useMessages(appMessages);
  const ui = useMessages(uiMessages);
  const [isOpen, setOpen] = useState(false);
  const { items, isCurrent } = useNavigation();
  const isTab = (key: string) => phoneTabs.some((tab) => tab === key);
  const isElsewhere = items.some((item) => !isTab(item.key) && isCurrent(item));
  return (
    <nav className={classes["tabs"]} aria-label={t.navigation}>
      {items
        .filter(({ key }) => isTab(key))
        .map((item) => (
          <Link key={item.key} to={item.to} aria-current={isCurrent(item) ? "page" : undefined}>
            <item.icon size={20} stroke={1.6} />
            {t.items[item.key]}
          </Link>
        ))}
      <button type="button" onClick={() => setOpen(true)} aria-current={isElsewhere ? "true" : undefined}>
        <IconMenu2 size={20} stroke={1.6} />
        {t.items.more}
      </button>
      <Drawer
        opened={isOpen}
        onClose={() => setOpen(false)}
        position="bottom"
        size="auto"
        title={t.items.more}
        closeButtonProps={{ "aria-label": ui.close }}
      >
        <ShopSwitch />
        <ul className={classes["more"]}>
          {items
            .filter(({ key }) => !isTab(key))
            .map((item) => (
              <li key={item.key}>
                <Link to={item.to} onClick={() => setOpen(false)}>
                  <item.icon size={20} stroke={1.6} />
                  {t.items[item.key]}
                </Link>
              </li>
            ))}
          <li>
            <button
              type="button"
              onClick={() => {
                setOpen(false);
                onApi();
              }}
            >
              <IconCode size={20} stroke={1.6} />
              {ui.api.title}
            </button>
          </li>
          <li>
            <AccountMenu>
              <button type="button">
                <IconUser size={20} stroke={1.6} />
                {t.account}
              </button>
            </AccountMenu>
          </li>
        </ul>
      </Drawer>
    </nav>
  );
}
