import { Button, Select } from "@mantine/core";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { call } from "../../../api/client.ts";
import type { InputOf } from "../../../api/operations.ts";
import { toQueryKey } from "../../../api/queries.ts";
import { useMessages } from "../../../i18n/messages.tsx";
import { useListChoices } from "../../../ui/choices/use-choices.ts";
import { ConfirmDialog } from "../../../ui/dialog/confirm-dialog.tsx";
import { DialogFoot, FormDialog } from "../../../ui/dialog/form-dialog.tsx";
import { BulkAction } from "../../../ui/grid/bulk-bar.tsx";
import { inParts, selectedIds } from "../../../ui/grid/selected-ids.ts";
import type { Selection } from "../../../ui/grid/use-grid.ts";
import { IconLayoutList, IconUserMinus } from "../../../ui/icons.ts";
import { useToasts } from "../../../ui/state/toasts.tsx";
import { uiMessages } from "../../../ui/messages.ts";
import { contactsMessages } from "../messages.ts";

type Filter = NonNullable<InputOf<"GET /contacts">["query"]>;
type Props = { selection: Selection; count: number; filter: Filter; onDone: () => void };

const membersPerCall = 1000;

const idsOf = ({ selection, filter }: Pick<Props, "selection" | "filter">): Promise<string[]> =>
  selectedIds(selection, (page) => call("GET /contacts", { query: { ...filter, ...page, sort: "id" } }));

export function BulkActions(props: Props) {
  const t = useMessages(contactsMessages);
  const [open, setOpen] = useState<"list" | "unsubscribe">();
  const close = () => setOpen(undefined);
  return (
    <>
      <BulkAction icon={<IconLayoutList size={16} />} onClick={() => setOpen("list")}>
        {t.addToList}
      </BulkAction>
      <BulkAction icon={<IconUserMinus size={16} />} onClick={() => setOpen("unsubscribe")}>
        {t.unsubscribeMany(props.count)}
      </BulkAction>
      <FormDialog isOpen={open === "list"} onClose={close} title={t.addToListTitle(props.count)}>
        <AddToList {...props} onClose={close} />
      </FormDialog>
      <Unsubscribe {...props} isOpen={open === "unsubscribe"} onClose={close} />
    </>
  );
}

function AddToList({ selection, filter, count, onDone, onClose }: Props & { onClose: () => void }) {
  const ui = useMessages(uiMessages);
  const t = useMessages(contactsMessages);
  const toast = useToasts();
  const client = useQueryClient();
  const lists = useListChoices({ editable: true });
  const [listId, setListId] = useState<string | null>(null);
  const add = useMutation({
    mutationFn: async (list: string) => {
      const ids = await idsOf({ selection, filter });
      let added = 0;
      for (const contactIds of inParts(ids, membersPerCall)) {
        added += (await call("POST /lists/{list_id}/members", { params: { list_id: list }, body: { contactIds } }))
          .added;
      }
      return added;
    },
    onSuccess: async (added) => {
      await client.invalidateQueries({ queryKey: toQueryKey("GET /contacts") });
      toast.done(t.addedToList(added));
      onClose();
      onDone();
    },
    onError: (error) => toast.failed(error),
  });
  return (
    <>
      <Select label={t.form.list} data={lists} value={listId} onChange={setListId} searchable data-autofocus />
      <DialogFoot>
        <Button variant="default" onClick={onClose}>
          {ui.cancel}
        </Button>
        <Button
          disabled={listId === null}
          loading={add.isPending}
          onClick={() => listId !== null && add.mutate(listId)}
        >
          {t.addToListTitle(count)}
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
}: Props & { isOpen: boolean; onClose: () => void }) {
  const t = useMessages(contactsMessages);
  const toast = useToasts();
  const client = useQueryClient();
  const unsubscribe = useMutation({
    mutationFn: async () => {
      const ids = await idsOf({ selection, filter });
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
