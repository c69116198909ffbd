import { ActionIcon, Button, Indicator, Kbd, Tooltip } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useRouter } from "@tanstack/react-router";
import { read } from "../../api/queries.ts";
import { useCan } from "../../api/session.tsx";
import { useWords } from "../../i18n/words.tsx";
import { Mark } from "../../ui/display/mark.tsx";
import { TrailPlace } from "../../ui/display/trail.tsx";
import { IconBell, IconCode, IconSearch } from "../../ui/icons.ts";
import { uiWords } from "../../ui/words.ts";
import { appWords } from "../words.ts";
import { CompanySwitch } from "./sidebar.tsx";
import classes from "./top-bar.module.css";

export function TopBar({ onSearch, onApi }: { onSearch: () => void; onApi: () => void }) {
  const t = useWords(appWords);
  const ui = useWords(uiWords);
  return (
    <header className={classes["bar"]}>
      <div className={classes["phoneBrand"]}>
        <Mark size={26} />
        <CompanySwitch isCompact />
      </div>
      <TrailPlace />
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

function Bell() {
  const t = useWords(appWords);
  const can = useCan();
  const router = useRouter();
  const canRead = can("settings");
  const { data } = useQuery({
    ...read("GET /notifications", { query: { pageSize: 1 } }),
    enabled: canRead,
    refetchInterval: 60_000,
  });
  const path: string = "/settings/notifications";
  if (!canRead || !(path in router.routesByPath)) return null;
  const unread = data?.unread ?? 0;
  const label = unread === 0 ? t.notifications : t.unread(unread);
  return (
    <Tooltip label={label}>
      <ActionIcon aria-label={label} onClick={() => void router.navigate({ to: path })}>
        <Indicator disabled={unread === 0} size={8} color="brand">
          <IconBell size={18} stroke={1.6} />
        </Indicator>
      </ActionIcon>
    </Tooltip>
  );
}
