import { useChange } from "../../../api/queries.ts";
import { useMessages } from "../../../i18n/messages.tsx";
import { useRecordActions } from "../parts/use-record-actions.tsx";
import { footersMessages } from "./messages.ts";

export const footerQueries = ["GET /footers", "GET /footers/{footer_id}"] as const;

export const getState = ({ published, hasDraft }: { published: boolean; hasDraft: boolean }) => {
  if (!published) return "draft";
  return hasDraft ? "changed" : "published";
};

export function useFooterActions(options: { onCopied?: (id: string) => void; onDeleted?: () => void } = {}) {
  const t = useMessages(footersMessages);
  const copy = useChange("POST /footers/{footer_id}/copy", { refresh: ["GET /footers"] });
  const remove = useChange("DELETE /footers/{footer_id}", { refresh: ["GET /footers"] });
  return useRecordActions({
    ...options,
    deleteText: t.deleteText,
    copy: { ...copy, mutateAsync: (id) => copy.mutateAsync({ params: { footer_id: id }, body: {} }) },
    remove: { ...remove, mutateAsync: (id) => remove.mutateAsync({ params: { footer_id: id } }) },
  });
}
