import { useWords } from "../../i18n/words.tsx";
import { SectionTabs } from "../../ui/display/section-tabs.tsx";
import { transfersWords } from "./words.ts";

export function TransfersTabs() {
  const t = useWords(transfersWords);
  return (
    <SectionTabs
      label={t.title}
      tabs={[
        { to: "/transfers", label: t.imports },
        { to: "/transfers/exports", label: t.exports },
      ]}
    />
  );
}
