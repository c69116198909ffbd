import { Button } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { Navigate, useParams } from "@tanstack/react-router";
import { read } from "../../../api/queries.ts";
import { useCan } from "../../../api/session.tsx";
import { useWords } from "../../../i18n/words.tsx";
import { useAddress } from "../../../routing/search.ts";
import { Callout } from "../../../ui/display/callout.tsx";
import { PageHead } from "../../../ui/display/page-head.tsx";
import { RouteSteps } from "../../../ui/display/route-steps.tsx";
import { StatusPill } from "../../../ui/display/status.tsx";
import { Trail } from "../../../ui/display/trail.tsx";
import { WaitingCard } from "../../../ui/state/waiting.tsx";
import { statusLooks, type Campaign } from "../looks.ts";
import { campaignsWords } from "../words.ts";
import { AudienceStep } from "./audience-step.tsx";
import { useAutosave } from "./autosave.ts";
import { ContentStep } from "./content-step.tsx";
import { RenameCampaign } from "./rename-campaign.tsx";
import { ReviewStep } from "./review/review-step.tsx";
import { SaveState } from "./save-state.tsx";
import { stepKeys, type StepKey, type StepProps } from "./steps.ts";
import { SubjectStep } from "./subject-step.tsx";
import { TestEmailButton } from "./test-email.tsx";
import { wizardWords } from "./wizard-words.ts";
import classes from "./wizard.module.css";

export function Page() {
  const t = useWords(campaignsWords);
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
  const t = useWords(campaignsWords);
  const words = useWords(wizardWords);
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
      <Trail parent={t.title} to="/campaigns" current={campaign.name} />
      <PageHead
        title={campaign.name}
        isDetail
        status={<StatusPill look={statusLooks.draft} label={t.statuses.draft} />}
        facts={
          <>
            <SaveState campaign={campaign} autosave={autosave} />{" "}
            <RenameCampaign campaign={campaign} autosave={autosave} />
          </>
        }
        actions={can("campaigns", "full") ? <TestEmailButton campaign={campaign} autosave={autosave} /> : undefined}
      />
      <RouteSteps
        label={words.stepsLabel}
        steps={stepKeys.map((key) => ({ key, label: words.steps[key] }))}
        current={step}
        reachable={() => true}
        onChoose={(key) => void go(stepKeys.find((one) => one === key) ?? "audience")}
      />
      <Problem autosave={autosave} onReload={onReload} />
      {can("campaigns", "full") ? (
        <Step campaign={campaign} autosave={autosave} foot={<StepFoot step={step} onGo={(next) => void go(next)} />} />
      ) : (
        <Callout tone="accent">{words.readOnly}</Callout>
      )}
    </>
  );
}

function Problem({ autosave: { failure }, onReload }: { autosave: StepProps["autosave"]; onReload: () => void }) {
  const words = useWords(wizardWords);
  if (failure === undefined || failure.code === "validation") return null;
  return (
    <div className={classes["problem"]}>
      <Callout
        tone="bad"
        action={
          <Button variant="default" size="xs" onClick={onReload}>
            {words.reload}
          </Button>
        }
      >
        {failure.is("conflict status") ? words.status : words.notSaved}
      </Callout>
    </div>
  );
}

function StepFoot({ step, onGo }: { step: StepKey; onGo: (step: StepKey) => void }) {
  const words = useWords(wizardWords);
  const place = stepKeys.indexOf(step);
  const [before, after] = [stepKeys[place - 1], stepKeys[place + 1]];
  return (
    <div className={classes["foot"]}>
      {before !== undefined && (
        <Button variant="default" onClick={() => onGo(before)}>
          {words.back}
        </Button>
      )}
      {after !== undefined && step !== "review" && <Button onClick={() => onGo(after)}>{words.next[step]}</Button>}
    </div>
  );
}
