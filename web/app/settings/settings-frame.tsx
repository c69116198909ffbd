import { useMediaQuery } from "@mantine/hooks";
import { useRouterState } from "@tanstack/react-router";
import { Suspense, type ReactNode } from "react";
import { useMessages } from "../../i18n/messages.tsx";
import { Breadcrumbs } from "../../ui/display/breadcrumbs.tsx";
import { phoneWidth } from "../../ui/grid/data-grid.tsx";
import { Loading } from "../../ui/state/loading.tsx";
import { useSettingsSections } from "./sections.ts";
import { SettingsNav } from "./settings-nav.tsx";
import { settingsMessages } from "./messages.ts";
import classes from "./settings.module.css";

/** Pages below `/settings` have a navigation of their own beside them; other pages are left as they are. */
export function SettingsFrame({ children }: { children: ReactNode }) {
  const path = useRouterState({ select: ({ location }) => location.pathname });
  if (!path.startsWith("/settings/")) return children;
  return <SectionFrame path={path}>{children}</SectionFrame>;
}

function SectionFrame({ path, children }: { path: string; children: ReactNode }) {
  const t = useMessages(settingsMessages);
  const isPhone = useMediaQuery(phoneWidth, false, { getInitialValueInEffect: false }) ?? false;
  const current = useSettingsSections()
    .flatMap(({ sections }) => sections)
    .find(({ to }) => to === path);
  return (
    <div className={classes["frame"]}>
      {current !== undefined && <Breadcrumbs parent={t.title} to="/settings" current={t.sections[current.key]} />}
      {!isPhone && <SettingsNav />}
      <div className={classes["page"]}>
        <Suspense fallback={<Loading lines={6} />}>{children}</Suspense>
      </div>
    </div>
  );
}
