import { Button } from "@mantine/core";
import { useState, type ReactNode } from "react";
import { useCan } from "../../../api/session.tsx";
import { useWords } from "../../../i18n/words.tsx";
import { PageHead } from "../../../ui/display/page-head.tsx";
import { RowMenu, type RowAction } from "../../../ui/display/row-menu.tsx";
import { DataGrid } from "../../../ui/grid/data-grid.tsx";
import type { GridColumn, GridResult, PhoneRow } from "../../../ui/grid/grid-types.ts";
import type { Grid } from "../../../ui/grid/use-grid.ts";
import { IconPlus } from "../../../ui/icons.ts";
import { Empty } from "../../../ui/state/empty.tsx";
import { uiWords } from "../../../ui/words.ts";
import { ContentTabs } from "../section.tsx";
import { CreateDialog } from "./record-dialogs.tsx";
import { partsWords } from "./words.ts";

type Props<Row> = {
  readonly title: string;
  readonly words: { readonly add: string; readonly empty: string; readonly emptyText: string };
  readonly grid: Grid;
  readonly result: GridResult<Row>;
  readonly columns: readonly GridColumn<Row>[];
  readonly link: (row: Row, content: ReactNode) => ReactNode;
  readonly phoneRow: (row: Row) => PhoneRow;
  readonly actionsOf: (row: Row) => readonly RowAction[];
  readonly dialogs: ReactNode;
  /** Makes an empty record with the name and opens it. */
  readonly onCreate: (name: string) => Promise<unknown>;
};

/** The list of one kind of content below the tabs, with "New" and the actions of each row. */
export function RecordGrid<Row extends { readonly id: string; readonly name: string }>(props: Props<Row>) {
  const { title, words, grid, result, columns, actionsOf, dialogs, onCreate } = props;
  const t = useWords(partsWords);
  const ui = useWords(uiWords);
  const canAdd = useCan()("content", "full");
  const [isAdding, setAdding] = useState(false);
  const addButton = canAdd && (
    <Button leftSection={<IconPlus size={16} />} onClick={() => setAdding(true)}>
      {words.add}
    </Button>
  );
  return (
    <>
      <PageHead title={title} actions={addButton} />
      <ContentTabs />
      <DataGrid<Row>
        grid={grid}
        result={result}
        label={title}
        columns={columns}
        rowId={({ id }) => id}
        rowName={({ name }) => name}
        searchLabel={t.search}
        noMatch={t.noMatch}
        link={props.link}
        phoneRow={props.phoneRow}
        {...(canAdd
          ? { rowMenu: (row) => <RowMenu label={`${ui.more}: ${row.name}`} actions={actionsOf(row)} /> }
          : {})}
        empty={<Empty title={words.empty} text={words.emptyText} action={addButton} />}
      />
      <CreateDialog isOpen={isAdding} onClose={() => setAdding(false)} title={words.add} onCreate={onCreate} />
      {dialogs}
    </>
  );
}
