import { useQuery } from "@tanstack/react-query";
import { Navigate, useParams } from "@tanstack/react-router";
import { read } from "../../../api/queries.ts";
import { useMessages } from "../../../i18n/messages.tsx";
import { useAddress } from "../../../routing/search.ts";
import { Breadcrumbs } from "../../../ui/display/breadcrumbs.tsx";
import { WaitingCard } from "../../../ui/state/waiting.tsx";
import type { Campaign } from "../appearance.ts";
import { campaignsMessages } from "../messages.ts";
import { CampaignHeader } from "./campaign-header.tsx";
import { ReportTabs } from "./report/report-tabs.tsx";
import { ReportView } from "./report/report-view.tsx";
import { SendingView } from "./sending/sending-view.tsx";

const pollMs = 2000;

export function Page() {
  const t = useMessages(campaignsMessages);
  const { campaignId } = useParams({ from: "/campaigns/$campaignId" });
  const {
    data: campaign,
    error,
    refetch,
    dataUpdatedAt,
  } = useQuery({
    ...read("GET /campaigns/{campaign_id}", { params: { campaign_id: campaignId } }),
    refetchInterval: ({ state }) => (isUnderWay(state.data) ? pollMs : false),
  });
  if (campaign === undefined) return <WaitingCard error={error} what={t.campaign} onRetry={refetch} />;
  if (campaign.status === "draft") return <Navigate to="/campaigns/$campaignId/edit" params={{ campaignId }} replace />;
  return (
    <>
      <Breadcrumbs parent={t.title} to="/campaigns" current={campaign.name} />
      <CampaignHeader campaign={campaign} />
      <Body campaign={campaign} measuredAt={dataUpdatedAt} />
    </>
  );
}

const isUnderWay = (campaign: Campaign | undefined): boolean =>
  campaign !== undefined && ["scheduled", "sending", "paused"].includes(campaign.status);

/** While it leaves, its progress; the parts of the report are tabs. */
function Body({ campaign, measuredAt }: { campaign: Campaign; measuredAt: number }) {
  const [{ tab }] = useAddress();
  return isUnderWay(campaign) && tab === undefined ? (
    <>
      <ReportTabs campaignId={campaign.id} current="progress" isUnderWay />
      <SendingView campaign={campaign} measuredAt={measuredAt} />
    </>
  ) : (
    <ReportView campaign={campaign} isUnderWay={isUnderWay(campaign)} />
  );
}
