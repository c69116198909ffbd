import { Button, Kbd } from "@mantine/core";
import { useMessages } from "../../i18n/messages.tsx";
import { Mark } from "../../ui/display/mark.tsx";
import { BreadcrumbsSlot } from "../../ui/display/breadcrumbs.tsx";
import { IconCode, IconSearch } from "../../ui/icons.ts";
import { uiMessages } from "../../ui/messages.ts";
import { appMessages } from "../messages.ts";
import { Bell } from "./bell.tsx";
import { CompanySwitch } from "./sidebar.tsx";
import classes from "./top-bar.module.css";

export function TopBar({ onSearch, onApi }: { onSearch: () => void; onApi: () => void }) {
  const t = useMessages(appMessages);
  const ui = useMessages(uiMessages);
  return (
    <header className={classes["bar"]}>
      <div className={classes["phoneBrand"]}>
        <Mark size={26} />
        <CompanySwitch isCompact />
      </div>
      <BreadcrumbsSlot />
      <button type="button" className={classes["search"]} onClick={onSearch} aria-keyshortcuts="Control+K">
        <IconSearch size={16} />
        <span>{t.search}</span>
        <Kbd size="xs">Ctrl K</Kbd>
      </button>
      <Button
        className={classes["api"] ?? ""}
        variant="subtle"
        color="gray"
        leftSection={<IconCode size={16} />}
        onClick={onApi}
        aria-label={ui.api.title}
      >
        {ui.api.button}
      </Button>
      <Bell />
    </header>
  );
}
