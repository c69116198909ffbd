import { Button } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import type { OutputOf } from "../../../../api/operations.ts";
import { readPage } from "../../../../api/queries.ts";
import { useCan } from "../../../../api/session.tsx";
import { useFormats, useMessages } from "../../../../i18n/messages.tsx";
import { optionsOf } from "../../../../ui/choices/options.ts";
import { PageLink } from "../../../../ui/display/page-link.tsx";
import { Status, type StatusAppearance } from "../../../../ui/display/status.tsx";
import { DataGrid } from "../../../../ui/grid/data-grid.tsx";
import type { GridColumn } from "../../../../ui/grid/grid-types.ts";
import { choiceOf, useGrid } from "../../../../ui/grid/use-grid.ts";
import { IconFilter } from "../../../../ui/icons.ts";
import { audienceMessages } from "../../wizard/audience-messages.ts";
import { groupMessages } from "./group-messages.ts";
import { groupKeys, type Group } from "./groups.ts";
import type { TabProps } from "./report.ts";
import { reportMessages } from "./report-messages.ts";
import { SaveSegmentDialog } from "./save-segment.tsx";
import classes from "./report.module.css";

type Answer = OutputOf<"GET /stats/campaigns/{campaign_id}/recipients">;
type RecipientPage = Extract<Answer, { items: unknown }>;
type Recipient = RecipientPage["items"][number];

/** The operation also answers with a file, which this page does not ask for. */
const isPage = (answer: Answer | undefined): answer is RecipientPage => answer !== undefined && "items" in answer;

const appearances: Readonly<Record<Recipient["state"], StatusAppearance>> = {
  queued: { shape: "dashed", tone: "mute" },
  sent: { shape: "tick", tone: "good" },
  delivered: { shape: "tick", tone: "good" },
  softbounced: { shape: "dashed", tone: "warn" },
  hardbounced: { shape: "cross", tone: "bad" },
  failed: { shape: "cross", tone: "bad" },
  skipped: { shape: "slashed", tone: "mute" },
  unknown: { shape: "dashed", tone: "plum" },
};

const stateKeys = [
  "all",
  "sent",
  "opened",
  "clicked",
  "not_opened",
  "bounced",
  "unsubscribed",
  "skipped",
  "failed",
  "unknown",
] as const;

/** Every message with its state; one row a recipient. */
export function RecipientsTab({ campaign, report: { totals } }: TabProps) {
  const t = useMessages(reportMessages);
  const messages = useMessages(groupMessages);
  const can = useCan();
  const [group, setGroup] = useState<Group>();
  const grid = useGrid({ name: "campaign-recipients", sort: "", filters: ["state", "engagement"] });
  const { page, pageSize, q } = grid.query;
  const result = useQuery(
    readPage("GET /stats/campaigns/{campaign_id}/recipients", {
      params: { campaign_id: campaign.id },
      query: {
        page,
        pageSize,
        q,
        tab: choiceOf(t.states, grid.filters["state"]),
        engagement: choiceOf(t.engagements, grid.filters["engagement"]),
      },
    }),
  );
  const counts: Readonly<Record<(typeof stateKeys)[number], number | undefined>> = {
    all: totals.recipients,
    sent: totals.sent,
    opened: totals.uniqueOpens,
    clicked: totals.uniqueClicks,
    not_opened: undefined,
    bounced: totals.bounced,
    unsubscribed: totals.unsubscribed,
    skipped: totals.skipped.total,
    failed: totals.failed,
    unknown: totals.unknown,
  };
  const state = groupKeys.find((key) => key === grid.filters["state"]);
  const canSave =
    can("contacts", "full") &&
    state !== undefined &&
    q === undefined &&
    (result.data === undefined || (isPage(result.data) && result.data.total > 0));
  return (
    <>
      {canSave && (
        <div className={classes["groupBar"]}>
          <Button
            variant="default"
            size="xs"
            leftSection={<IconFilter size={15} />}
            onClick={() =>
              setGroup({
                campaignId: campaign.id,
                kind: state,
                engagement: choiceOf(t.engagements, grid.filters["engagement"]),
              })
            }
          >
            {messages.save}
          </Button>
        </div>
      )}
      <DataGrid<Recipient>
        grid={grid}
        result={{ ...result, data: isPage(result.data) ? result.data : undefined }}
        label={t.recipients}
        columns={useColumns()}
        rowId={({ contactId }) => contactId}
        rowName={({ email }) => email}
        searchLabel={t.recipientSearch}
        noMatch={t.noRecipient}
        filters={[
          {
            name: "engagement",
            label: t.engagement,
            input: { options: optionsOf(t.engagements) },
          },
        ]}
        views={stateKeys.map((key) => ({
          key,
          label: t.states[key],
          count: counts[key],
          search: key === "all" ? {} : { state: key },
        }))}
        link={({ contactId }, content) => (
          <PageLink path="/contacts/$contactId" params={{ contactId }}>
            {content}
          </PageLink>
        )}
        phoneRow={({ email, state, sentAt }) => ({
          title: email,
          appearance: appearances[state],
          second: t.messageStates[state],
          secondCorner: <Moment at={sentAt} />,
        })}
      />
      <SaveSegmentDialog campaign={campaign} group={group} onClose={() => setGroup(undefined)} />
    </>
  );
}

function Moment({ at }: { at: string | null }) {
  const { dateTime } = useFormats();
  return at === null ? "–" : dateTime(at);
}

function useColumns(): readonly GridColumn<Recipient>[] {
  const t = useMessages(reportMessages);
  const { reasons } = useMessages(audienceMessages);
  const reasonNames: Readonly<Record<string, string>> = reasons;
  return [
    {
      key: "email",
      head: t.columns.email,
      isFixed: true,
      cell: ({ contactId, email }) => (
        <PageLink path="/contacts/$contactId" params={{ contactId }}>
          {email}
        </PageLink>
      ),
    },
    {
      key: "state",
      head: t.columns.state,
      cell: ({ state }) => <Status appearance={appearances[state]} label={t.messageStates[state]} />,
    },
    {
      key: "reason",
      head: t.columns.reason,
      cell: ({ reason }) => (reason === null ? "" : (reasonNames[reason] ?? reason)),
    },
    { key: "sentAt", head: t.columns.sentAt, align: "end", cell: ({ sentAt }) => <Moment at={sentAt} /> },
    { key: "openedAt", head: t.columns.openedAt, align: "end", cell: ({ openedAt }) => <Moment at={openedAt} /> },
    { key: "clickedAt", head: t.columns.clickedAt, align: "end", cell: ({ clickedAt }) => <Moment at={clickedAt} /> },
  ];
}
