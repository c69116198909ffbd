import { ActionIcon } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import type { OutputOf } from "../../../api/operations.ts";
import { read, useChange } from "../../../api/queries.ts";
import { useCan } from "../../../api/session.tsx";
import { useMessages } from "../../../i18n/messages.tsx";
import { ConfirmDialog } from "../../../ui/dialog/confirm-dialog.tsx";
import { FormDialog } from "../../../ui/dialog/form-dialog.tsx";
import { AddButton } from "../../../ui/display/add-button.tsx";
import { Card } from "../../../ui/display/card.tsx";
import { RecordName, RecordTable, type RecordColumn } from "../../../ui/display/record-table.tsx";
import { IconTrash } from "../../../ui/icons.ts";
import { useToasts } from "../../../ui/state/toasts.tsx";
import { Waiting } from "../../../ui/state/waiting.tsx";
import { SendingSection } from "../section.tsx";
import { NewHook } from "./new-hook.tsx";
import { hooksMessages } from "./messages.ts";
import classes from "../sending.module.css";

type Hook = OutputOf<"GET /sending/hooks">["items"][number];

export function Page() {
  const t = useMessages(hooksMessages);
  const can = useCan();
  const [isAdding, setAdding] = useState(false);
  const { data, error, refetch } = useQuery(read("GET /sending/hooks"));
  const canChange = can("settings", "full");
  const columns = useHookColumns(canChange);
  return (
    <SendingSection actions={canChange ? <AddButton label={t.add} onClick={() => setAdding(true)} /> : undefined}>
      <Card title={t.title} flush>
        <div className={classes["pad"]}>
          <p>{t.text}</p>
          <p className={classes["note"]}>{t.own}</p>
        </div>
        {data === undefined && <Waiting error={error} what={t.title} onRetry={refetch} />}
        {data?.items.length === 0 && <p className={classes["pad"]}>{t.none}</p>}
        {data !== undefined && data.items.length > 0 && (
          <RecordTable label={t.title} rows={data.items} rowId={({ id }) => id} columns={columns} />
        )}
      </Card>
      <FormDialog isOpen={isAdding} onClose={() => setAdding(false)} title={t.add}>
        <NewHook onClose={() => setAdding(false)} />
      </FormDialog>
    </SendingSection>
  );
}

function useHookColumns(canChange: boolean): readonly RecordColumn<Hook>[] {
  const t = useMessages(hooksMessages);
  return [
    {
      key: "provider",
      head: t.columns.provider,
      cell: ({ provider, hint }) => <RecordName note={`…${hint}`}>{t.providers[provider]}</RecordName>,
    },
    { key: "created", head: t.columns.created, isWide: true, cell: ({ createdAt }) => t.createdAt(createdAt) },
    { key: "used", head: t.columns.used, cell: ({ usedAt }) => (usedAt === null ? t.never : t.usedAt(usedAt)) },
    ...(canChange
      ? [
          {
            key: "actions",
            head: t.columns.actions,
            align: "end" as const,
            cell: (hook: Hook) => <RemoveHook hook={hook} />,
          },
        ]
      : []),
  ];
}

function RemoveHook({ hook: { id, provider, hint } }: { hook: Hook }) {
  const t = useMessages(hooksMessages);
  const toast = useToasts();
  const [isOpen, setOpen] = useState(false);
  const remove = useChange("DELETE /sending/hooks/{hook_id}", {
    refresh: ["GET /sending/hooks"],
    onDone: () => toast.done(t.removed),
    onFailed: (error) => toast.failed(error),
  });
  const name = `${t.providers[provider]} …${hint}`;
  return (
    <>
      <ActionIcon aria-label={t.removeNamed(name)} onClick={() => setOpen(true)}>
        <IconTrash size={16} />
      </ActionIcon>
      <ConfirmDialog
        isOpen={isOpen}
        onClose={() => setOpen(false)}
        title={t.removeNamed(name)}
        action={t.remove}
        isDestructive
        isBusy={remove.isPending}
        onConfirm={() => remove.mutate({ params: { hook_id: id } })}
      >
        {t.removeText}
      </ConfirmDialog>
    </>
  );
}
