import { Button, SegmentedControl } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { readPage } from "../../../api/queries.ts";
import { useCan } from "../../../api/session.tsx";
import { useFormats, useMessages } from "../../../i18n/messages.tsx";
import { useAddress } from "../../../routing/search.ts";
import { PageHeader } from "../../../ui/display/page-header.tsx";
import { DataGrid } from "../../../ui/grid/data-grid.tsx";
import { choiceOf, useGrid } from "../../../ui/grid/use-grid.ts";
import { IconPlus } from "../../../ui/icons.ts";
import { useRevenue } from "../../../ui/revenue/revenue.tsx";
import { Empty } from "../../../ui/state/empty.tsx";
import { statusAppearances, type CampaignRow } from "../appearance.ts";
import { campaignsMessages } from "../messages.ts";
import { AssistantRequests } from "./assistant-requests.tsx";
import { WaitingApprovals } from "../approvals/waiting-approvals.tsx";
import { CampaignCalendar } from "./calendar.tsx";
import { CampaignLink, CampaignTime, useCampaignColumns } from "./columns.tsx";
import { CampaignMenu } from "./row-menu.tsx";
import { filterNames, useCampaignFilters, useCampaignViews } from "./views.ts";

export function Page() {
  const t = useMessages(campaignsMessages);
  const can = useCan();
  const [{ view }, changeAddress] = useAddress();
  const { views, total } = useCampaignViews();
  const isCalendar = view === "calendar";
  const addButton = can("campaigns", "full") ? (
    <Button renderRoot={(props) => <Link to="/campaigns/new" {...props} />} leftSection={<IconPlus size={16} />}>
      {t.add}
    </Button>
  ) : undefined;
  return (
    <>
      <PageHeader
        title={t.title}
        facts={total === undefined ? " " : t.facts(total)}
        actions={
          <>
            <SegmentedControl
              size="xs"
              aria-label={t.view}
              value={isCalendar ? "calendar" : "list"}
              onChange={(chosen) => changeAddress({ view: chosen === "calendar" ? chosen : undefined })}
              data={[
                { value: "list", label: t.asList },
                { value: "calendar", label: t.asCalendar },
              ]}
            />
            {addButton}
          </>
        }
      />
      <WaitingApprovals />
      <AssistantRequests />
      {isCalendar ? <CampaignCalendar /> : <CampaignGrid views={views} addButton={addButton} />}
    </>
  );
}

function CampaignGrid({
  views,
  addButton,
}: {
  views: ReturnType<typeof useCampaignViews>["views"];
  addButton: React.ReactNode;
}) {
  const t = useMessages(campaignsMessages);
  const { percent } = useFormats();
  const grid = useGrid({ name: "campaigns", sort: "-updatedAt", filters: filterNames });
  const { status, shop, tag } = grid.filters;
  const result = useQuery({
    ...readPage("GET /campaigns", {
      query: { ...grid.query, status: choiceOf(t.statuses, status), shop, tag: tag === undefined ? undefined : [tag] },
    }),
    refetchInterval: (query) => (query.state.data?.items.some((row) => row.status === "sending") ? 5000 : false),
  });
  const sentOnes = result.data?.items.filter(({ stats }) => stats.sent > 0) ?? [];
  return (
    <DataGrid<CampaignRow>
      grid={grid}
      result={result}
      label={t.title}
      columns={useCampaignColumns(useRevenue("campaign", sentOnes))}
      rowId={({ id }) => id}
      rowName={({ name }) => name}
      rowMenu={(row) => <CampaignMenu campaign={row} />}
      searchLabel={t.search}
      filters={useCampaignFilters()}
      views={views}
      noMatch={t.noMatch}
      link={(row, content) => <CampaignLink campaign={row}>{content}</CampaignLink>}
      phoneRow={(row) => ({
        title: row.name,
        corner: <CampaignTime campaign={row} />,
        appearance: statusAppearances[row.status],
        second:
          row.stats.delivered > 0
            ? t.phoneFacts(
                row.stats.sent,
                percent(row.stats.opened / row.stats.delivered),
                percent(row.stats.clicked / row.stats.delivered),
              )
            : t.statuses[row.status],
      })}
      empty={<Empty title={t.empty} text={t.emptyText} action={addButton} />}
    />
  );
}
