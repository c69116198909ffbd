import { Button, Progress } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { read, useChange } from "../../../api/queries.ts";
import { useCan, useSession } from "../../../api/session.tsx";
import { useMessages } from "../../../i18n/messages.tsx";
import { Callout } from "../../../ui/display/callout.tsx";
import { Card, TwoColumns } from "../../../ui/display/card.tsx";
import { CopyButton } from "../../../ui/display/copy-button.tsx";
import { PageHeader } from "../../../ui/display/page-header.tsx";
import { IconCircleCheck } from "../../../ui/icons.ts";
import { useToasts } from "../../../ui/state/toasts.tsx";
import { WaitingCard } from "../../../ui/state/waiting.tsx";
import { OnboardingStep } from "./onboarding-step.tsx";
import { inOrder, nextStep, type Onboarding } from "./steps.ts";
import { onboardingMessages } from "./messages.ts";
import classes from "./onboarding.module.css";

const doctor = "npx postrider doctor";

/** The checklist of a new company; what is done is computed by the server from the company's data. */
export function Page() {
  const t = useMessages(onboardingMessages);
  const { session } = useSession();
  const { data, error, refetch } = useQuery(read("GET /onboarding"));
  return (
    <div className={classes["page"]}>
      <PageHeader title={t.title(session.member.firstName ?? "")} facts={t.facts} />
      {data === undefined ? (
        <WaitingCard error={error} what={t.error} onRetry={refetch} />
      ) : (
        <TwoColumns main={<StepsCard onboarding={data} />} side={<SideCards onboarding={data} />} />
      )}
    </div>
  );
}

function StepsCard({ onboarding: { items, done, total } }: { onboarding: Onboarding }) {
  const t = useMessages(onboardingMessages);
  const toast = useToasts();
  const next = nextStep(items);
  const change = useChange("PATCH /onboarding", {
    refresh: ["GET /onboarding"],
    onFailed: (error) => toast.failed(error),
  });
  const dismissed = items.filter((item) => item.dismissed).map(({ key }) => key);
  const steps = inOrder(items);
  return (
    <Card
      title={t.steps}
      aside={
        <span className={classes["progress"]}>
          <Progress value={(done / total) * 100} w={84} h={5} aria-label={t.steps} />
          {t.progress(done, total)}
        </span>
      }
    >
      {next === undefined && (
        <Callout
          tone="good"
          icon={<IconCircleCheck size={18} />}
          action={
            <Button component={Link} to="/" size="xs" variant="default">
              {t.toOverview}
            </Button>
          }
        >
          <b>{t.allDone}.</b> {t.allDoneText}
        </Callout>
      )}
      <ol className={classes["steps"]}>
        {steps.map((step, index) => (
          <OnboardingStep
            key={step.key}
            step={step}
            number={index + 1}
            isNext={step.key === next}
            onSkip={(isSkipped) =>
              change.mutate({
                body: {
                  dismissed: isSkipped ? [...dismissed, step.key] : dismissed.filter((key) => key !== step.key),
                },
              })
            }
          />
        ))}
      </ol>
    </Card>
  );
}

function SideCards({ onboarding: { hidden } }: { onboarding: Onboarding }) {
  const t = useMessages(onboardingMessages);
  const can = useCan();
  const toast = useToasts();
  const change = useChange("PATCH /onboarding", {
    refresh: ["GET /onboarding"],
    onDone: ({ hidden: isHidden }) => toast.done(isHidden ? t.hidden : t.shown),
    onFailed: (error) => toast.failed(error),
  });
  return (
    <>
      <Card title={t.developers}>
        <p className={classes["text"]}>{t.developersText}</p>
        <span className={classes["command"]}>
          <code>{doctor}</code>
          <CopyButton text={doctor} name={t.doctor} />
        </span>
      </Card>
      {can("settings", "full") && (
        <Button
          variant="default"
          loading={change.isPending}
          onClick={() => change.mutate({ body: { hidden: !hidden } })}
        >
          {hidden ? t.show : t.hide}
        </Button>
      )}
    </>
  );
}
