import { ActionIcon, Indicator, Popover, Tooltip } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useRouterState } from "@tanstack/react-router";
import { lazy, Suspense, useState } from "react";
import { read } from "../../api/queries.ts";
import { useCan } from "../../api/session.tsx";
import { useMessages } from "../../i18n/messages.tsx";
import { IconBell } from "../../ui/icons.ts";
import { Loading } from "../../ui/state/loading.tsx";
import { appMessages } from "../messages.ts";

const RecentNotifications = lazy(async () => ({
  default: (await import("../../features/account/notifications/recent-notifications.tsx")).RecentNotifications,
}));

/** How many notifications are unread, and the newest ones. */
export function Bell() {
  const t = useMessages(appMessages);
  const canRead = useCan()("settings");
  const path = useRouterState({ select: ({ location }) => location.pathname });
  // A link inside leads to another page, which closes it.
  const [openAt, setOpenAt] = useState<string>();
  const isOpen = openAt === path;
  const setOpen = (isWanted: boolean) => setOpenAt(isWanted ? path : undefined);
  const { data } = useQuery({
    ...read("GET /notifications", { query: { pageSize: 1 } }),
    enabled: canRead,
    refetchInterval: 60_000,
  });
  if (!canRead) return null;
  const unread = data?.unread ?? 0;
  const label = unread === 0 ? t.notifications : t.unread(unread);
  return (
    <Popover opened={isOpen} onChange={setOpen} position="bottom-end" shadow="md" radius="md" width={360} trapFocus>
      <Popover.Target>
        <Tooltip label={label} disabled={isOpen}>
          <ActionIcon aria-label={label} onClick={() => setOpen(!isOpen)}>
            <Indicator disabled={unread === 0} size={8} offset={3} color="brand">
              <IconBell size={18} stroke={1.6} />
            </Indicator>
          </ActionIcon>
        </Tooltip>
      </Popover.Target>
      <Popover.Dropdown aria-label={t.notifications}>
        <Suspense fallback={<Loading />}>
          <RecentNotifications />
        </Suspense>
      </Popover.Dropdown>
    </Popover>
  );
}
