import { useWords } from "../../i18n/words.tsx";
import { SectionTabs } from "../../ui/display/section-tabs.tsx";
import { sectionWords } from "./section-words.ts";

export function ContentTabs() {
  const t = useWords(sectionWords);
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
