import { useChange } from "../../../api/queries.ts";
import { useMessages } from "../../../i18n/messages.tsx";
import { useRecordActions } from "../parts/use-record-actions.tsx";
import { landingPagesMessages } from "./messages.ts";

export const landingPageQueries = ["GET /landing-pages", "GET /landing-pages/{id}"] as const;

export function useLandingPageActions(options: { onCopied?: (id: string) => void; onDeleted?: () => void } = {}) {
  const t = useMessages(landingPagesMessages);
  const copy = useChange("POST /landing-pages/{id}/copy", { refresh: ["GET /landing-pages"] });
  const remove = useChange("DELETE /landing-pages/{id}", { refresh: ["GET /landing-pages"] });
  return useRecordActions({
    ...options,
    deleteText: t.deleteText,
    copy: { ...copy, mutateAsync: (id) => copy.mutateAsync({ params: { id }, body: {} }) },
    remove: { ...remove, mutateAsync: (id) => remove.mutateAsync({ params: { id } }) },
  });
}
