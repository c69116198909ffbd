import { useQuery } from "@tanstack/react-query";
import { read, useChange } from "../../../api/queries.ts";
import { useCan } from "../../../api/session.tsx";
import { useFormats, useMessages } from "../../../i18n/messages.tsx";
import type { CustomField } from "../../../ui/custom-fields/custom-field.ts";
import { FieldForm } from "../../../ui/custom-fields/field-form.tsx";
import { customFieldMessages } from "../../../ui/custom-fields/messages.ts";
import { ConfirmDialog } from "../../../ui/dialog/confirm-dialog.tsx";
import { EditableListPage } from "../../../ui/grid/editable-list.tsx";
import { useToasts } from "../../../ui/state/toasts.tsx";
import { fieldsMessages } from "./messages.ts";

export function Page() {
  const t = useMessages(fieldsMessages);
  const { types } = useMessages(customFieldMessages);
  const { date } = useFormats();
  return (
    <EditableListPage<CustomField>
      messages={t}
      result={useQuery(read("GET /custom-fields"))}
      canChange={useCan()("settings", "full")}
      columns={[
        { key: "name", head: t.columns.name, cell: ({ name }) => <b>{name}</b> },
        { key: "type", head: t.columns.type, cell: ({ type }) => types[type] },
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
        second: types[type],
        secondCorner: options.length === 0 ? undefined : t.options(options.length),
      })}
      form={(field, onClose) => <FieldForm field={field} onClose={onClose} />}
      removal={(field, onClose) => <RemoveDialog field={field} onClose={onClose} />}
    />
  );
}

function RemoveDialog({ field, onClose }: { field: CustomField | undefined; onClose: () => void }) {
  const t = useMessages(fieldsMessages);
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
