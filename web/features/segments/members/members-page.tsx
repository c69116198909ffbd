import { Anchor } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { Link, useParams } from "@tanstack/react-router";
import type { ReactNode } from "react";
import type { OutputOf } from "../../../api/operations.ts";
import { read, readPage } from "../../../api/queries.ts";
import { useFormats, useMessages } from "../../../i18n/messages.tsx";
import { optionsOf } from "../../../ui/choices/options.ts";
import { PageHeader } from "../../../ui/display/page-header.tsx";
import { PageLink } from "../../../ui/display/page-link.tsx";
import { EngagementTile, Status, type StatusAppearance } from "../../../ui/display/status.tsx";
import { Breadcrumbs } from "../../../ui/display/breadcrumbs.tsx";
import { DataGrid } from "../../../ui/grid/data-grid.tsx";
import type { GridColumn } from "../../../ui/grid/grid-types.ts";
import { choiceOf, useGrid } from "../../../ui/grid/use-grid.ts";
import { Empty } from "../../../ui/state/empty.tsx";
import { rulesMessages } from "../../../rules/messages.ts";
import { ruleMessages } from "../../../rules/rule-messages.ts";
import { segmentsMessages } from "../messages.ts";

type Member = OutputOf<"GET /segments/{segment}/members">["items"][number];

const appearances: Readonly<Record<Member["state"], StatusAppearance>> = {
  active: { shape: "circle", tone: "good" },
  unconfirmed: { shape: "dashed", tone: "warn" },
  customer: { shape: "diamond", tone: "teal" },
  unsubscribed: { shape: "slashed", tone: "mute" },
  bounced: { shape: "cross", tone: "bad" },
  complained: { shape: "triangle", tone: "bad" },
  blacklisted: { shape: "slashed", tone: "bad" },
};

const toContact = ({ id }: Member, content: ReactNode) => (
  <PageLink path="/contacts/$contactId" params={{ contactId: id }}>
    {content}
  </PageLink>
);

export function Page() {
  const t = useMessages(segmentsMessages);
  const rules = useMessages(rulesMessages);
  const { engagements } = useMessages(ruleMessages);
  const { date } = useFormats();
  const { segmentId } = useParams({ from: "/segments/$segmentId/members" });
  const { data: segment } = useQuery(read("GET /segments/{segment}", { params: { segment: segmentId } }));
  const grid = useGrid({ name: "segment-members", sort: "-createdAt", filters: ["state", "engagement"] });
  const state = choiceOf(t.states, grid.filters["state"]);
  const engagement = choiceOf(engagements, grid.filters["engagement"]);
  const result = useQuery(
    readPage("GET /segments/{segment}/members", {
      params: { segment: segmentId },
      query: { ...grid.query, state, engagement },
    }),
  );
  const nameOf = ({ firstName, lastName }: Member) => [firstName, lastName].filter(Boolean).join(" ");
  const status = (row: Member) => <Status appearance={appearances[row.state]} label={t.states[row.state]} />;
  const tile = (row: Member) => <EngagementTile letter={row.engagement} label={engagements[row.engagement]} />;
  const columns: readonly GridColumn<Member>[] = [
    {
      key: "email",
      head: t.memberColumns.contact,
      sort: "email",
      isFixed: true,
      cell: (row) => (
        <>
          {toContact(row, row.email)} {nameOf(row)}
        </>
      ),
    },
    { key: "state", head: t.memberColumns.state, sort: "state", cell: status },
    { key: "engagement", head: t.memberColumns.engagement, sort: "engagement", cell: tile },
    {
      key: "createdAt",
      head: t.memberColumns.created,
      sort: "createdAt",
      align: "end",
      cell: (row) => date(row.createdAt),
    },
  ];
  const name = segment?.name ?? "";
  return (
    <>
      <Breadcrumbs parent={t.title} to="/segments" current={name} />
      <PageHeader
        title={t.membersTitle(name)}
        isDetail
        facts={
          <>
            {rules.contacts(result.data?.total ?? 0)} ·{" "}
            <Anchor
              size="sm"
              underline="always"
              renderRoot={(props) => <Link {...props} to="/segments/$segmentId" params={{ segmentId }} />}
            >
              {t.rules(segment?.ruleCount ?? 0)}
            </Anchor>
          </>
        }
      />
      <DataGrid<Member>
        grid={grid}
        result={result}
        label={t.membersShort}
        columns={columns}
        rowId={({ id }) => id}
        rowName={({ email }) => email}
        searchLabel={t.memberSearch}
        filters={[
          { name: "state", label: t.memberColumns.state, input: { options: optionsOf(t.states) } },
          { name: "engagement", label: t.memberColumns.engagement, input: { options: optionsOf(engagements) } },
        ]}
        link={toContact}
        phoneRow={(row) => ({
          title: nameOf(row) || row.email,
          corner: tile(row),
          second: nameOf(row) === "" ? "" : row.email,
          secondCorner: date(row.createdAt),
        })}
        empty={<Empty title={t.noMembers} text={t.noMembersText} />}
      />
    </>
  );
}
