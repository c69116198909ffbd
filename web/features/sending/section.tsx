import type { ReactNode } from "react";
import { useMessages } from "../../i18n/messages.tsx";
import { PageHeader } from "../../ui/display/page-header.tsx";
import { SectionTabs } from "../../ui/display/section-tabs.tsx";
import { liveMessages } from "./live/messages.ts";
import { mailboxesMessages } from "./mailboxes/messages.ts";
import { sendingMessages } from "./messages.ts";

/** The head and the tabs of all pages about deliverability. */
export function SendingSection({ actions, children }: { actions?: ReactNode; children: ReactNode }) {
  const t = useMessages(sendingMessages);
  const live = useMessages(liveMessages);
  const mailboxes = useMessages(mailboxesMessages);
  return (
    <>
      <PageHeader title={t.title} facts={t.facts} actions={actions} />
      <SectionTabs
        label={t.title}
        tabs={[
          { to: "/deliverability", label: t.tabs.domains },
          { to: "/deliverability/senders", label: t.tabs.senders },
          { to: "/deliverability/connections", label: t.tabs.connections },
          { to: "/deliverability/test-recipients", label: t.tabs.testRecipients },
          { to: "/deliverability/dmarc", label: t.tabs.dmarc },
          { to: "/deliverability/hooks", label: t.tabs.hooks },
          { to: "/deliverability/mailboxes", label: mailboxes.title },
          { to: "/deliverability/providers", label: t.tabs.providers },
          { to: "/deliverability/live", label: live.title },
        ]}
      />
      {children}
    </>
  );
}
