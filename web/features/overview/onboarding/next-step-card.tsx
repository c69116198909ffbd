import { Button, Progress } from "@mantine/core";
import { Link } from "@tanstack/react-router";
import { useMessages } from "../../../i18n/messages.tsx";
import { Card } from "../../../ui/display/card.tsx";
import { nextStep, useOnboarding } from "./steps.ts";
import { onboardingMessages } from "./messages.ts";
import classes from "./onboarding.module.css";

/** Stands on the overview until every step is done or skipped, or the checklist is hidden. */
export function NextStepCard() {
  const t = useMessages(onboardingMessages);
  const { query, steps } = useOnboarding();
  const next = steps === undefined || query.data?.hidden === true ? undefined : nextStep(steps);
  if (steps === undefined || next === undefined) return null;
  const done = steps.filter(({ isDone }) => isDone).length;
  return (
    <Card flush>
      <div className={classes["nextCard"]}>
        <span>
          <b>{t.next(t.items[next.key].name)}</b>
          <span className={classes["progress"]}>
            <Progress value={(done / steps.length) * 100} w={84} h={5} aria-label={t.steps} />
            {t.progress(done, steps.length)}
          </span>
        </span>
        <Button component={Link} to="/onboarding" variant="default">
          {t.continue}
        </Button>
      </div>
    </Card>
  );
}
