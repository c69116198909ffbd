import { useQuery } from "@tanstack/react-query";
import { read } from "../../../../api/queries.ts";
import { useMessages } from "../../../../i18n/messages.tsx";
import { useAddress } from "../../../../routing/search.ts";
import { CardStack } from "../../../../ui/display/card.tsx";
import { WaitingCard } from "../../../../ui/state/waiting.tsx";
import type { Campaign } from "../../appearance.ts";
import { UnknownCallout } from "../unknown-callout.tsx";
import { ContentTab } from "./content-tab.tsx";
import { DomainsTab } from "./domains-tab.tsx";
import { HistoryTab } from "./history-tab.tsx";
import { KeyFigures } from "./key-figures.tsx";
import { LinksTab } from "./links-tab.tsx";
import { OrdersTab } from "./orders-tab.tsx";
import { OverviewTab } from "./overview-tab.tsx";
import { RecipientsTab } from "./recipients-tab.tsx";
import { ReportTabs, tabKeys, type TabKey } from "./report-tabs.tsx";
import { reportMessages } from "./report-messages.ts";
import type { TabProps } from "./report.ts";

const parts: Readonly<Record<TabKey, (props: TabProps) => React.ReactNode>> = {
  overview: OverviewTab,
  recipients: RecipientsTab,
  links: LinksTab,
  domains: DomainsTab,
  orders: OrdersTab,
  content: ContentTab,
  history: HistoryTab,
};

/** What came of the campaign: the key figures, then one part at a time. */
export function ReportView({ campaign, isUnderWay }: { campaign: Campaign; isUnderWay: boolean }) {
  const t = useMessages(reportMessages);
  const [address] = useAddress();
  const tab = tabKeys.find((key) => key === address["tab"]) ?? "overview";
  const {
    data: report,
    error,
    refetch,
  } = useQuery({
    ...read("GET /stats/campaigns/{campaign_id}/report", { params: { campaign_id: campaign.id } }),
    refetchInterval: 10_000,
  });
  if (report === undefined) return <WaitingCard error={error} what={t.error} onRetry={refetch} />;
  const Part = parts[tab];
  return (
    <CardStack>
      {campaign.unknown > 0 && <UnknownCallout campaign={campaign} />}
      <KeyFigures campaign={campaign} report={report} />
      <div>
        <ReportTabs campaignId={campaign.id} current={tab} isUnderWay={isUnderWay} />
        <Part campaign={campaign} report={report} />
      </div>
    </CardStack>
  );
}
