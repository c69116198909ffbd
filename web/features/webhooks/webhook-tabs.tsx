import { useMessages } from "../../i18n/messages.tsx";
import { SectionTabs } from "../../ui/display/section-tabs.tsx";
import { endpointsMessages } from "./endpoints/messages.ts";

export function WebhookTabs() {
  const { tabs } = useMessages(endpointsMessages);
  return (
    <SectionTabs
      label={tabs.label}
      tabs={[
        { to: "/settings/webhooks", label: tabs.plain },
        { to: "/settings/webhooks/signed", label: tabs.signed },
      ]}
    />
  );
}
