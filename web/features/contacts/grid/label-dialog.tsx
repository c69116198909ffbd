import { Button, MultiSelect, TagsInput } from "@mantine/core";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { read, toQueryKey } from "../../../api/queries.ts";
import { useMessages } from "../../../i18n/messages.tsx";
import { DialogFoot } from "../../../ui/dialog/form-dialog.tsx";
import { useUnsavedInput } from "../../../ui/dialog/unsaved-input.ts";
import { useToasts } from "../../../ui/state/toasts.tsx";
import { uiMessages } from "../../../ui/messages.ts";
import { changeLabels } from "../labels.ts";
import { bulkMessages } from "./messages.ts";
import { listIds, type BulkProps } from "./selected-contacts.ts";

/** Labels that the selection gets, which may be new, and those that it loses. */
export function LabelForm({ selection, filter, onDone, onClose }: BulkProps & { onClose: () => void }) {
  const t = useMessages(bulkMessages);
  const ui = useMessages(uiMessages);
  const toast = useToasts();
  const client = useQueryClient();
  const { data } = useQuery(read("GET /labels"));
  const labels = data?.items ?? [];
  const [added, setAdded] = useState<string[]>([]);
  const [removed, setRemoved] = useState<string[]>([]);
  const isEmpty = added.length + removed.length === 0;
  useUnsavedInput(!isEmpty);
  const save = useMutation({
    mutationFn: async () => changeLabels(await listIds({ selection, filter }), { labels, added, removed }),
    onSuccess: async () => {
      await Promise.all(
        (["GET /labels", "GET /contact-values"] as const).map((name) =>
          client.invalidateQueries({ queryKey: toQueryKey(name) }),
        ),
      );
      toast.done(t.labelled);
      onClose();
      onDone();
    },
    onError: (error) => toast.failed(error),
  });
  return (
    <>
      <TagsInput
        label={t.addLabels}
        description={t.labelsHint}
        data={labels.map(({ name }) => name).filter((name) => !removed.includes(name))}
        value={added}
        onChange={setAdded}
        acceptValueOnBlur
        data-autofocus
      />
      <MultiSelect
        label={t.removeLabels}
        data={labels.filter(({ counts }) => counts.contact > 0).map(({ name }) => name)}
        value={removed}
        onChange={setRemoved}
        searchable
        mt={12}
      />
      <DialogFoot>
        <Button variant="default" onClick={onClose}>
          {ui.cancel}
        </Button>
        <Button disabled={isEmpty} loading={save.isPending} onClick={() => save.mutate()}>
          {t.labelsDo}
        </Button>
      </DialogFoot>
    </>
  );
}
