import { Button, Progress } from "@mantine/core";
import { Link } from "@tanstack/react-router";
import { useChange } from "../../../api/queries.ts";
import { useCan, useSession } from "../../../api/session.tsx";
import { useMessages } from "../../../i18n/messages.tsx";
import { Callout } from "../../../ui/display/callout.tsx";
import { Card, TwoColumns } from "../../../ui/display/card.tsx";
import { CopyButton } from "../../../ui/display/copy-button.tsx";
import { PageHeader } from "../../../ui/display/page-header.tsx";
import { PageLink } from "../../../ui/display/page-link.tsx";
import { IconCircleCheck } from "../../../ui/icons.ts";
import { useToasts } from "../../../ui/state/toasts.tsx";
import { OnboardingStop } from "./onboarding-stop.tsx";
import { nextStep, type Onboarding, type OnboardingStep } from "./steps.ts";
import { onboardingMessages } from "./messages.ts";
import classes from "./onboarding.module.css";

const doctor = "npx postrider doctor";

type Props = { readonly onboarding: Onboarding; readonly steps: readonly OnboardingStep[] };

/** Five steps to the first campaign; what is done is computed by the server from the company's data. */
export function OnboardingView({ onboarding, steps }: Props) {
  const t = useMessages(onboardingMessages);
  const { session } = useSession();
  return (
    <div className={classes["page"]}>
      <PageHeader title={t.title(session.member.firstName)} facts={t.facts} />
      <TwoColumns
        main={<StepsCard onboarding={onboarding} steps={steps} />}
        side={<SideCards onboarding={onboarding} />}
      />
    </div>
  );
}

function StepsCard({ onboarding: { items }, steps }: Props) {
  const t = useMessages(onboardingMessages);
  const toast = useToasts();
  const next = nextStep(steps);
  const change = useChange("PATCH /onboarding", {
    refresh: ["GET /onboarding"],
    onFailed: (error) => toast.failed(error),
  });
  const dismissed = items.filter((item) => item.dismissed).map(({ key }) => key);
  const done = steps.filter(({ isDone }) => isDone).length;
  return (
    <Card
      title={t.steps}
      aside={
        <span className={classes["progress"]}>
          <Progress value={(done / steps.length) * 100} w={84} h={5} aria-label={t.steps} />
          {t.progress(done, steps.length)}
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
          <OnboardingStop
            key={step.key}
            step={step}
            number={index + 1}
            isNext={step.key === next?.key}
            onSkip={(isSkipped) =>
              change.mutate({
                body: {
                  dismissed: isSkipped
                    ? [...new Set([...dismissed, ...step.items])]
                    : dismissed.filter((key) => !step.items.includes(key)),
                },
              })
            }
          />
        ))}
      </ol>
    </Card>
  );
}

const laterPages = [
  ["form", "/forms"],
  ["siteScript", "/settings/tracking"],
  ["members", "/settings/members"],
] as const;

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
      <Card title={t.later}>
        <ul className={classes["laterLinks"]}>
          {laterPages.map(([key, path]) => (
            <li key={key}>
              <PageLink path={path}>{t.laterLinks[key]}</PageLink>
            </li>
          ))}
        </ul>
      </Card>
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
