import { useQuery } from "@tanstack/react-query";
import type { OutputOf } from "../../api/operations.ts";
import { read } from "../../api/queries.ts";
import { useFormats, useMessages } from "../../i18n/messages.tsx";
import { Card } from "../../ui/display/card.tsx";
import { PageLink } from "../../ui/display/page-link.tsx";
import { RecordTable } from "../../ui/display/record-table.tsx";
import { ShareBar } from "../../ui/display/share-bar.tsx";
import { Status, type StatusAppearance } from "../../ui/display/status.tsx";
import { Revenue, useRevenue } from "../../ui/revenue/revenue.tsx";
import { Notice } from "../../ui/state/failure.tsx";
import { Waiting } from "../../ui/state/waiting.tsx";
import { overviewMessages } from "./messages.ts";
import classes from "./overview.module.css";

type Campaign = OutputOf<"GET /campaigns">["items"][number];

const appearances: Readonly<Record<Campaign["status"], StatusAppearance>> = {
  draft: { shape: "square", tone: "mute" },
  scheduled: { shape: "dashed", tone: "plum" },
  sending: { shape: "half", tone: "accent" },
  paused: { shape: "bars", tone: "warn" },
  completed: { shape: "tick", tone: "good" },
  cancelled: { shape: "cross", tone: "mute" },
};

export function CampaignsCard({ shop }: { shop: string | undefined }) {
  const t = useMessages(overviewMessages);
  const { data, error, refetch } = useQuery(
    read("GET /campaigns", { query: { shop, pageSize: 5, sort: "-updatedAt" } }),
  );
  return (
    <Card title={t.campaigns} aside={<PageLink path="/campaigns">{t.allCampaigns}</PageLink>} flush>
      {data === undefined && <Waiting error={error} what={t.campaigns} onRetry={refetch} />}
      {data?.items.length === 0 && <Notice title={t.noCampaigns} />}
      {data !== undefined && data.items.length > 0 && <CampaignTable campaigns={data.items} />}
    </Card>
  );
}

function CampaignTable({ campaigns }: { campaigns: readonly Campaign[] }) {
  const t = useMessages(overviewMessages);
  const { number } = useFormats();
  const revenueOf = useRevenue(
    "campaign",
    campaigns.filter(({ stats }) => stats.sent > 0),
  );
  return (
    <div className={classes["campaigns"]}>
      <RecordTable
        label={t.campaigns}
        rows={campaigns}
        rowId={({ id }) => id}
        columns={[
          { key: "name", head: t.columns.name, cell: (campaign) => <CampaignName campaign={campaign} /> },
          {
            key: "status",
            head: t.columns.status,
            cell: ({ status }) => <Status appearance={appearances[status]} label={t.statuses[status]} />,
          },
          {
            key: "recipients",
            head: t.columns.recipients,
            align: "end",
            isWide: true,
            cell: ({ status, stats, recipients }) => (
              <>
                {stats.sent > 0 ? number(stats.sent) : "–"}
                {status === "sending" && recipients !== null && <small>{t.of(recipients)}</small>}
              </>
            ),
          },
          {
            key: "opened",
            head: t.columns.opened,
            align: "end",
            isWide: true,
            cell: ({ stats: { opened, delivered } }) =>
              delivered > 0 ? <ShareBar part={opened} of={delivered} tone="accent" /> : "–",
          },
          {
            key: "clicked",
            head: t.columns.clicked,
            align: "end",
            isWide: true,
            cell: ({ stats: { clicked, delivered } }) =>
              delivered > 0 ? <ShareBar part={clicked} of={delivered} tone="brass" /> : "–",
          },
          {
            key: "revenue",
            head: t.columns.revenue,
            align: "end",
            isWide: true,
            cell: ({ id, stats }) => (stats.sent > 0 ? <Revenue amounts={revenueOf(id)} /> : "–"),
          },
        ]}
      />
    </div>
  );
}

function CampaignName({ campaign }: { campaign: Campaign }) {
  const t = useMessages(overviewMessages);
  const { percent, ago, dateTime } = useFormats();
  const { id, name, stats, startedAt, plannedAt, createdAt } = campaign;
  const at = startedAt ?? plannedAt ?? createdAt;
  return (
    <>
      <PageLink path="/campaigns/$campaignId" params={{ campaignId: id }} className={classes["name"]}>
        {name}
      </PageLink>
      <small title={dateTime(at)}>{startedAt === null && plannedAt !== null ? dateTime(at) : ago(at)}</small>
      {stats.delivered > 0 && (
        <small className={classes["onPhone"]}>
          {t.phoneFacts(stats.sent, percent(stats.opened / stats.delivered), percent(stats.clicked / stats.delivered))}
        </small>
      )}
    </>
  );
}
