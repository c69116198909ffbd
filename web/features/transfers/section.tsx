import { useMessages } from "../../i18n/messages.tsx";
import { SectionTabs } from "../../ui/display/section-tabs.tsx";
import { transfersMessages } from "./messages.ts";

export function TransfersTabs() {
  const t = useMessages(transfersMessages);
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
