import { useChange } from "../../../api/queries.ts";
import { useMessages } from "../../../i18n/messages.tsx";
import { useRecordActions } from "../parts/use-record-actions.tsx";
import { surveysMessages } from "./messages.ts";

export const surveyQueries = ["GET /surveys", "GET /surveys/{survey_id}"] as const;

export function useSurveyActions(options: { onCopied?: (id: string) => void; onDeleted?: () => void } = {}) {
  const t = useMessages(surveysMessages);
  const copy = useChange("POST /surveys/{survey_id}/copy", { refresh: ["GET /surveys"] });
  const remove = useChange("DELETE /surveys/{survey_id}", { refresh: ["GET /surveys"] });
  return useRecordActions({
    ...options,
    deleteText: t.deleteText,
    copy: { ...copy, mutateAsync: (id) => copy.mutateAsync({ params: { survey_id: id }, body: {} }) },
    remove: { ...remove, mutateAsync: (id) => remove.mutateAsync({ params: { survey_id: id } }) },
  });
}
