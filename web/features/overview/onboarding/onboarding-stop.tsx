import { Button } from "@mantine/core";
import { Link } from "@tanstack/react-router";
import { useCan } from "../../../api/session.tsx";
import { useMessages } from "../../../i18n/messages.tsx";
import { IconCheck } from "../../../ui/icons.ts";
import { ProfileForm } from "./profile-form.tsx";
import { useItemPage, type OnboardingStep } from "./steps.ts";
import { onboardingMessages } from "./messages.ts";
import classes from "./onboarding.module.css";

type StopProps = {
  readonly step: OnboardingStep;
  readonly number: number;
  readonly isNext: boolean;
  readonly onSkip: (isSkipped: boolean) => void;
};

/** One stop of the route: done, next with what to do, or later. */
export function OnboardingStop({ step, number, isNext, onSkip }: StopProps) {
  const t = useMessages(onboardingMessages);
  const messages = t.items[step.key];
  return (
    <li className={classes["step"]} data-state={stateOf(step, isNext)}>
      <span className={classes["stop"]} aria-hidden="true">
        {step.isDone ? <IconCheck size={13} stroke={2.4} /> : number}
      </span>
      <div className={classes["body"]}>
        <p className={classes["name"]}>{messages.name}</p>
        <p className={classes["text"]}>{describeStep(step, messages, t.skipped)}</p>
        {isNext && <NextActions step={step} onSkip={() => onSkip(true)} />}
      </div>
      {!step.isDone && !isNext && (
        <span className={classes["later"]}>
          {step.isSkipped ? (
            <Button variant="default" size="xs" aria-label={t.restoreStep(messages.name)} onClick={() => onSkip(false)}>
              {t.restore}
            </Button>
          ) : (
            <OpenButton step={step} label={t.open} name={t.openStep(messages.name)} />
          )}
        </span>
      )}
    </li>
  );
}

function stateOf({ isDone }: OnboardingStep, isNext: boolean): "done" | "next" | "later" {
  if (isDone) return "done";
  return isNext ? "next" : "later";
}

function describeStep(
  { isDone, isSkipped, todo }: OnboardingStep,
  messages: { done: string; text: string; sender?: string },
  skipped: string,
): string {
  if (isDone) return messages.done;
  if (isSkipped) return skipped;
  return todo === "sender" && messages.sender !== undefined ? messages.sender : messages.text;
}

function NextActions({ step, onSkip }: { step: OnboardingStep; onSkip: () => void }) {
  const t = useMessages(onboardingMessages);
  const can = useCan();
  const { name } = t.items[step.key];
  const skip = can("settings", "full") && (
    <Button variant="subtle" color="gray" aria-label={t.skipStep(name)} onClick={onSkip}>
      {t.skip}
    </Button>
  );
  if (step.key === "profile") return <ProfileForm skip={skip} />;
  return (
    <div className={classes["actions"]}>
      <LeadingButton step={step} />
      {skip}
    </div>
  );
}

function LeadingButton({ step: { key, todo } }: { step: OnboardingStep }) {
  const t = useMessages(onboardingMessages);
  const findPage = useItemPage();
  const page = todo === undefined ? undefined : findPage(todo);
  if (page === undefined) return <span className={classes["text"]}>{t.noPage}</span>;
  return (
    <Button component={Link} to={page}>
      {todo === "sender" ? t.addSender : t.items[key].action}
    </Button>
  );
}

function OpenButton({ step: { todo }, label, name }: { step: OnboardingStep; label: string; name: string }) {
  const findPage = useItemPage();
  const page = todo === undefined ? undefined : findPage(todo);
  if (page === undefined) return null;
  return (
    <Button component={Link} to={page} variant="default" size="xs" aria-label={name}>
      {label}
    </Button>
  );
}
