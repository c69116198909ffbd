import { Radio, Stack } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { read, useChange } from "../../../api/queries.ts";
import { useMessages } from "../../../i18n/messages.tsx";
import { ConfirmDialog } from "../../../ui/dialog/confirm-dialog.tsx";
import { ReachBar } from "../../../ui/display/reach-bar.tsx";
import { choiceOf } from "../../../ui/grid/use-grid.ts";
import { Rejection } from "../../../ui/state/rejection.tsx";
import { useToasts } from "../../../ui/state/toasts.tsx";
import { listQueries, type ListRow } from "../list-parts.ts";
import { listsMessages } from "../messages.ts";

type Props = {
  readonly list: ListRow;
  readonly isOpen: boolean;
  readonly onClose: () => void;
  readonly onDeleted?: () => void;
};

const modes = ["list", "keep_used", "with_contacts"] as const;
type Mode = (typeof modes)[number];

/** Shows how many contacts each way of deletion would delete; that number, or the name, must be typed. */
export function DeleteDialog({ list, isOpen, onClose, onDeleted }: Props) {
  const { remove: t } = useMessages(listsMessages);
  const toast = useToasts();
  const [mode, setMode] = useState<Mode>("list");
  const params = { list_id: list.id };
  const preview = useQuery({
    ...read("GET /lists/{list_id}/deletion", { params, query: { mode } }),
    enabled: isOpen && mode !== "list",
  });
  const remove = useChange("DELETE /lists/{list_id}", {
    refresh: listQueries.filter(
      (query) => query !== "GET /lists/{list_id}" && query !== "GET /lists/{list_id}/members",
    ),
    onDone: () => {
      toast.done(mode === "list" ? t.done : t.started);
      onClose();
      onDeleted?.();
    },
  });
  const deleted = mode === "list" ? 0 : (preview.data?.contactsDeleted ?? 0);
  const isCounted = mode === "list" || preview.data !== undefined;
  return (
    <ConfirmDialog
      isOpen={isOpen}
      onClose={onClose}
      title={t.title(list.name)}
      action={deleted === 0 ? t.doing : t.doingContacts(deleted)}
      typed={deleted === 0 ? list.name : deleted}
      isDestructive
      isBusy={remove.isPending || !isCounted}
      onConfirm={() => remove.mutate({ params, query: { mode } })}
      failure={<Rejection error={remove.error} messages={{ "conflict used": t.used, "conflict locked": t.locked }} />}
    >
      <Radio.Group label={t.what} value={mode} onChange={(value) => setMode(choiceOf(t.modes, value) ?? "list")}>
        <Stack gap={10} mt={6}>
          {modes.map((one) => (
            <Radio key={one} value={one} label={t.modes[one]} description={t.hints[one]} />
          ))}
        </Stack>
      </Radio.Group>
      {mode !== "list" && <DeletionPreview data={preview.data} />}
      <p>{t.note}</p>
    </ConfirmDialog>
  );
}

function DeletionPreview({ data }: { data: { contactsDeleted: number; contactsKept: number } | undefined }) {
  const { remove: t } = useMessages(listsMessages);
  if (data === undefined) return <p>{t.counting}</p>;
  const { contactsDeleted, contactsKept } = data;
  return (
    <ReachBar
      label={t.previewSum(contactsDeleted, contactsDeleted + contactsKept)}
      parts={[
        { key: "kept", label: t.kept, count: contactsKept, tone: "accent" },
        { key: "deleted", label: t.deleted, count: contactsDeleted, tone: "bad" },
      ]}
    />
  );
}
