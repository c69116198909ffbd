import { useNavigate } from "@tanstack/react-router";
import { useState } from "react";
import type { InputOf } from "../../../api/operations.ts";
import { useChange } from "../../../api/queries.ts";
import { useMessages } from "../../../i18n/messages.tsx";
import { DialogForm } from "../../../ui/form/dialog-form.tsx";
import { TextField } from "../../../ui/form/text-fields.tsx";
import { useApiForm } from "../../../ui/form/use-api-form.ts";
import { useToasts } from "../../../ui/state/toasts.tsx";
import { bulkMessages } from "./messages.ts";
import type { Filter } from "./selected-contacts.ts";

type ExportBody = InputOf<"POST /exports">["body"];

export type SeenColumn = { readonly key: string; readonly head: string };

type Props = {
  readonly columns: readonly SeenColumn[];
  readonly filter: Filter;
  /** Chosen contacts; without them all that match the filters. */
  readonly contactIds?: readonly string[] | undefined;
  readonly onClose: () => void;
};

/** The cell of a person has the name beside the address. */
const listFields = (columns: readonly SeenColumn[]): string[] => [
  ...new Set(columns.flatMap(({ key }) => (key === "email" ? ["email", "firstName", "lastName"] : [key]))),
];

/** The form of an export of what the page shows. */
export function ExportSeen({ columns, filter, contactIds, onClose }: Props) {
  const t = useMessages(bulkMessages);
  const toast = useToasts();
  const navigate = useNavigate();
  const [now] = useState(() => new Date().toISOString());
  const create = useChange("POST /exports", { refresh: ["GET /exports", "GET /running-actions"] });
  const form = useApiForm({
    initial: { name: t.exportName(now) },
    send: async ({ name }) => {
      const body: ExportBody = {
        name,
        selection: "all",
        fields: listFields(columns),
        encoding: "utf-8",
        delimiter: ";",
        bom: true,
        ...(contactIds === undefined ? { filters: givenFilters(filter) } : { contactIds: [...contactIds] }),
      };
      await create.mutateAsync({ body });
      toast.done(t.exportStarted);
      onClose();
      void navigate({ to: "/transfers/exports" });
    },
  });
  return (
    <DialogForm form={form} submit={t.export} onClose={onClose}>
      <p>{t.exportText(columns.map(({ head }) => head).join(", "))}</p>
      <TextField form={form} name="name" label={t.exportLabel} isFirst />
    </DialogForm>
  );
}

/** The filters that are set. */
function givenFilters({ tab, status, engagement, shop, list, source, createdFrom, createdTo, q }: Filter) {
  return {
    ...(tab === undefined ? {} : { tab }),
    ...(status === undefined ? {} : { status }),
    ...(engagement === undefined ? {} : { engagement }),
    ...(shop === undefined ? {} : { shop }),
    ...(list === undefined ? {} : { list }),
    ...(source === undefined ? {} : { source }),
    ...(createdFrom === undefined ? {} : { createdFrom }),
    ...(createdTo === undefined ? {} : { createdTo }),
    ...(q === undefined ? {} : { q }),
  };
}
