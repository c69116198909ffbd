import { useHotkeys } from "@mantine/hooks";
import { Outlet } from "@tanstack/react-router";
import { lazy, Suspense, useState } from "react";
import { useMessages } from "../../i18n/messages.tsx";
import { ApiDrawer } from "../../ui/api-drawer/api-drawer.tsx";
import { BreadcrumbsProvider } from "../../ui/display/breadcrumbs.tsx";
import { Loading } from "../../ui/state/loading.tsx";
import { SettingsFrame } from "../settings/settings-frame.tsx";
import { appMessages } from "../messages.ts";
import { Banner } from "./banner.tsx";
import { BottomTabs } from "./bottom-tabs.tsx";
import { Sidebar } from "./sidebar.tsx";
import { TopBar } from "./top-bar.tsx";
import classes from "./frame.module.css";

const Palette = lazy(async () => ({ default: (await import("../palette/palette.tsx")).Palette }));

const frameCalls = ["GET /sending-mode", "GET /notifications", "GET /running-actions", "GET /shops"] as const;

/** Sidebar, top bar, banner and the page; on a phone bottom tabs instead of the sidebar. */
export function Frame() {
  const t = useMessages(appMessages);
  const [isApiOpen, setApiOpen] = useState(false);
  const [isPaletteOpen, setPaletteOpen] = useState(false);
  useHotkeys([["mod+K", () => setPaletteOpen(true)]], []);
  return (
    <BreadcrumbsProvider>
      <div className={classes["frame"]}>
        <a className={classes["skip"]} href="#content">
          {t.skip}
        </a>
        <Sidebar />
        <div className={classes["main"]}>
          <TopBar onSearch={() => setPaletteOpen(true)} onApi={() => setApiOpen(true)} />
          <Banner />
          <main id="content" className={classes["content"]} tabIndex={-1}>
            <Suspense fallback={<Loading lines={6} />}>
              <SettingsFrame>
                <Outlet />
              </SettingsFrame>
            </Suspense>
          </main>
        </div>
        <BottomTabs onApi={() => setApiOpen(true)} />
        <ApiDrawer isOpen={isApiOpen} onClose={() => setApiOpen(false)} frameCalls={frameCalls} />
        {isPaletteOpen && (
          <Suspense>
            <Palette onClose={() => setPaletteOpen(false)} />
          </Suspense>
        )}
      </div>
    </BreadcrumbsProvider>
  );
}
