import { useState, type ReactNode } from "react";
import { useCan } from "../../../api/session.tsx";
import { useFormats, useMessages } from "../../../i18n/messages.tsx";
import { AddButton } from "../../../ui/display/add-button.tsx";
import { PageHeader } from "../../../ui/display/page-header.tsx";
import { RowMenu, type RowAction } from "../../../ui/display/row-menu.tsx";
import { Status } from "../../../ui/display/status.tsx";
import { DataGrid } from "../../../ui/grid/data-grid.tsx";
import type { GridColumn, GridFilter, GridResult } from "../../../ui/grid/grid-types.ts";
import type { Grid } from "../../../ui/grid/use-grid.ts";
import { Empty } from "../../../ui/state/empty.tsx";
import { uiMessages } from "../../../ui/messages.ts";
import { ContentTabs } from "../section.tsx";
import { CreateDialog } from "./record-dialogs.tsx";
import { useStateAppearance, type PublishState } from "./states.tsx";
import { partsMessages } from "./messages.ts";

type RecordRow = {
  readonly id: string;
  readonly name: string;
  readonly isDefault?: boolean;
  readonly createdAt: string;
  readonly updatedAt: string | null;
};

type Props<Row> = {
  readonly messages: {
    readonly title: string;
    readonly add: string;
    readonly empty: string;
    readonly emptyText: string;
  };
  readonly grid: Grid;
  readonly result: GridResult<Row>;
  readonly filters?: readonly GridFilter[];
  readonly link: (row: Row, content: ReactNode) => ReactNode;
  readonly stateOf: (row: Row) => PublishState;
  /** Columns between the state and the day of the last change. */
  readonly columns: readonly GridColumn<Row>[];
  readonly actionsOf: (row: Row) => readonly RowAction[];
  readonly dialogs: ReactNode;
  /** Makes an empty record with the name and opens it. */
  readonly onCreate: (name: string) => Promise<unknown>;
};

/** The list of one kind of content below the tabs, with "New" and the actions of each row. */
export function RecordGrid<Row extends RecordRow>(props: Props<Row>) {
  const { messages, grid, result, filters = [], actionsOf, dialogs, onCreate, stateOf } = props;
  const t = useMessages(partsMessages);
  const ui = useMessages(uiMessages);
  const { date } = useFormats();
  const getAppearance = useStateAppearance();
  const canAdd = useCan()("content", "full");
  const [isAdding, setAdding] = useState(false);
  const addButton = canAdd && <AddButton label={messages.add} onClick={() => setAdding(true)} />;
  const changedAt = ({ updatedAt, createdAt }: Row) => date(updatedAt ?? createdAt);
  return (
    <>
      <PageHeader title={messages.title} actions={addButton} />
      <ContentTabs />
      <DataGrid<Row>
        grid={grid}
        result={result}
        filters={filters}
        label={messages.title}
        columns={useColumns(props)}
        rowId={({ id }) => id}
        rowName={({ name }) => name}
        searchLabel={t.search}
        noMatch={t.noMatch}
        link={props.link}
        phoneRow={(row) => ({
          title: row.name,
          corner: row.isDefault === true ? t.isDefault : undefined,
          second: <Status {...getAppearance(stateOf(row))} />,
          secondCorner: changedAt(row),
        })}
        rowMenu={canAdd ? (row) => <RowMenu label={`${ui.more}: ${row.name}`} actions={actionsOf(row)} /> : undefined}
        empty={<Empty title={messages.empty} text={messages.emptyText} action={addButton} />}
      />
      <CreateDialog isOpen={isAdding} onClose={() => setAdding(false)} title={messages.add} onCreate={onCreate} />
      {dialogs}
    </>
  );
}

function useColumns<Row extends RecordRow>({ link, stateOf, columns }: Props<Row>): readonly GridColumn<Row>[] {
  const t = useMessages(partsMessages);
  const { date } = useFormats();
  const getAppearance = useStateAppearance();
  return [
    {
      key: "name",
      head: t.columns.name,
      sort: "name",
      isFixed: true,
      cell: (row) => (
        <>
          {link(row, row.name)} {row.isDefault === true && `· ${t.isDefault}`}
        </>
      ),
    },
    { key: "state", head: t.columns.state, cell: (row) => <Status {...getAppearance(stateOf(row))} /> },
    ...columns,
    {
      key: "changed",
      head: t.columns.updated,
      align: "end",
      cell: ({ updatedAt, createdAt }) => date(updatedAt ?? createdAt),
    },
  ];
}
