import { Badge } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { read } from "../../../api/queries.ts";
import { useCan } from "../../../api/session.tsx";
import { useFormats, useMessages } from "../../../i18n/messages.tsx";
import { FormDialog } from "../../../ui/dialog/form-dialog.tsx";
import { AddButton } from "../../../ui/display/add-button.tsx";
import { CardStack } from "../../../ui/display/card.tsx";
import { PageHeader } from "../../../ui/display/page-header.tsx";
import { editAction, RowMenu } from "../../../ui/display/row-menu.tsx";
import { ListTable, TwoLines } from "../../../ui/grid/list-table.tsx";
import { CustomerExceptions } from "./customer-exceptions.tsx";
import { AddPurposeForm, EditPurposeForm, type Purpose } from "./purpose-forms.tsx";
import { consentsMessages } from "./messages.ts";

export function Page() {
  const t = useMessages(consentsMessages);
  const can = useCan();
  const { date } = useFormats();
  const [isAdding, setAdding] = useState(false);
  const [edited, setEdited] = useState<Purpose>();
  const { data, error, refetch } = useQuery(read("GET /purposes"));
  const canChange = can("settings", "full");
  const validity = ({ validMonths }: Purpose) => (validMonths === null ? t.forever : t.months(validMonths));
  return (
    <>
      <PageHeader
        title={t.title}
        facts={t.facts}
        actions={canChange ? <AddButton label={t.add} onClick={() => setAdding(true)} /> : undefined}
      />
      <CardStack>
        <ListTable<Purpose>
          label={t.title}
          rows={data?.items}
          error={error}
          onRetry={() => void refetch()}
          rowId={({ id }) => id}
          columns={[
            {
              key: "purpose",
              head: t.columns.purpose,
              cell: ({ name, description, isDefault }) => (
                <TwoLines
                  first={
                    <>
                      {name} {isDefault && <Badge>{t.isDefault}</Badge>}
                    </>
                  }
                  second={description}
                />
              ),
            },
            { key: "validity", head: t.columns.validity, cell: validity },
            { key: "created", head: t.columns.created, align: "end", cell: ({ createdAt }) => date(createdAt) },
          ]}
          phoneRow={(purpose) => ({
            title: purpose.name,
            corner: purpose.isDefault ? t.isDefault : undefined,
            second: validity(purpose),
          })}
          rowMenu={
            canChange
              ? (purpose) => (
                  <RowMenu label={t.menu(purpose.name)} actions={[editAction(t.edit, () => setEdited(purpose))]} />
                )
              : undefined
          }
        />
        {can("settings") && <CustomerExceptions canChange={canChange} />}
      </CardStack>
      <FormDialog isOpen={isAdding} onClose={() => setAdding(false)} title={t.add}>
        <AddPurposeForm onClose={() => setAdding(false)} />
      </FormDialog>
      <FormDialog isOpen={edited !== undefined} onClose={() => setEdited(undefined)} title={t.edit}>
        {edited !== undefined && <EditPurposeForm purpose={edited} onClose={() => setEdited(undefined)} />}
      </FormDialog>
    </>
  );
}
