import { useChange } from "../../../api/queries.ts";
import { useMessages } from "../../../i18n/messages.tsx";
import { useRecordActions } from "../parts/use-record-actions.tsx";
import { preferencePagesMessages } from "./messages.ts";

export const pageQueries = ["GET /unsubscribe-pages", "GET /unsubscribe-pages/{unsub_page_id}"] as const;

export function usePageActions(options: { onCopied?: (id: string) => void; onDeleted?: () => void } = {}) {
  const t = useMessages(preferencePagesMessages);
  const copy = useChange("POST /unsubscribe-pages/{unsub_page_id}/copy", { refresh: ["GET /unsubscribe-pages"] });
  const remove = useChange("DELETE /unsubscribe-pages/{unsub_page_id}", { refresh: ["GET /unsubscribe-pages"] });
  return useRecordActions({
    ...options,
    deleteText: t.deleteText,
    copy: { ...copy, mutateAsync: (id) => copy.mutateAsync({ params: { unsub_page_id: id }, body: {} }) },
    remove: { ...remove, mutateAsync: (id) => remove.mutateAsync({ params: { unsub_page_id: id } }) },
  });
}
