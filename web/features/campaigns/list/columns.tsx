import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { useFormats, useMessages } from "../../../i18n/messages.tsx";
import { ShareBar } from "../../../ui/display/share-bar.tsx";
import { Status } from "../../../ui/display/status.tsx";
import type { GridColumn } from "../../../ui/grid/grid-types.ts";
import { useReadableText } from "../../../ui/names/merge-tags.ts";
import { Revenue, type RevenueOf } from "../../../ui/revenue/revenue.tsx";
import { statusAppearances, timeOf, type CampaignRow } from "../appearance.ts";
import { campaignsMessages } from "../messages.ts";
import classes from "./list.module.css";

/** A draft opens in the wizard, anything else on its own page. */
export const CampaignLink = ({
  campaign: { id, status },
  className,
  children,
}: {
  campaign: Pick<CampaignRow, "id" | "status">;
  className?: string | undefined;
  children: ReactNode;
}) => (
  <Link
    to={status === "draft" ? "/campaigns/$campaignId/edit" : "/campaigns/$campaignId"}
    params={{ campaignId: id }}
    className={className}
  >
    {children}
  </Link>
);

export function CampaignTime({ campaign }: { campaign: CampaignRow }) {
  const { ago, dateTime } = useFormats();
  const at = timeOf(campaign);
  return (
    <time dateTime={at} title={dateTime(at)}>
      {campaign.startedAt === null && campaign.plannedAt !== null ? dateTime(at) : ago(at)}
    </time>
  );
}

export function useCampaignColumns(revenueOf: RevenueOf): readonly GridColumn<CampaignRow>[] {
  const t = useMessages(campaignsMessages);
  const readable = useReadableText();
  const { number } = useFormats();
  const share = (part: number, { stats }: CampaignRow, tone: "accent" | "brass") =>
    stats.delivered === 0 ? "–" : <ShareBar part={part} of={stats.delivered} tone={tone} />;
  return [
    {
      key: "name",
      head: t.columns.name,
      sort: "name",
      isFixed: true,
      cell: (row) => (
        <span className={classes["name"]}>
          <CampaignLink campaign={row}>{row.name}</CampaignLink>
          {row.subject !== row.name && <small>{row.subject === "" ? t.noSubject : readable(row.subject)}</small>}
        </span>
      ),
    },
    {
      key: "status",
      head: t.columns.status,
      sort: "status",
      cell: ({ status }) => <Status appearance={statusAppearances[status]} label={t.statuses[status]} />,
    },
    { key: "at", head: t.columns.at, sort: "updatedAt", cell: (row) => <CampaignTime campaign={row} /> },
    { key: "tags", head: t.columns.tags, cell: ({ tags }) => tags.join(", ") },
    {
      key: "recipients",
      head: t.columns.recipients,
      sort: "recipients",
      align: "end",
      cell: ({ status, recipients, stats }) => {
        if (status === "draft" || recipients === null) return "–";
        if (status === "completed" || status === "scheduled")
          return number(status === "scheduled" ? recipients : stats.sent);
        return (
          <>
            {number(stats.sent)} <span className={classes["note"]}>{t.of(recipients)}</span>
          </>
        );
      },
    },
    {
      key: "opened",
      head: t.columns.opened,
      align: "end",
      cell: (row) => share(row.stats.opened, row, "accent"),
    },
    {
      key: "clicked",
      head: t.columns.clicked,
      align: "end",
      cell: (row) => share(row.stats.clicked, row, "brass"),
    },
    {
      key: "revenue",
      head: t.columns.revenue,
      align: "end",
      cell: ({ id, stats }) => (stats.sent === 0 ? "–" : <Revenue amounts={revenueOf(id)} />),
    },
  ];
}
