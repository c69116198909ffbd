import { useFormats, useMessages } from "../../../i18n/messages.tsx";
import { detailMessages } from "../detail/messages.ts";
import { useReasonText } from "../detail/use-reason-text.ts";
import { sumOf, trialTotals, type Trial, type TrialFigures } from "./trial.ts";
import { trialMessages } from "./messages.ts";

/** What a trial did at a node, and on the whole, in words. */
export function useTrialText() {
  const t = useMessages(trialMessages);
  const { traceResults } = useMessages(detailMessages);
  const { dateTime } = useFormats();
  const reasonText = useReasonText();
  return {
    ofNode: ({ passed, sent, leftOut, step }: TrialFigures): string => {
      if (passed === 0) return t.missed;
      if (step === undefined) {
        const skipped = sumOf(leftOut);
        return [
          t.passed(passed),
          ...(sent === 0 ? [] : [t.emails(sent)]),
          ...(skipped === 0 ? [] : [t.skipped(skipped)]),
        ].join(" · ");
      }
      const reason = step.reason === null ? [] : [reasonText(step.reason)];
      return [traceResults[step.result], ...reason, dateTime(step.at)].join(" · ");
    },
    ofAll: (trial: Trial): string => {
      if (trial.kind === "contact") return t.steps(trial.steps.length);
      const { entered, sent, leftOut, reasons } = trialTotals(trial.result);
      const named = reasons.map(([reason, count]) => t.reason(reasonText(reason), count)).join(", ");
      return [t.entered(entered), t.sent(sent), ...(leftOut === 0 ? [] : [t.leftOut(leftOut, named)])].join(" · ");
    },
  };
}
