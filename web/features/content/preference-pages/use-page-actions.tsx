import { useChange } from "../../../api/queries.ts";
import { useWords } from "../../../i18n/words.tsx";
import { useRecordActions } from "../parts/use-record-actions.tsx";
import { preferencePagesWords } from "./words.ts";

export const pageQueries = ["GET /unsubscribe-pages", "GET /unsubscribe-pages/{unsub_page_id}"] as const;

export function usePageActions(options: { onCopied?: (id: string) => void; onDeleted?: () => void } = {}) {
  const t = useWords(preferencePagesWords);
  const copy = useChange("POST /unsubscribe-pages/{unsub_page_id}/copy", { refresh: ["GET /unsubscribe-pages"] });
  const remove = useChange("DELETE /unsubscribe-pages/{unsub_page_id}", { refresh: ["GET /unsubscribe-pages"] });
  return useRecordActions({
    ...options,
    deleteText: t.deleteText,
    copy: { ...copy, mutateAsync: (id) => copy.mutateAsync({ params: { unsub_page_id: id }, body: {} }) },
    remove: { ...remove, mutateAsync: (id) => remove.mutateAsync({ params: { unsub_page_id: id } }) },
  });
}
