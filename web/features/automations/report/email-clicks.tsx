import { Select } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { read } from "../../../api/queries.ts";
import { useMessages } from "../../../i18n/messages.tsx";
import { useAddress } from "../../../routing/search.ts";
import { Card, CardStack, TwoColumns } from "../../../ui/display/card.tsx";
import { HeatmapCard } from "../../../ui/heatmap/heatmap-card.tsx";
import { LinkTable } from "../../../ui/heatmap/link-table.tsx";
import { findShownLinks } from "../../../ui/heatmap/shown-links.ts";
import { useReadableText } from "../../../ui/names/merge-tags.ts";
import type { Stats } from "./stats.ts";
import { reportMessages } from "./messages.ts";

/** Clicks of one e-mail at a time, in its picture and by link. */
export function EmailClicks({ stats: { nodes, byLink }, automationId }: { stats: Stats; automationId: string }) {
  const t = useMessages(reportMessages);
  const readable = useReadableText();
  const [{ email }, change] = useAddress();
  const sent = nodes.filter(({ totals }) => totals.sent > 0);
  const shown = sent.find(({ node }) => node === email) ?? sent[0];
  const node = shown?.node;
  const { data, error, refetch } = useQuery({
    ...read("GET /stats/automations/{automation_id}/heatmap", {
      params: { automation_id: automationId },
      query: { node },
    }),
    enabled: node !== undefined,
  });
  if (node === undefined) return null;
  const places = findShownLinks(data?.html ?? "");
  const links = byLink
    .filter((link) => link.node === node)
    .map((link) => ({ ...link, key: `${link.number} ${link.url}`, shown: places.get(link.number) }));
  const clicks = links.reduce((sum, link) => sum + link.clicks, 0);
  return (
    <TwoColumns
      main={
        <CardStack>
          {sent.length > 1 && (
            <Select
              label={t.whichEmail}
              data={sent.map((one) => ({
                value: one.node,
                label: one.subject === "" ? one.node : readable(one.subject),
              }))}
              value={node}
              onChange={(value) => change({ email: value ?? undefined })}
              allowDeselect={false}
            />
          )}
          <Card title={t.links} flush>
            <LinkTable
              label={t.links}
              links={links.map((link) => ({ ...link, share: clicks === 0 ? 0 : link.clicks / clicks }))}
            />
          </Card>
        </CardStack>
      }
      side={<HeatmapCard heatmap={data} error={error} onRetry={refetch} />}
    />
  );
}
