import { useNavigate } from "@tanstack/react-router";
import { useState } from "react";
import { useChange } from "../../../api/queries.ts";
import { useCan } from "../../../api/session.tsx";
import { useMessages } from "../../../i18n/messages.tsx";
import { ConfirmDialog } from "../../../ui/dialog/confirm-dialog.tsx";
import { editAction, removeAction, RowMenu } from "../../../ui/display/row-menu.tsx";
import { IconCopy } from "../../../ui/icons.ts";
import { useToasts } from "../../../ui/state/toasts.tsx";
import { useDuplicate } from "../duplicate.ts";
import type { CampaignRow } from "../appearance.ts";
import { campaignsMessages } from "../messages.ts";

export function CampaignMenu({ campaign }: { campaign: CampaignRow }) {
  const t = useMessages(campaignsMessages);
  const toast = useToasts();
  const can = useCan();
  const navigate = useNavigate();
  const [isRemoving, setRemoving] = useState(false);
  const { id, name, status, stats } = campaign;
  const params = { campaign_id: id };
  const duplicate = useDuplicate();
  const toDraft = useChange("POST /campaigns/{campaign_id}/draft", {
    refresh: ["GET /campaigns"],
    onDone: () => toast.done(t.backToDraftDone),
    onFailed: (error) => toast.failed(error),
  });
  const remove = useChange("DELETE /campaigns/{campaign_id}", {
    refresh: ["GET /campaigns"],
    onDone: () => {
      toast.done(t.removed);
      setRemoving(false);
    },
    onFailed: (error) => toast.failed(error, error.is("conflict used") ? t.removeUsed : undefined),
  });
  const isDraft = status === "draft";
  const open = () =>
    void navigate({
      to: isDraft ? "/campaigns/$campaignId/edit" : "/campaigns/$campaignId",
      params: { campaignId: id },
    });
  if (!can("campaigns", "full")) return null;
  return (
    <>
      <RowMenu
        label={t.menu(name)}
        actions={[
          editAction(isDraft ? t.edit : t.open, open),
          { label: t.duplicate, icon: <IconCopy size={16} />, onClick: () => duplicate(id) },
          status === "cancelled" && stats.sent === 0 && editAction(t.backToDraft, () => toDraft.mutate({ params })),
          isDraft && removeAction(t.remove, () => setRemoving(true)),
        ]}
      />
      <ConfirmDialog
        isOpen={isRemoving}
        onClose={() => setRemoving(false)}
        title={t.removeTitle}
        action={t.removeTitle}
        isDestructive
        isBusy={remove.isPending}
        onConfirm={() => remove.mutate({ params })}
      >
        {t.removeText(name)}
      </ConfirmDialog>
    </>
  );
}
