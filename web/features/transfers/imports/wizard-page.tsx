import { Button } from "@mantine/core";
import { Link, useNavigate } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { useAddress } from "../../../routing/search.ts";
import { useMessages } from "../../../i18n/messages.tsx";
import { Callout } from "../../../ui/display/callout.tsx";
import { Card } from "../../../ui/display/card.tsx";
import { PageHeader } from "../../../ui/display/page-header.tsx";
import { RouteSteps } from "../../../ui/display/route-steps.tsx";
import { Breadcrumbs } from "../../../ui/display/breadcrumbs.tsx";
import { Failure } from "../../../ui/state/failure.tsx";
import { Loading } from "../../../ui/state/loading.tsx";
import { Rejection } from "../../../ui/state/rejection.tsx";
import { transfersMessages } from "../messages.ts";
import { stepKeys, useDraft, type StepKey } from "./draft.ts";
import { ConsentStep } from "./steps/consent-step.tsx";
import { FileStep } from "./steps/file-step.tsx";
import { MappingStep } from "./steps/mapping-step.tsx";
import { ReviewStep } from "./steps/review-step.tsx";
import { wizardMessages } from "./wizard-messages.ts";

export function Page() {
  const [{ draft, step }] = useAddress();
  if (draft === undefined)
    return (
      <WizardFrame current="file" reached={0} onChoose={() => {}}>
        <FileStep />
      </WizardFrame>
    );
  return <DraftWizard key={draft} draftId={draft} step={stepKeys.find((key) => key === step) ?? "mapping"} />;
}

function DraftWizard({ draftId, step }: { draftId: string; step: StepKey }) {
  const t = useMessages(wizardMessages);
  const [, changeAddress] = useAddress();
  const navigate = useNavigate();
  const { draft, error, change, saveError } = useDraft(draftId);
  const open = (key: string) => {
    if (key === "file") void navigate({ to: "/transfers/imports/new" });
    else changeAddress({ step: key });
  };
  const goOn = (key: StepKey) => {
    change({ reached: Math.max(draft?.reached ?? 1, stepKeys.indexOf(key)) });
    open(key);
  };
  const stepProps = { draftId, draft, change, onBack: open, onNext: goOn };
  return (
    <WizardFrame current={step} reached={draft?.reached ?? 1} onChoose={open}>
      {saveError !== null && <Rejection error={saveError} />}
      {draft === undefined || error !== null ? (
        <Card flush={error === null || error.code !== "not_found"}>
          <DraftState error={error} message={t.draftGone} action={t.fileAgain} />
        </Card>
      ) : (
        <Step step={step} {...stepProps} draft={draft} />
      )}
    </WizardFrame>
  );
}

function Step({ step, ...props }: { step: StepKey } & Parameters<typeof MappingStep>[0]) {
  if (step === "consent") return <ConsentStep {...props} />;
  if (step === "review") return <ReviewStep {...props} />;
  return <MappingStep {...props} />;
}

function DraftState({ error, message, action }: { error: { code: string } | null; message: string; action: string }) {
  if (error === null) return <Loading lines={6} />;
  if (error.code !== "not_found") return <Failure error={error} />;
  return (
    <Callout
      tone="warn"
      action={
        <Button component={Link} to="/transfers/imports/new" variant="default">
          {action}
        </Button>
      }
    >
      {message}
    </Callout>
  );
}

/** The route line of the wizard; the result has its own page. */
function WizardFrame({
  current,
  reached,
  onChoose,
  children,
}: {
  current: StepKey;
  reached: number;
  onChoose: (key: string) => void;
  children: ReactNode;
}) {
  const t = useMessages(wizardMessages);
  const { title } = useMessages(transfersMessages);
  const steps = ([...stepKeys, "result"] as const).map((key) => ({ key, label: t.steps[key] }));
  return (
    <>
      <Breadcrumbs parent={title} to="/transfers" current={t.title} />
      <PageHeader title={t.title} facts={current === "file" ? " " : t.saved} />
      <RouteSteps
        label={t.title}
        steps={steps}
        current={current}
        reachable={(key) => stepKeys.findIndex((one) => one === key) <= reached && key !== "result"}
        onChoose={onChoose}
      />
      {children}
    </>
  );
}
