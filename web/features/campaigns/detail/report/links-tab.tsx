import { ActionIcon } from "@mantine/core";
import { useQueries } from "@tanstack/react-query";
import { useState } from "react";
import { read } from "../../../../api/queries.ts";
import { useCan } from "../../../../api/session.tsx";
import { useMessages } from "../../../../i18n/messages.tsx";
import { Card } from "../../../../ui/display/card.tsx";
import { LinkTable, type CountedLink } from "../../../../ui/heatmap/link-table.tsx";
import { findShownLinks } from "../../../../ui/heatmap/shown-links.ts";
import { IconFilter } from "../../../../ui/icons.ts";
import type { Campaign } from "../../appearance.ts";
import { groupMessages } from "./group-messages.ts";
import type { Group } from "./groups.ts";
import type { Report, TabProps } from "./report.ts";
import { reportMessages } from "./report-messages.ts";
import { SaveSegmentDialog } from "./save-segment.tsx";

export function LinksTab({ campaign, report }: TabProps) {
  const t = useMessages(reportMessages);
  return (
    <Card title={t.links} flush>
      <CampaignLinks campaign={campaign} links={report.byLink} />
    </Card>
  );
}

type NumberedLink = CountedLink & { readonly number: number };

/** Links of the main e-mail and of its variants, each by what its readers saw; who clicked one can be saved. */
export function CampaignLinks({ campaign, links }: { campaign: Campaign; links: Report["byLink"] }) {
  const t = useMessages(reportMessages);
  const messages = useMessages(groupMessages);
  const can = useCan();
  const [group, setGroup] = useState<Group>();
  const variantIds = [...new Set(links.map(({ variantId }) => variantId))];
  const shown = useQueries({
    queries: variantIds.map((id) =>
      read("GET /stats/campaigns/{campaign_id}/heatmap", { params: { campaign_id: id } }),
    ),
    combine: (results) => new Map(results.flatMap(({ data }) => [...findShownLinks(data?.html ?? "")])),
  });
  const rows = links.map(({ variantId, language, ...link }): NumberedLink => ({
    ...link,
    key: `${variantId} ${link.number}`,
    shown: shown.get(link.number),
    note: [messages.linkNumber(link.number), ...(language === null ? [] : [language])].join(" · "),
  }));
  return (
    <>
      <LinkTable
        label={t.links}
        links={rows}
        action={
          can("contacts", "full")
            ? {
                head: messages.head,
                of: ({ number, unique }, name) =>
                  unique > 0 && (
                    <ActionIcon
                      variant="subtle"
                      color="gray"
                      aria-label={messages.saveLink(name)}
                      title={messages.save}
                      onClick={() => setGroup({ campaignId: campaign.id, kind: { link: number, name } })}
                    >
                      <IconFilter size={16} />
                    </ActionIcon>
                  ),
              }
            : undefined
        }
      />
      <SaveSegmentDialog campaign={campaign} group={group} onClose={() => setGroup(undefined)} />
    </>
  );
}
