import { useMessages } from "../../i18n/messages.tsx";
import { SectionTabs } from "../../ui/display/section-tabs.tsx";
import { sectionMessages } from "./section-messages.ts";

export function ContentTabs() {
  const t = useMessages(sectionMessages);
  return (
    <SectionTabs
      label={t.content}
      tabs={[
        { to: "/content", label: t.templates },
        { to: "/content/footers", label: t.footers },
        { to: "/content/files", label: t.files },
        { to: "/content/preference-pages", label: t.preferencePages },
        { to: "/content/landing-pages", label: t.landingPages },
        { to: "/content/surveys", label: t.surveys },
      ]}
    />
  );
}
