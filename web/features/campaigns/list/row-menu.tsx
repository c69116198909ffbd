import { ActionIcon, Menu } from "@mantine/core";
import { useNavigate } from "@tanstack/react-router";
import { useState } from "react";
import { useChange } from "../../../api/queries.ts";
import { useCan } from "../../../api/session.tsx";
import { useWords } from "../../../i18n/words.tsx";
import { ConfirmDialog } from "../../../ui/dialog/confirm-dialog.tsx";
import { IconCopy, IconDots, IconPencil, IconTrash } from "../../../ui/icons.ts";
import { useToasts } from "../../../ui/state/toasts.tsx";
import { useDuplicate } from "../duplicate.ts";
import type { CampaignRow } from "../looks.ts";
import { campaignsWords } from "../words.ts";

export function CampaignMenu({ campaign }: { campaign: CampaignRow }) {
  const t = useWords(campaignsWords);
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
    onFailed: (error) => toast.failed(error),
  });
  const isDraft = status === "draft";
  if (!can("campaigns", "full")) return null;
  return (
    <>
      <Menu>
        <Menu.Target>
          <ActionIcon aria-label={t.menu(name)}>
            <IconDots size={16} />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item
            leftSection={<IconPencil size={16} />}
            onClick={() =>
              void navigate({
                to: isDraft ? "/campaigns/$campaignId/edit" : "/campaigns/$campaignId",
                params: { campaignId: id },
              })
            }
          >
            {isDraft ? t.edit : t.open}
          </Menu.Item>
          <Menu.Item leftSection={<IconCopy size={16} />} onClick={() => duplicate(id)}>
            {t.duplicate}
          </Menu.Item>
          {status === "cancelled" && stats.sent === 0 && (
            <Menu.Item leftSection={<IconPencil size={16} />} onClick={() => toDraft.mutate({ params })}>
              {t.backToDraft}
            </Menu.Item>
          )}
          {isDraft && (
            <Menu.Item color="red" leftSection={<IconTrash size={16} />} onClick={() => setRemoving(true)}>
              {t.remove}
            </Menu.Item>
          )}
        </Menu.Dropdown>
      </Menu>
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
