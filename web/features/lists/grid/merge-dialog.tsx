import { Checkbox, TextInput } from "@mantine/core";
import { useQueries } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { useState } from "react";
import { read, useChange } from "../../../api/queries.ts";
import { useFormats, useMessages } from "../../../i18n/messages.tsx";
import { ConfirmDialog } from "../../../ui/dialog/confirm-dialog.tsx";
import { Facts } from "../../../ui/display/card.tsx";
import { Rejection } from "../../../ui/state/rejection.tsx";
import { useToasts } from "../../../ui/state/toasts.tsx";
import { listQueries, type ListRow } from "../list-parts.ts";
import { listsMessages } from "../messages.ts";

type Props = {
  readonly ids: readonly string[];
  /** Lists of the current page; those chosen on other pages are read. */
  readonly known: readonly ListRow[];
  readonly isOpen: boolean;
  readonly onClose: () => void;
  readonly onDone: () => void;
};

/** The union can be smaller than the sum of the members, which is what must be typed. */
export function MergeDialog({ ids, known, isOpen, onClose, onDone }: Props) {
  const { merge: t, form: messages } = useMessages(listsMessages);
  const { number } = useFormats();
  const toast = useToasts();
  const navigate = useNavigate();
  const [name, setName] = useState("");
  const [deleteSources, setDelete] = useState(false);
  const lists = useLists(ids, known, isOpen);
  const members = lists.reduce((sum, { counts }) => sum + counts.total, 0);
  const hasLocked = lists.some(({ locked }) => locked);
  const merge = useChange("POST /lists/merge", {
    refresh: listQueries,
    onDone: ({ list }) => {
      toast.done(t.done(list.name));
      onClose();
      onDone();
      void navigate({ to: "/lists/$listId", params: { listId: list.id } });
    },
  });
  const isTaken = merge.error?.is("conflict name_taken") === true;
  return (
    <ConfirmDialog
      isOpen={isOpen}
      onClose={onClose}
      title={t.title(ids.length)}
      action={t.title(ids.length)}
      typed={members}
      isDestructive={deleteSources}
      isBusy={merge.isPending}
      onConfirm={() => merge.mutate({ body: { listIds: [...ids], name, deleteSources } })}
      failure={
        !isTaken && (
          <Rejection
            error={merge.error}
            messages={{
              "conflict used": t.used,
              "conflict locked": t.locked,
              "validation listIds": t.tooFew,
              "validation listIds.0": t.gone,
            }}
          />
        )
      }
    >
      <Facts
        items={[
          ...lists.map((list) => [list.name, number(list.counts.total)] as const),
          [t.total, <b key="sum">{number(members)}</b>],
        ]}
      />
      <p>{t.text}</p>
      <TextInput
        label={t.name}
        value={name}
        onChange={(event) => setName(event.currentTarget.value)}
        error={isTaken ? messages.nameTaken : undefined}
        required
        withAsterisk={false}
        maxLength={200}
      />
      <Checkbox
        label={t.deleteSources}
        {...(hasLocked ? { description: t.deleteSourcesLocked } : {})}
        disabled={hasLocked}
        checked={deleteSources && !hasLocked}
        onChange={(event) => setDelete(event.currentTarget.checked)}
      />
    </ConfirmDialog>
  );
}

function useLists(ids: readonly string[], known: readonly ListRow[], isOpen: boolean): ListRow[] {
  const missing = ids.filter((id) => !known.some((list) => list.id === id));
  const found = useQueries({
    queries: missing.map((id) => ({ ...read("GET /lists/{list_id}", { params: { list_id: id } }), enabled: isOpen })),
  });
  const others = found.flatMap(({ data }) => (data === undefined ? [] : [data]));
  return [...known.filter(({ id }) => ids.includes(id)), ...others];
}
