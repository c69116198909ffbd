import { useChange } from "../../../api/queries.ts";
import { useMessages } from "../../../i18n/messages.tsx";
import { ConfirmDialog } from "../../../ui/dialog/confirm-dialog.tsx";
import { useToasts } from "../../../ui/state/toasts.tsx";
import { keysMessages } from "./messages.ts";
import type { OutputOf } from "../../../api/operations.ts";

export type Key = OutputOf<"GET /api-keys">["items"][number];

export function RevokeKeyDialog({ apiKey, onClose }: { apiKey: Key | undefined; onClose: () => void }) {
  const t = useMessages(keysMessages);
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
