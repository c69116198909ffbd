import { useQuery } from "@tanstack/react-query";
import { Navigate, useParams } from "@tanstack/react-router";
import { read } from "../../../api/queries.ts";
import { useWords } from "../../../i18n/words.tsx";
import { useAddress } from "../../../routing/search.ts";
import { Trail } from "../../../ui/display/trail.tsx";
import { WaitingCard } from "../../../ui/state/waiting.tsx";
import type { Campaign } from "../looks.ts";
import { campaignsWords } from "../words.ts";
import { CampaignHead } from "./campaign-head.tsx";
import { ReportTabs } from "./report/report-tabs.tsx";
import { ReportView } from "./report/report-view.tsx";
import { SendingView } from "./sending/sending-view.tsx";

const pollMs = 2000;

export function Page() {
  const t = useWords(campaignsWords);
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
      <Trail parent={t.title} to="/campaigns" current={campaign.name} />
      <CampaignHead campaign={campaign} />
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
