import { useChange } from "../../../api/queries.ts";
import { useWords } from "../../../i18n/words.tsx";
import { ConfirmDialog } from "../../../ui/dialog/confirm-dialog.tsx";
import { useToasts } from "../../../ui/state/toasts.tsx";
import type { Key } from "./keys-page.tsx";
import { keysWords } from "./words.ts";

export function RevokeKeyDialog({ apiKey, onClose }: { apiKey: Key | undefined; onClose: () => void }) {
  const t = useWords(keysWords);
  const toast = useToasts();
  const revoke = useChange("DELETE /api-keys/{id}", {
    refresh: ["GET /api-keys"],
    onDone: () => {
      toast.done(t.revoked);
      onClose();
    },
    onFailed: (error) => toast.failed(error),
  });
  return (
    <ConfirmDialog
      isOpen={apiKey !== undefined}
      onClose={onClose}
      title={t.revokeTitle(apiKey?.name ?? "")}
      action={t.revoke}
      isDestructive
      isBusy={revoke.isPending}
      onConfirm={() => apiKey !== undefined && revoke.mutate({ params: { id: apiKey.id } })}
    >
      {t.revokeText}
    </ConfirmDialog>
  );
}
