import { useMediaQuery } from "@mantine/hooks";
import { Navigate } from "@tanstack/react-router";
import { useWords } from "../../i18n/words.tsx";
import { PageHead } from "../../ui/display/page-head.tsx";
import { phoneWidth } from "../../ui/grid/data-grid.tsx";
import { useSettingsSections } from "./sections.ts";
import { SettingsNav } from "./settings-nav.tsx";
import { settingsWords } from "./words.ts";

/** On a phone the list of sections; on a wide screen, where the list is always visible, the company's section or the own account. */
export function Page() {
  const t = useWords(settingsWords);
  const isPhone = useMediaQuery(phoneWidth, false, { getInitialValueInEffect: false }) ?? false;
  const sections = useSettingsSections().flatMap((group) => group.sections);
  const first = sections.find(({ key }) => key === "company") ?? sections[0];
  if (!isPhone && first !== undefined) return <Navigate to={first.to} replace />;
  return (
    <>
      <PageHead title={t.title} />
      <SettingsNav isPage />
    </>
  );
}
