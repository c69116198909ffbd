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
import { IconCopy, IconLayoutList, IconTrash, IconUserMinus } from "../../../ui/icons.ts";
import { Rejection } from "../../../ui/state/rejection.tsx";
import { useToasts } from "../../../ui/state/toasts.tsx";
import { uiMessages } from "../../../ui/messages.ts";
import { listQueries } from "../list-parts.ts";
import { listsMessages } from "../messages.ts";
import { detailMessages } from "./messages.ts";

type Filter = Omit<NonNullable<InputOf<"GET /lists/{list_id}/members">["query"]>, "page" | "pageSize" | "sort">;

type Props = {
  readonly listId: string;
  readonly selection: Selection;
  readonly count: number;
  readonly filter: Filter;
  readonly onDone: () => void;
};

const membersPerCall = 1000;

export function MemberActions(props: Props) {
  const t = useMessages(detailMessages);
  const [open, setOpen] = useState<"copy" | "move" | "remove" | "unsubscribe">();
  const close = () => setOpen(undefined);
  const { count } = props;
  return (
    <>
      <BulkAction icon={<IconCopy size={16} />} onClick={() => setOpen("copy")}>
        {t.transfer.copy}
      </BulkAction>
      <BulkAction icon={<IconLayoutList size={16} />} onClick={() => setOpen("move")}>
        {t.transfer.move}
      </BulkAction>
      <BulkAction icon={<IconTrash size={16} />} onClick={() => setOpen("remove")}>
        {t.remove.action(count)}
      </BulkAction>
      <BulkAction icon={<IconUserMinus size={16} />} onClick={() => setOpen("unsubscribe")}>
        {t.unsubscribe.action(count)}
      </BulkAction>
      <FormDialog
        isOpen={open === "copy" || open === "move"}
        onClose={close}
        title={open === "move" ? t.transfer.moveTitle(count) : t.transfer.copyTitle(count)}
      >
        <Transfer {...props} isMove={open === "move"} onClose={close} />
      </FormDialog>
      <End {...props} kind="remove" isOpen={open === "remove"} onClose={close} />
      <End {...props} kind="unsubscribe" isOpen={open === "unsubscribe"} onClose={close} />
    </>
  );
}

/** Reads the chosen members, changes them in parts, and loads the pages of lists again. */
function useMembersChange<Input>(props: Props, change: (ids: string[], input: Input) => Promise<string>) {
  const { listId, selection, filter, onDone } = props;
  const toast = useToasts();
  const client = useQueryClient();
  return (onClose: () => void) => ({
    mutationFn: async (input: Input) => {
      const params = { list_id: listId };
      const ids = await selectedIds(selection, (page) =>
        call("GET /lists/{list_id}/members", { params, query: { ...filter, ...page, sort: "id" } }),
      );
      return change(ids, input);
    },
    onSuccess: (message: string) => {
      toast.done(message);
      onClose();
      onDone();
    },
    onSettled: () => Promise.all(listQueries.map((name) => client.invalidateQueries({ queryKey: toQueryKey(name) }))),
  });
}

type EndProps = Props & { kind: "remove" | "unsubscribe"; isOpen: boolean; onClose: () => void };

/** Ends memberships: removed ones can be added again, unsubscribed ones cannot. */
function End({ kind, isOpen, onClose, ...props }: EndProps) {
  const t = useMessages(detailMessages)[kind];
  const { remove: messages } = useMessages(listsMessages);
  const { listId, count } = props;
  const options = useMembersChange(props, async (ids) => {
    let done = 0;
    for (const contactIds of inParts(ids, membersPerCall)) {
      const input = { params: { list_id: listId }, body: { contactIds } };
      done +=
        kind === "remove"
          ? (await call("POST /lists/{list_id}/members/remove", input)).removed
          : (await call("POST /lists/{list_id}/members/unsubscribe", input)).unsubscribed;
    }
    return t.done(done);
  });
  const end = useMutation(options(onClose));
  return (
    <ConfirmDialog
      isOpen={isOpen}
      onClose={onClose}
      title={t.title(count)}
      action={t.title(count)}
      {...(kind === "unsubscribe" || count > 100 ? { typed: count } : {})}
      isDestructive
      isBusy={end.isPending}
      onConfirm={() => end.mutate(undefined)}
      failure={<Rejection error={end.error} messages={{ "conflict locked": messages.locked }} />}
    >
      {t.text}
    </ConfirmDialog>
  );
}

function Transfer({ isMove, onClose, ...props }: Props & { isMove: boolean; onClose: () => void }) {
  const ui = useMessages(uiMessages);
  const { transfer: t, add } = useMessages(detailMessages);
  const { listId, count } = props;
  const lists = useListChoices({ editable: true }).filter(({ value }) => value !== listId);
  const [target, setTarget] = useState<string | null>(null);
  const options = useMembersChange(props, async (ids, list: string) => {
    const sum = { added: 0, alreadyMember: 0, skipped: 0 };
    for (const contactIds of inParts(ids, membersPerCall)) {
      const body = { contactIds };
      const answer = await call("POST /lists/{list_id}/members", { params: { list_id: list }, body });
      sum.added += answer.added;
      sum.alreadyMember += answer.alreadyMember;
      sum.skipped += answer.skipped;
      if (isMove) await call("POST /lists/{list_id}/members/remove", { params: { list_id: listId }, body });
    }
    return add.result(sum.added, sum.alreadyMember, sum.skipped);
  });
  const transfer = useMutation(options(onClose));
  return (
    <>
      <Select
        label={t.list}
        description={t.text}
        data={lists}
        value={target}
        onChange={setTarget}
        searchable
        data-autofocus
      />
      <Rejection error={transfer.error} />
      <DialogFoot>
        <Button variant="default" onClick={onClose}>
          {ui.cancel}
        </Button>
        <Button
          disabled={target === null}
          loading={transfer.isPending}
          onClick={() => target !== null && transfer.mutate(target)}
        >
          {isMove ? t.moveTitle(count) : t.copyTitle(count)}
        </Button>
      </DialogFoot>
    </>
  );
}
