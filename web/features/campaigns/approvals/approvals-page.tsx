import { SegmentedControl } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { read, readPage } from "../../../api/queries.ts";
import { useFormats, useMessages } from "../../../i18n/messages.tsx";
import { useAddress } from "../../../routing/search.ts";
import { Breadcrumbs } from "../../../ui/display/breadcrumbs.tsx";
import { Card, TwoColumns } from "../../../ui/display/card.tsx";
import { PageHeader } from "../../../ui/display/page-header.tsx";
import { StatusGlyph } from "../../../ui/display/status.tsx";
import { Notice } from "../../../ui/state/failure.tsx";
import { Waiting, WaitingCard } from "../../../ui/state/waiting.tsx";
import { campaignsMessages } from "../messages.ts";
import { approvalAppearances, type Approval } from "./approval-appearance.ts";
import { ApprovalDetail } from "./approval-detail.tsx";
import { approvalMessages } from "./approval-messages.ts";
import classes from "./approvals.module.css";

const operation = "GET /campaign-approvals";

/** The requests, and the one that the address names, otherwise the newest, with everything to decide by. */
export function Page() {
  const t = useMessages(approvalMessages);
  const campaigns = useMessages(campaignsMessages);
  const [{ request, show }, change] = useAddress();
  const isAll = show === "all";
  const list = useQuery({
    ...readPage(operation, { query: { pageSize: 50, state: isAll ? undefined : "waiting" } }),
    refetchInterval: 20_000,
  });
  const chosen = request ?? list.data?.items[0]?.id;
  return (
    <>
      <Breadcrumbs parent={campaigns.title} to="/campaigns" current={t.title} />
      <PageHeader title={t.title} facts={t.facts} />
      <TwoColumns
        main={
          chosen === undefined ? (
            <Card>
              {list.data === undefined ? (
                <Waiting error={list.error} what={t.title} onRetry={list.refetch} />
              ) : (
                <Notice title={t.none} text={t.noneText} />
              )}
            </Card>
          ) : (
            <Chosen key={chosen} id={chosen} />
          )
        }
        side={
          <Card
            flush
            title={t.requests}
            aside={
              <SegmentedControl
                size="xs"
                aria-label={t.filter}
                value={isAll ? "all" : "waiting"}
                onChange={(value) => change({ show: value === "all" ? "all" : undefined, request: undefined })}
                data={[
                  { value: "waiting", label: t.filters.waiting },
                  { value: "all", label: t.filters.all },
                ]}
              />
            }
          >
            {list.data?.items.length === 0 && <Notice title={t.none} />}
            <ul className={classes["list"]}>
              {list.data?.items.map((approval) => (
                <RequestLink key={approval.id} approval={approval} isChosen={approval.id === chosen} />
              ))}
            </ul>
          </Card>
        }
      />
    </>
  );
}

function RequestLink({ approval, isChosen }: { approval: Approval; isChosen: boolean }) {
  const t = useMessages(approvalMessages);
  const { ago } = useFormats();
  const { id, campaign, state, requestedBy, requestedAt } = approval;
  return (
    <li>
      <Link
        to="/campaigns/approvals"
        search={(previous: object) => ({ ...previous, request: id })}
        aria-current={isChosen ? "true" : undefined}
      >
        <StatusGlyph {...approvalAppearances[state]} />
        <span>
          <b>{campaign.name}</b>
          <small>{[t.states[state], requestedBy.email, ago(requestedAt)].join(" · ")}</small>
        </span>
      </Link>
    </li>
  );
}

function Chosen({ id }: { id: string }) {
  const t = useMessages(approvalMessages);
  const { data, error, refetch } = useQuery(
    read("GET /campaign-approvals/{approval_id}", { params: { approval_id: id } }),
  );
  if (data === undefined) return <WaitingCard error={error} what={t.title} onRetry={refetch} />;
  return <ApprovalDetail approval={data} />;
}
