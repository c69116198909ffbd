import { useChange } from "../../../api/queries.ts";
import { useWords } from "../../../i18n/words.tsx";
import { useRecordActions } from "../parts/use-record-actions.tsx";
import { landingPagesWords } from "./words.ts";

export const landingPageQueries = ["GET /landing-pages", "GET /landing-pages/{id}"] as const;

export function useLandingPageActions(options: { onCopied?: (id: string) => void; onDeleted?: () => void } = {}) {
  const t = useWords(landingPagesWords);
  const copy = useChange("POST /landing-pages/{id}/copy", { refresh: ["GET /landing-pages"] });
  const remove = useChange("DELETE /landing-pages/{id}", { refresh: ["GET /landing-pages"] });
  return useRecordActions({
    ...options,
    deleteText: t.deleteText,
    copy: { ...copy, mutateAsync: (id) => copy.mutateAsync({ params: { id }, body: {} }) },
    remove: { ...remove, mutateAsync: (id) => remove.mutateAsync({ params: { id } }) },
  });
}
