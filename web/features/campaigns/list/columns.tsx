import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { useFormats, useWords } from "../../../i18n/words.tsx";
import { ShareBar } from "../../../ui/display/share-bar.tsx";
import { Status } from "../../../ui/display/status.tsx";
import type { GridColumn } from "../../../ui/grid/grid-types.ts";
import { statusLooks, timeOf, type CampaignRow } from "../looks.ts";
import { campaignsWords } from "../words.ts";
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

export function useCampaignColumns(): readonly GridColumn<CampaignRow>[] {
  const t = useWords(campaignsWords);
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
          <small>{row.subject === "" ? t.noSubject : row.subject}</small>
        </span>
      ),
    },
    {
      key: "status",
      head: t.columns.status,
      sort: "status",
      cell: ({ status }) => <Status look={statusLooks[status]} label={t.statuses[status]} />,
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
  ];
}
