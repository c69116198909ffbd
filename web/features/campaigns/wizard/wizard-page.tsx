import { Button } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { Navigate, useParams } from "@tanstack/react-router";
import { read } from "../../../api/queries.ts";
import { useCan } from "../../../api/session.tsx";
import { useMessages } from "../../../i18n/messages.tsx";
import { useAddress } from "../../../routing/search.ts";
import { Callout } from "../../../ui/display/callout.tsx";
import { PageHeader } from "../../../ui/display/page-header.tsx";
import { RouteSteps } from "../../../ui/display/route-steps.tsx";
import { StatusPill } from "../../../ui/display/status.tsx";
import { Breadcrumbs } from "../../../ui/display/breadcrumbs.tsx";
import { WaitingCard } from "../../../ui/state/waiting.tsx";
import { statusAppearances, type Campaign } from "../appearance.ts";
import { campaignsMessages } from "../messages.ts";
import { AudienceStep } from "./audience-step.tsx";
import { useAutosave } from "./autosave.ts";
import { ContentStep } from "./content-step.tsx";
import { RenameCampaign } from "./rename-campaign.tsx";
import { ReviewStep } from "./review/review-step.tsx";
import { SaveState } from "./save-state.tsx";
import { stepKeys, type StepKey, type StepProps } from "./steps.ts";
import { SubjectStep } from "./subject-step.tsx";
import { TestEmailButton } from "./test-email.tsx";
import { wizardMessages } from "./wizard-messages.ts";
import classes from "./wizard.module.css";

export function Page() {
  const t = useMessages(campaignsMessages);
  const { campaignId } = useParams({ from: "/campaigns/$campaignId/edit" });
  const params = { campaign_id: campaignId };
  const { data: campaign, error, refetch } = useQuery(read("GET /campaigns/{campaign_id}", { params }));
  if (campaign === undefined) return <WaitingCard error={error} what={t.campaign} onRetry={refetch} />;
  if (campaign.status !== "draft") return <Navigate to="/campaigns/$campaignId" params={{ campaignId }} replace />;
  return <Wizard key={campaignId} campaign={campaign} onReload={() => void refetch()} />;
}

const steps: Readonly<Record<StepKey, (props: StepProps) => React.ReactNode>> = {
  audience: AudienceStep,
  subject: SubjectStep,
  content: ContentStep,
  review: ReviewStep,
};

function Wizard({ campaign, onReload }: { campaign: Campaign; onReload: () => void }) {
  const t = useMessages(campaignsMessages);
  const messages = useMessages(wizardMessages);
  const can = useCan();
  const [address, changeAddress] = useAddress();
  const autosave = useAutosave(campaign.id);
  const step = stepKeys.find((key) => key === address["step"]) ?? "audience";
  const go = async (next: StepKey) => {
    if (await autosave.flush()) changeAddress({ step: next });
  };
  const Step = steps[step];
  return (
    <>
      <Breadcrumbs parent={t.title} to="/campaigns" current={campaign.name} />
      <PageHeader
        title={campaign.name}
        isDetail
        status={<StatusPill appearance={statusAppearances.draft} label={t.statuses.draft} />}
        facts={
          <>
            <SaveState campaign={campaign} autosave={autosave} />{" "}
            <RenameCampaign campaign={campaign} autosave={autosave} />
          </>
        }
        actions={can("campaigns", "full") ? <TestEmailButton campaign={campaign} autosave={autosave} /> : undefined}
      />
      <RouteSteps
        label={messages.stepsLabel}
        steps={stepKeys.map((key) => ({ key, label: messages.steps[key] }))}
        current={step}
        reachable={() => true}
        onChoose={(key) => void go(stepKeys.find((one) => one === key) ?? "audience")}
      />
      <Problem autosave={autosave} onReload={onReload} />
      {can("campaigns", "full") ? (
        <Step
          campaign={campaign}
          autosave={autosave}
          foot={<StepFooter step={step} onGo={(next) => void go(next)} />}
        />
      ) : (
        <Callout tone="accent">{messages.readOnly}</Callout>
      )}
    </>
  );
}

function Problem({ autosave: { failure }, onReload }: { autosave: StepProps["autosave"]; onReload: () => void }) {
  const messages = useMessages(wizardMessages);
  if (failure === undefined || failure.code === "validation") return null;
  return (
    <div className={classes["problem"]}>
      <Callout
        tone="bad"
        action={
          <Button variant="default" size="xs" onClick={onReload}>
            {messages.reload}
          </Button>
        }
      >
        {failure.is("conflict status") ? messages.status : messages.notSaved}
      </Callout>
    </div>
  );
}

function StepFooter({ step, onGo }: { step: StepKey; onGo: (step: StepKey) => void }) {
  const messages = useMessages(wizardMessages);
  const place = stepKeys.indexOf(step);
  const [before, after] = [stepKeys[place - 1], stepKeys[place + 1]];
  return (
    <div className={classes["foot"]}>
      {before !== undefined && (
        <Button variant="default" onClick={() => onGo(before)}>
          {messages.back}
        </Button>
      )}
      {after !== undefined && step !== "review" && <Button onClick={() => onGo(after)}>{messages.next[step]}</Button>}
    </div>
  );
}
