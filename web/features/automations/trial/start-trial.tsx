import { useQuery } from "@tanstack/react-query";
import type { ApiFailure } from "../../../api/api-failure.ts";
import { send } from "../../../api/client.ts";
import { useMessages } from "../../../i18n/messages.tsx";
import { ReachBar, type ReachPart } from "../../../ui/display/reach-bar.tsx";
import { useReasonText } from "../detail/use-reason-text.ts";
import { trialTotals, type TestResult } from "./trial.ts";
import { useTrialText } from "./use-trial-text.ts";
import { trialMessages } from "./messages.ts";
import classes from "./start-review.module.css";

const operation = "POST /automations/{automation_id}/test";

const tones: readonly ReachPart["tone"][] = ["warn", "bad", "plum", "teal", "mute"];

/** What a start would come to: the same walk as a trial with everybody. */
export function StartTrial({ automationId }: { automationId: string }) {
  const t = useMessages(trialMessages);
  const { ofAll } = useTrialText();
  const reasonText = useReasonText();
  const params = { automation_id: automationId };
  const { data, isError } = useQuery<TestResult, ApiFailure>({
    queryKey: [operation, params],
    queryFn: ({ signal }) => send<TestResult>(operation, { params, body: {} }, { signal }),
    staleTime: 0,
    gcTime: 0,
    retry: false,
  });
  if (isError) return null;
  if (data === undefined) return <p role="status">{t.counting}</p>;
  const { sent, leftOut, reasons } = trialTotals(data);
  const text = ofAll({ kind: "everybody", result: data });
  return (
    <div className={classes["trial"]}>
      <p role="status">{t.beforeStart(text)}</p>
      {sent + leftOut > 0 && (
        <ReachBar
          label={text}
          parts={[
            { key: "sent", label: t.review.sent, count: sent, tone: "accent" },
            ...reasons.map(([reason, count], index) => ({
              key: reason,
              label: reasonText(reason),
              count,
              tone: tones[index % tones.length] ?? ("grey" as const),
            })),
          ]}
        />
      )}
    </div>
  );
}
