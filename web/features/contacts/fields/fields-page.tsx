import { Button } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import type { OutputOf } from "../../../api/operations.ts";
import { read, useChange } from "../../../api/queries.ts";
import { useCan } from "../../../api/session.tsx";
import { useFormats, useWords } from "../../../i18n/words.tsx";
import { ConfirmDialog } from "../../../ui/dialog/confirm-dialog.tsx";
import { FormDialog } from "../../../ui/dialog/form-dialog.tsx";
import { PageHead } from "../../../ui/display/page-head.tsx";
import { RowMenu } from "../../../ui/display/row-menu.tsx";
import { ListTable } from "../../../ui/grid/list-table.tsx";
import { IconPencil, IconPlus, IconTrash } from "../../../ui/icons.ts";
import { Empty } from "../../../ui/state/empty.tsx";
import { useToasts } from "../../../ui/state/toasts.tsx";
import { FieldForm } from "./field-form.tsx";
import { fieldsWords } from "./words.ts";

export type CustomField = OutputOf<"GET /custom-fields">["items"][number];

export function Page() {
  const t = useWords(fieldsWords);
  const { date } = useFormats();
  const canChange = useCan()("settings", "full");
  const [edited, setEdited] = useState<CustomField | "new">();
  const [removed, setRemoved] = useState<CustomField>();
  const { data, error, refetch } = useQuery(read("GET /custom-fields"));
  const addButton = canChange ? (
    <Button leftSection={<IconPlus size={16} />} onClick={() => setEdited("new")}>
      {t.add}
    </Button>
  ) : undefined;
  const close = () => setEdited(undefined);
  return (
    <>
      <PageHead title={t.title} facts={t.facts} actions={addButton} />
      <ListTable<CustomField>
        label={t.title}
        rows={data?.items}
        error={error}
        onRetry={() => void refetch()}
        rowId={({ id }) => id}
        columns={[
          { key: "name", head: t.columns.name, cell: ({ name }) => <b>{name}</b> },
          { key: "type", head: t.columns.type, cell: ({ type }) => t.types[type] },
          {
            key: "options",
            head: t.columns.options,
            cell: ({ options }) => (
              <span title={options.map(({ name }) => name).join(", ")}>
                {options.length === 0 ? "–" : t.options(options.length)}
              </span>
            ),
          },
          { key: "created", head: t.columns.created, align: "end", cell: ({ createdAt }) => date(createdAt) },
        ]}
        phoneRow={({ name, type, options }) => ({
          title: name,
          second: t.types[type],
          secondCorner: options.length === 0 ? undefined : t.options(options.length),
        })}
        rowMenu={
          canChange
            ? (field) => (
                <RowMenu
                  label={t.menu(field.name)}
                  actions={[
                    { label: t.edit, icon: <IconPencil size={16} />, onClick: () => setEdited(field) },
                    {
                      label: t.remove,
                      icon: <IconTrash size={16} />,
                      isDestructive: true,
                      onClick: () => setRemoved(field),
                    },
                  ]}
                />
              )
            : undefined
        }
        empty={<Empty title={t.empty} text={t.emptyText} action={addButton} />}
      />
      <FormDialog isOpen={edited !== undefined} onClose={close} title={edited === "new" ? t.add : t.edit}>
        {edited !== undefined && <FieldForm field={edited === "new" ? undefined : edited} onClose={close} />}
      </FormDialog>
      <RemoveDialog field={removed} onClose={() => setRemoved(undefined)} />
    </>
  );
}

function RemoveDialog({ field, onClose }: { field: CustomField | undefined; onClose: () => void }) {
  const t = useWords(fieldsWords);
  const toast = useToasts();
  const remove = useChange("DELETE /custom-fields/{id}", {
    refresh: ["GET /custom-fields", "GET /running-actions"],
    onDone: () => {
      toast.done(t.removed);
      onClose();
    },
    onFailed: (error) => toast.failed(error),
  });
  return (
    <ConfirmDialog
      isOpen={field !== undefined}
      onClose={onClose}
      title={t.removeTitle(field?.name ?? "")}
      action={t.removeDo}
      typed={field?.name ?? ""}
      isDestructive
      isBusy={remove.isPending}
      onConfirm={() => field !== undefined && remove.mutate({ params: { id: field.id } })}
    >
      {t.removeText}
    </ConfirmDialog>
  );
}
