import { useQuery } from "@tanstack/react-query";
import type { ApiFailure } from "../../../api/api-failure.ts";
import { send } from "../../../api/client.ts";
import { useMessages } from "../../../i18n/messages.tsx";
import type { TestResult } from "./trial.ts";
import { useTrialText } from "./use-trial-text.ts";
import { trialMessages } from "./messages.ts";

const operation = "POST /automations/{automation_id}/test";

/** What a start would come to: the same walk as a trial with everybody. Nothing where contacts are only added by hand. */
export function StartTrial({ automationId }: { automationId: string }) {
  const t = useMessages(trialMessages);
  const { ofAll } = useTrialText();
  const params = { automation_id: automationId };
  const { data, isError } = useQuery<TestResult, ApiFailure>({
    queryKey: [operation, params],
    queryFn: ({ signal }) => send<TestResult>(operation, { params, body: {} }, { signal }),
    staleTime: 0,
    gcTime: 0,
    retry: false,
  });
  if (isError) return null;
  return (
    <p role="status">{data === undefined ? t.counting : t.beforeStart(ofAll({ kind: "everybody", result: data }))}</p>
  );
}
