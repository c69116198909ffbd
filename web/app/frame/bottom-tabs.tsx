import { Drawer } from "@mantine/core";
import { Link } from "@tanstack/react-router";
import { useState } from "react";
import { useWords } from "../../i18n/words.tsx";
import { IconCode, IconMenu2, IconUser } from "../../ui/icons.ts";
import { uiWords } from "../../ui/words.ts";
import { phoneTabs } from "../navigation.ts";
import { appWords } from "../words.ts";
import { AccountMenu } from "./account-menu.tsx";
import { useNavigation } from "./use-navigation.ts";
import classes from "./bottom-tabs.module.css";

/** The navigation of a phone. */
export function BottomTabs({ onApi }: { onApi: () => void }) {
  const t = useWords(appWords);
  const ui = useWords(uiWords);
  const [isOpen, setOpen] = useState(false);
  const { items, isCurrent } = useNavigation();
  const isTab = (key: string) => phoneTabs.some((tab) => tab === key);
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
      <button type="button" onClick={() => setOpen(true)}>
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
