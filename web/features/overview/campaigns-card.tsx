import { useQuery } from "@tanstack/react-query";
import type { OutputOf } from "../../api/operations.ts";
import { read } from "../../api/queries.ts";
import { useFormats, useWords } from "../../i18n/words.tsx";
import { Card } from "../../ui/display/card.tsx";
import { PageLink } from "../../ui/display/page-link.tsx";
import { ShareBar } from "../../ui/display/share-bar.tsx";
import { Status, type StatusLook } from "../../ui/display/status.tsx";
import { Failure, Notice } from "../../ui/state/failure.tsx";
import { Loading } from "../../ui/state/loading.tsx";
import { overviewWords } from "./words.ts";
import classes from "./overview.module.css";

type Campaign = OutputOf<"GET /campaigns">["items"][number];

const looks: Readonly<Record<Campaign["status"], StatusLook>> = {
  draft: { shape: "square", tone: "mute" },
  scheduled: { shape: "dashed", tone: "plum" },
  sending: { shape: "half", tone: "accent" },
  paused: { shape: "bars", tone: "warn" },
  completed: { shape: "tick", tone: "good" },
  cancelled: { shape: "cross", tone: "mute" },
};

export function CampaignsCard() {
  const t = useWords(overviewWords);
  const { data, error, refetch } = useQuery(read("GET /campaigns", { query: { pageSize: 5, sort: "-updatedAt" } }));
  return (
    <Card title={t.campaigns} aside={<PageLink path="/campaigns">{t.allCampaigns}</PageLink>} flush>
      {data === undefined &&
        (error === null ? <Loading /> : <Failure error={error} what={t.campaigns} onRetry={() => void refetch()} />)}
      {data?.items.length === 0 && <Notice title={t.noCampaigns} />}
      {data !== undefined && data.items.length > 0 && <CampaignTable campaigns={data.items} />}
    </Card>
  );
}

function CampaignTable({ campaigns }: { campaigns: readonly Campaign[] }) {
  const t = useWords(overviewWords);
  return (
    <table className={classes["table"]}>
      <thead>
        <tr>
          <th scope="col">{t.columns.name}</th>
          <th scope="col">{t.columns.status}</th>
          <th scope="col">{t.columns.recipients}</th>
          <th scope="col">{t.columns.opened}</th>
          <th scope="col">{t.columns.clicked}</th>
        </tr>
      </thead>
      <tbody>
        {campaigns.map((campaign) => (
          <CampaignRow key={campaign.id} campaign={campaign} />
        ))}
      </tbody>
    </table>
  );
}

function CampaignRow({ campaign }: { campaign: Campaign }) {
  const t = useWords(overviewWords);
  const { number, percent, ago, dateTime } = useFormats();
  const { id, name, status, stats, recipients, startedAt, plannedAt, createdAt } = campaign;
  const at = startedAt ?? plannedAt ?? createdAt;
  const isSent = stats.delivered > 0;
  return (
    <tr>
      <td>
        <PageLink path="/campaigns/$campaignId" params={{ campaignId: id }} className={classes["name"]}>
          {name}
        </PageLink>
        <small title={dateTime(at)}>{startedAt === null && plannedAt !== null ? dateTime(at) : ago(at)}</small>
        {isSent && (
          <small className={classes["onPhone"]}>
            {t.phoneFacts(
              stats.sent,
              percent(stats.opened / stats.delivered),
              percent(stats.clicked / stats.delivered),
            )}
          </small>
        )}
      </td>
      <td>
        <Status look={looks[status]} label={t.statuses[status]} />
      </td>
      <td>
        {stats.sent > 0 ? number(stats.sent) : "–"}
        {status === "sending" && recipients !== null && <small>{t.of(recipients)}</small>}
      </td>
      <td>{isSent ? <ShareBar part={stats.opened} of={stats.delivered} tone="accent" /> : "–"}</td>
      <td>{isSent ? <ShareBar part={stats.clicked} of={stats.delivered} tone="brass" /> : "–"}</td>
    </tr>
  );
}
