import { useState, type ReactNode } from "react";
import { FormDialog } from "../dialog/form-dialog.tsx";
import { AddButton } from "../display/add-button.tsx";
import { PageHeader } from "../display/page-header.tsx";
import { editAction, removeAction, RowMenu } from "../display/row-menu.tsx";
import { Empty } from "../state/empty.tsx";
import type { GridColumn, PhoneRow } from "./grid-types.ts";
import { ListTable } from "./list-table.tsx";

type Texts = Readonly<Record<"title" | "facts" | "add" | "edit" | "remove" | "empty" | "emptyText", string>>;

type Props<Row> = {
  readonly messages: Texts & { readonly menu: (name: string) => string };
  readonly result: {
    readonly data: { readonly items: readonly Row[] } | undefined;
    readonly error: unknown;
    readonly refetch: () => unknown;
  };
  readonly columns: readonly GridColumn<Row>[];
  readonly phoneRow: (row: Row) => PhoneRow;
  readonly canChange: boolean;
  /** The form of a new row, or of the one that is edited. */
  readonly form: (row: Row | undefined, onClose: () => void) => ReactNode;
  /** The dialog that removes the row; closed without one. */
  readonly removal: (row: Row | undefined, onClose: () => void) => ReactNode;
};

/** The page of a short list whose rows are added, edited and removed in dialogs. */
export function EditableListPage<Row extends { readonly id: string; readonly name: string }>(props: Props<Row>) {
  const { messages: t, result, columns, phoneRow, canChange, form, removal } = props;
  const [edited, setEdited] = useState<Row | "new">();
  const [removed, setRemoved] = useState<Row>();
  const close = () => setEdited(undefined);
  const addButton = canChange ? <AddButton label={t.add} onClick={() => setEdited("new")} /> : undefined;
  const renderMenu = (row: Row) => (
    <RowMenu
      label={t.menu(row.name)}
      actions={[editAction(t.edit, () => setEdited(row)), removeAction(t.remove, () => setRemoved(row))]}
    />
  );
  return (
    <>
      <PageHeader title={t.title} facts={t.facts} actions={addButton} />
      <ListTable<Row>
        label={t.title}
        rows={result.data?.items}
        error={result.error}
        onRetry={() => void result.refetch()}
        rowId={({ id }) => id}
        columns={columns}
        phoneRow={phoneRow}
        rowMenu={canChange ? renderMenu : undefined}
        empty={<Empty title={t.empty} text={t.emptyText} action={addButton} />}
      />
      <FormDialog isOpen={edited !== undefined} onClose={close} title={edited === "new" ? t.add : t.edit}>
        {edited !== undefined && form(edited === "new" ? undefined : edited, close)}
      </FormDialog>
      {removal(removed, () => setRemoved(undefined))}
    </>
  );
}
