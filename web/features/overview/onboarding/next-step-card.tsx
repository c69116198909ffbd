import { Button, Progress } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { read } from "../../../api/queries.ts";
import { useCan } from "../../../api/session.tsx";
import { useMessages } from "../../../i18n/messages.tsx";
import { Card } from "../../../ui/display/card.tsx";
import { nextStep } from "./steps.ts";
import { onboardingMessages } from "./messages.ts";
import classes from "./onboarding.module.css";

/** Stands on the overview until every step is done or skipped, or the checklist is hidden. */
export function NextStepCard() {
  const t = useMessages(onboardingMessages);
  const can = useCan();
  const { data } = useQuery({ ...read("GET /onboarding"), enabled: can("settings") });
  const next = data === undefined || data.hidden ? undefined : nextStep(data.items);
  if (data === undefined || next === undefined) return null;
  return (
    <Card flush>
      <div className={classes["nextCard"]}>
        <span>
          <b>{t.next(t.items[next].name)}</b>
          <span className={classes["progress"]}>
            <Progress value={(data.done / data.total) * 100} w={84} h={5} aria-label={t.steps} />
            {t.progress(data.done, data.total)}
          </span>
        </span>
        <Button component={Link} to="/onboarding" variant="default">
          {t.continue}
        </Button>
      </div>
    </Card>
  );
}
