import { Button } from "@mantine/core";
import { Link } from "@tanstack/react-router";
import { useCan } from "../../../api/session.tsx";
import { useMessages } from "../../../i18n/messages.tsx";
import { IconCheck } from "../../../ui/icons.ts";
import { useStepPage, type Onboarding } from "./steps.ts";
import { onboardingMessages } from "./messages.ts";
import classes from "./onboarding.module.css";

type StepProps = {
  readonly step: Onboarding["items"][number];
  readonly number: number;
  readonly isNext: boolean;
  readonly onSkip: (isSkipped: boolean) => void;
};

/** One stop of the route: done, next with its button, or later. */
export function OnboardingStep({ step: { key, done, dismissed }, number, isNext, onSkip }: StepProps) {
  const t = useMessages(onboardingMessages);
  const messages = t.items[key];
  const isLater = !done && !isNext;
  return (
    <li className={classes["step"]} data-state={stepState(done, isNext)}>
      <span className={classes["stop"]} aria-hidden="true">
        {done ? <IconCheck size={13} stroke={2.4} /> : number}
      </span>
      <div className={classes["body"]}>
        <p className={classes["name"]}>{messages.name}</p>
        <p className={classes["text"]}>{describeStep(done, dismissed, messages, t.skipped)}</p>
        {isNext && <NextActions stepKey={key} onSkip={() => onSkip(true)} />}
      </div>
      {isLater && (
        <span className={classes["later"]}>
          {dismissed ? (
            <Button variant="default" size="xs" aria-label={t.restoreStep(messages.name)} onClick={() => onSkip(false)}>
              {t.restore}
            </Button>
          ) : (
            <OpenButton stepKey={key} label={t.open} name={t.openStep(messages.name)} />
          )}
        </span>
      )}
    </li>
  );
}

function stepState(done: boolean, isNext: boolean): "done" | "next" | "later" {
  if (done) return "done";
  return isNext ? "next" : "later";
}

function describeStep(
  done: boolean,
  dismissed: boolean,
  messages: { done: string; text: string },
  skipped: string,
): string {
  if (done) return messages.done;
  return dismissed ? skipped : messages.text;
}

function NextActions({ stepKey, onSkip }: { stepKey: StepProps["step"]["key"]; onSkip: () => void }) {
  const t = useMessages(onboardingMessages);
  const can = useCan();
  const page = useStepPage()(stepKey);
  const messages = t.items[stepKey];
  return (
    <div className={classes["actions"]}>
      {page === undefined ? (
        <span className={classes["text"]}>{t.noPage}</span>
      ) : (
        <Button component={Link} to={page}>
          {messages.action}
        </Button>
      )}
      {can("settings", "full") && (
        <Button variant="subtle" color="gray" aria-label={t.skipStep(messages.name)} onClick={onSkip}>
          {t.skip}
        </Button>
      )}
    </div>
  );
}

function OpenButton({ stepKey, label, name }: { stepKey: StepProps["step"]["key"]; label: string; name: string }) {
  const page = useStepPage()(stepKey);
  if (page === undefined) return null;
  return (
    <Button component={Link} to={page} variant="default" size="xs" aria-label={name}>
      {label}
    </Button>
  );
}
