import { useMediaQuery } from "@mantine/hooks";
import { Navigate } from "@tanstack/react-router";
import { useMessages } from "../../i18n/messages.tsx";
import { PageHeader } from "../../ui/display/page-header.tsx";
import { phoneWidth } from "../../ui/grid/data-grid.tsx";
import { useSettingsSections } from "./sections.ts";
import { SettingsNav } from "./settings-nav.tsx";
import { settingsMessages } from "./messages.ts";

/** Shows the list of sections on a phone; on a wide screen, where the list is always visible, the company's section or the own account. */
export function Page() {
  const t = useMessages(settingsMessages);
  const isPhone = useMediaQuery(phoneWidth, false, { getInitialValueInEffect: false }) ?? false;
  const sections = useSettingsSections().flatMap((group) => group.sections);
  const first = sections.find(({ key }) => key === "company") ?? sections[0];
  if (!isPhone && first !== undefined) return <Navigate to={first.to} replace />;
  return (
    <>
      <PageHeader title={t.title} />
      <SettingsNav isPage />
    </>
  );
}
