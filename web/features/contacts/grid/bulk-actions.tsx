import { Button, Group, Radio, Select } from "@mantine/core";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { call } from "../../../api/client.ts";
import { toQueryKey } from "../../../api/queries.ts";
import { useCan } from "../../../api/session.tsx";
import { useMessages } from "../../../i18n/messages.tsx";
import { useListChoices } from "../../../ui/choices/use-choices.ts";
import { ConfirmDialog } from "../../../ui/dialog/confirm-dialog.tsx";
import { DialogFoot, FormDialog } from "../../../ui/dialog/form-dialog.tsx";
import { useUnsavedInput } from "../../../ui/dialog/unsaved-input.ts";
import { BulkAction } from "../../../ui/grid/bulk-bar.tsx";
import { inParts } from "../../../ui/grid/selected-ids.ts";
import { IconDownload, IconLayoutList, IconTag, IconUserMinus } from "../../../ui/icons.ts";
import { useToasts } from "../../../ui/state/toasts.tsx";
import { uiMessages } from "../../../ui/messages.ts";
import { contactsMessages } from "../messages.ts";
import { ExportSeen, type SeenColumn } from "./export-seen.tsx";
import { LabelForm } from "./label-dialog.tsx";
import { bulkMessages } from "./messages.ts";
import { listIds, type BulkProps } from "./selected-contacts.ts";

const membersPerCall = 1000;

type Dialog = "lists" | "labels" | "export" | "unsubscribe";

export function BulkActions({ columns, ...props }: BulkProps & { columns: readonly SeenColumn[] }) {
  const t = useMessages(contactsMessages);
  const bulk = useMessages(bulkMessages);
  const canLabel = useCan()("settings", "full");
  const [open, setOpen] = useState<Dialog>();
  const close = () => setOpen(undefined);
  const { selection, count, filter } = props;
  return (
    <>
      <BulkAction icon={<IconLayoutList size={16} />} onClick={() => setOpen("lists")}>
        {bulk.lists}
      </BulkAction>
      {canLabel && (
        <BulkAction icon={<IconTag size={16} />} onClick={() => setOpen("labels")}>
          {bulk.labels}
        </BulkAction>
      )}
      <BulkAction icon={<IconDownload size={16} />} onClick={() => setOpen("export")}>
        {bulk.export}
      </BulkAction>
      <BulkAction icon={<IconUserMinus size={16} />} onClick={() => setOpen("unsubscribe")}>
        {t.unsubscribeMany(count)}
      </BulkAction>
      <FormDialog isOpen={open === "lists"} onClose={close} title={bulk.listsTitle(count)}>
        <ListForm {...props} onClose={close} />
      </FormDialog>
      <FormDialog isOpen={open === "labels"} onClose={close} title={bulk.labelsTitle(count)}>
        <LabelForm {...props} onClose={close} />
      </FormDialog>
      <FormDialog isOpen={open === "export"} onClose={close} title={bulk.exportTitle(count)}>
        <ExportSeen
          columns={columns}
          filter={filter}
          contactIds={selection.isAll ? undefined : [...selection.ids]}
          onClose={close}
        />
      </FormDialog>
      <Unsubscribe {...props} isOpen={open === "unsubscribe"} onClose={close} />
    </>
  );
}

/** Adds the selection to a list, or removes it from one. */
function ListForm({ selection, filter, onDone, onClose }: BulkProps & { onClose: () => void }) {
  const ui = useMessages(uiMessages);
  const t = useMessages(contactsMessages);
  const bulk = useMessages(bulkMessages);
  const toast = useToasts();
  const client = useQueryClient();
  const lists = useListChoices({ editable: true });
  const [listId, setListId] = useState<string | null>(null);
  const [action, setAction] = useState<"add" | "remove">("add");
  useUnsavedInput(listId !== null);
  const change = useMutation({
    mutationFn: async (list: string) => {
      const ids = await listIds({ selection, filter });
      const params = { list_id: list };
      let changed = 0;
      for (const contactIds of inParts(ids, membersPerCall)) {
        changed +=
          action === "add"
            ? (await call("POST /lists/{list_id}/members", { params, body: { contactIds } })).added
            : (await call("POST /lists/{list_id}/members/remove", { params, body: { contactIds } })).removed;
      }
      return changed;
    },
    onSuccess: async (changed) => {
      await Promise.all(
        (["GET /contacts", "GET /contact-values", "GET /lists"] as const).map((name) =>
          client.invalidateQueries({ queryKey: toQueryKey(name) }),
        ),
      );
      toast.done(action === "add" ? t.addedToList(changed) : bulk.removedFromList(changed));
      onClose();
      onDone();
    },
    onError: (error) => toast.failed(error),
  });
  return (
    <>
      <Radio.Group
        label={bulk.action}
        value={action}
        onChange={(value) => setAction(value === "remove" ? "remove" : "add")}
        mb={12}
      >
        <Group mt={6}>
          <Radio value="add" label={bulk.add} />
          <Radio value="remove" label={bulk.remove} />
        </Group>
      </Radio.Group>
      <Select label={t.form.list} data={lists} value={listId} onChange={setListId} searchable data-autofocus />
      <DialogFoot>
        <Button variant="default" onClick={onClose}>
          {ui.cancel}
        </Button>
        <Button
          disabled={listId === null}
          loading={change.isPending}
          onClick={() => listId !== null && change.mutate(listId)}
        >
          {bulk[action]}
        </Button>
      </DialogFoot>
    </>
  );
}

function Unsubscribe({
  selection,
  filter,
  count,
  isOpen,
  onClose,
  onDone,
}: BulkProps & { isOpen: boolean; onClose: () => void }) {
  const t = useMessages(contactsMessages);
  const toast = useToasts();
  const client = useQueryClient();
  const unsubscribe = useMutation({
    mutationFn: async () => {
      const ids = await listIds({ selection, filter });
      for (const id of ids) await call("POST /contacts/{id}/unsubscribe", { params: { id }, body: {} });
      return ids.length;
    },
    onSuccess: (done) => {
      toast.done(t.unsubscribed(done));
      onClose();
      onDone();
    },
    onError: (error) => toast.failed(error),
    onSettled: () => client.invalidateQueries({ queryKey: toQueryKey("GET /contacts") }),
  });
  return (
    <ConfirmDialog
      isOpen={isOpen}
      onClose={onClose}
      title={t.unsubscribeTitle(count)}
      action={t.unsubscribeTitle(count)}
      typed={count}
      isDestructive
      isBusy={unsubscribe.isPending}
      onConfirm={() => unsubscribe.mutate()}
    >
      {t.unsubscribeText}
    </ConfirmDialog>
  );
}
