import { Button, Textarea } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { useState, type ReactNode } from "react";
import type { ApiFailure } from "../../../api/api-failure.ts";
import { read, useChange } from "../../../api/queries.ts";
import { useFormats, useMessages } from "../../../i18n/messages.tsx";
import { Callout } from "../../../ui/display/callout.tsx";
import { Card } from "../../../ui/display/card.tsx";
import { useToasts } from "../../../ui/state/toasts.tsx";
import { Waiting } from "../../../ui/state/waiting.tsx";
import type { Campaign } from "../appearance.ts";
import type { Autosave } from "../wizard/autosave.ts";
import type { Approval } from "./approval-appearance.ts";
import { approvalMessages } from "./approval-messages.ts";
import classes from "./approvals.module.css";

type Props = { readonly campaign: Campaign; readonly autosave: Autosave; readonly isReady: boolean };

/** Where the company requires approvals, sending appears only once a second person approved the campaign as it is. */
export function ApprovalGate({ children, ...props }: Props & { readonly children: ReactNode }) {
  const { gate: t } = useMessages(approvalMessages);
  const company = useQuery(read("GET /company"));
  const isRequired = company.data?.requireCampaignApproval === true;
  const approvals = useQuery({
    ...read("GET /campaign-approvals", { query: { campaign: props.campaign.id, pageSize: 1 } }),
    enabled: isRequired,
    refetchInterval: 15_000,
  });
  if (company.data?.requireCampaignApproval === false) return children;
  if (company.data === undefined || approvals.data === undefined)
    return (
      <Card title={t.title}>
        <Waiting error={company.error ?? approvals.error} what={t.title} onRetry={() => void approvals.refetch()} />
      </Card>
    );
  const [latest] = approvals.data.items;
  if (latest?.state !== "approved") return <RequestCard {...props} latest={latest} />;
  return (
    <>
      <ApprovedNote approval={latest} />
      {children}
    </>
  );
}

function ApprovedNote({ approval: { decidedBy, decidedAt, decisionComment } }: { approval: Approval }) {
  const { gate: t } = useMessages(approvalMessages);
  const { ago } = useFormats();
  return (
    <Callout tone="good">
      {t.approved(decidedBy?.email ?? "", decidedAt === null ? "" : ago(decidedAt))}
      {decisionComment !== "" && <p>{decisionComment}</p>}
    </Callout>
  );
}

function RequestCard({ campaign, autosave, isReady, latest }: Props & { readonly latest: Approval | undefined }) {
  const { gate: t } = useMessages(approvalMessages);
  const { ago } = useFormats();
  const toast = useToasts();
  const [comment, setComment] = useState("");
  const [problem, setProblem] = useState<string>();
  const request = useChange("POST /campaigns/{campaign_id}/approvals", {
    refresh: ["GET /campaign-approvals"],
    onDone: () => toast.done(t.requested),
    onFailed: (failure) => {
      const sentence = explain(failure, t);
      if (sentence === undefined) toast.failed(failure);
      setProblem(sentence);
    },
  });
  if (latest?.state === "waiting")
    return (
      <Card title={t.title}>
        <div className={classes["gate"]}>
          <p>{t.waiting(latest.requestedBy.email, ago(latest.requestedAt))}</p>
          <p className={classes["small"]}>{t.waitingHint}</p>
          <Link to="/campaigns/approvals" search={{ request: latest.id }}>
            {t.show}
          </Link>
        </div>
      </Card>
    );
  const send = async () => {
    setProblem(undefined);
    if (await autosave.flush()) request.mutate({ params: { campaign_id: campaign.id }, body: { comment } });
  };
  return (
    <Card title={t.title}>
      <form
        className={classes["gate"]}
        onSubmit={(event) => {
          event.preventDefault();
          void send();
        }}
      >
        {latest?.state === "returned" ? (
          <Callout tone="warn">
            {t.returned(latest.decidedBy?.email ?? "")}
            <p>{latest.decisionComment}</p>
          </Callout>
        ) : (
          <p>{t[latest === undefined || latest.state === "approved" ? "missing" : latest.state]}</p>
        )}
        <Textarea
          label={t.comment}
          description={t.commentHint}
          rows={3}
          maxLength={2000}
          value={comment}
          onChange={(event) => setComment(event.currentTarget.value)}
        />
        <Button type="submit" size="md" fullWidth loading={request.isPending} disabled={!isReady}>
          {t.request}
        </Button>
        {problem !== undefined && <Callout tone="bad">{problem}</Callout>}
        {!isReady && <Callout tone="warn">{t.notReady}</Callout>}
      </form>
    </Card>
  );
}

const explain = (
  failure: ApiFailure,
  t: { readonly nobody: string; readonly alreadyRequested: string },
): string | undefined => {
  if (failure.is("conflict approvers")) return t.nobody;
  return failure.is("conflict requested") ? t.alreadyRequested : undefined;
};
