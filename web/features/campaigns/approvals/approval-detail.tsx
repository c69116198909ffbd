import { Button, Textarea } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { useState } from "react";
import type { ApiFailure } from "../../../api/api-failure.ts";
import { read, useChange } from "../../../api/queries.ts";
import { useCan, useSession } from "../../../api/session.tsx";
import { useFormats, useMessages } from "../../../i18n/messages.tsx";
import { Callout } from "../../../ui/display/callout.tsx";
import { Card, Facts } from "../../../ui/display/card.tsx";
import { StatusPill } from "../../../ui/display/status.tsx";
import { useToasts } from "../../../ui/state/toasts.tsx";
import { WaitingCard } from "../../../ui/state/waiting.tsx";
import { PreviewCard } from "../wizard/review/preview-card.tsx";
import { approvalAppearances, type Approval } from "./approval-appearance.ts";
import { approvalMessages } from "./approval-messages.ts";
import classes from "./approvals.module.css";

/** What a second person decides about: who asks, to whom it goes, the subject and the e-mail itself. */
export function ApprovalDetail({ approval }: { approval: Approval }) {
  const t = useMessages(approvalMessages);
  const { dateTime } = useFormats();
  const { campaign, state, recipients, comment, requestedBy, requestedAt, decidedBy, decidedAt } = approval;
  return (
    <>
      <Card
        title={campaign.name}
        aside={<StatusPill appearance={approvalAppearances[state]} label={t.states[state]} />}
      >
        <div className={classes["gate"]}>
          <Facts
            items={[
              [t.subject, campaign.subject],
              [t.recipients, t.count(recipients)],
              [t.requestedBy, t.at(requestedBy.email, dateTime(requestedAt))],
              ...(comment === "" ? [] : [[t.comment, comment] as const]),
              ...(decidedBy === null || decidedAt === null
                ? []
                : [[t.decidedBy, t.at(decidedBy.email, dateTime(decidedAt))] as const]),
              ...(approval.decisionComment === "" ? [] : [[t.comment, approval.decisionComment] as const]),
            ]}
          />
          <Link to="/campaigns/$campaignId" params={{ campaignId: campaign.id }}>
            {t.openCampaign}
          </Link>
          {state === "outdated" && <Callout tone="warn">{t.outdatedText}</Callout>}
        </div>
      </Card>
      {state === "waiting" && <Decision approval={approval} />}
      <CampaignPreview campaignId={campaign.id} />
    </>
  );
}

function CampaignPreview({ campaignId }: { campaignId: string }) {
  const t = useMessages(approvalMessages);
  const { data, error, refetch } = useQuery(
    read("GET /campaigns/{campaign_id}", { params: { campaign_id: campaignId } }),
  );
  if (data === undefined) return <WaitingCard error={error} what={t.title} onRetry={refetch} />;
  return <PreviewCard campaign={data} />;
}

const refresh = ["GET /campaign-approvals", "GET /campaign-approvals/{approval_id}", "GET /campaigns"] as const;

function Decision({ approval: { id, requestedBy } }: { approval: Approval }) {
  const t = useMessages(approvalMessages);
  const toast = useToasts();
  const { company } = useSession();
  const canDecide = useCan()("campaigns", "full");
  const [comment, setComment] = useState("");
  const [problem, setProblem] = useState<string>();
  const onFailed = (failure: ApiFailure) => {
    if (failure.is("conflict status")) setProblem(t.alreadyDecided);
    else toast.failed(failure);
  };
  const approve = useChange("POST /campaign-approvals/{approval_id}/approve", {
    refresh,
    onDone: () => toast.done(t.approved),
    onFailed,
  });
  const giveBack = useChange("POST /campaign-approvals/{approval_id}/return", {
    refresh,
    onDone: () => toast.done(t.returned),
    onFailed,
  });
  if (requestedBy.id === company.memberId) return <Callout tone="accent">{t.own}</Callout>;
  if (!canDecide) return null;
  const decision = { params: { approval_id: id }, body: { comment: comment.trim() } };
  return (
    <Card title={t.decision}>
      <div className={classes["gate"]}>
        <Textarea
          label={t.decisionComment}
          description={t.decisionCommentHint}
          rows={3}
          maxLength={2000}
          value={comment}
          onChange={(event) => setComment(event.currentTarget.value)}
        />
        {problem !== undefined && <Callout tone="bad">{problem}</Callout>}
        <div className={classes["actions"]}>
          <Button loading={approve.isPending} onClick={() => approve.mutate(decision)}>
            {t.approve}
          </Button>
          <Button
            variant="default"
            loading={giveBack.isPending}
            disabled={comment.trim() === ""}
            onClick={() => giveBack.mutate(decision)}
          >
            {t.giveBack}
          </Button>
        </div>
      </div>
    </Card>
  );
}
