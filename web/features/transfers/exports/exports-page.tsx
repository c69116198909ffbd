import { Button } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { downloadUrl } from "../../../api/client.ts";
import type { OutputOf } from "../../../api/operations.ts";
import { readPage } from "../../../api/queries.ts";
import { useCan } from "../../../api/session.tsx";
import { useFormats, useMessages } from "../../../i18n/messages.tsx";
import { optionsOf } from "../../../ui/choices/options.ts";
import { AddButton } from "../../../ui/display/add-button.tsx";
import { Card } from "../../../ui/display/card.tsx";
import { PageHeader } from "../../../ui/display/page-header.tsx";
import { Status, type StatusAppearance } from "../../../ui/display/status.tsx";
import { DataGrid } from "../../../ui/grid/data-grid.tsx";
import type { GridColumn } from "../../../ui/grid/grid-types.ts";
import { choiceOf, useGrid } from "../../../ui/grid/use-grid.ts";
import { IconDownload } from "../../../ui/icons.ts";
import { RunningList, useRunningActions } from "../../../ui/running/running-actions.tsx";
import { Empty } from "../../../ui/state/empty.tsx";
import { TransfersTabs } from "../section.tsx";
import { transfersMessages } from "../messages.ts";
import { ExportDialog } from "./export-dialog.tsx";
import { exportsMessages } from "./messages.ts";
import classes from "./exports.module.css";

type Export = OutputOf<"GET /exports">["items"][number];

const statusAppearances: Readonly<Record<Export["status"], StatusAppearance>> = {
  queued: { shape: "dashed", tone: "warn" },
  running: { shape: "half", tone: "accent" },
  ready: { shape: "tick", tone: "good" },
  failed: { shape: "cross", tone: "bad" },
  expired: { shape: "slashed", tone: "mute" },
};

const isUnfinished = ({ status }: Export): boolean => status === "queued" || status === "running";

export function Page() {
  const t = useMessages(exportsMessages);
  const { title } = useMessages(transfersMessages);
  const can = useCan();
  const [isCreating, setCreating] = useState(false);
  const grid = useGrid({ name: "exports", sort: "-id", filters: ["status"] });
  const result = useQuery({
    ...readPage("GET /exports", { query: { ...grid.query, status: choiceOf(t.statuses, grid.filters["status"]) } }),
    refetchInterval: (query) => (query.state.data?.items.some(isUnfinished) === true ? 1500 : false),
  });
  const running = useRunningActions().filter(({ type }) => type === "export_ready");
  const canExport = can("contacts", "full");
  const newButton = <AddButton label={t.new} onClick={() => setCreating(true)} />;
  return (
    <>
      <PageHeader title={title} actions={canExport ? newButton : undefined} />
      <TransfersTabs />
      {running.length > 0 && (
        <div className={classes["running"]}>
          <Card>
            <RunningList actions={running} />
          </Card>
        </div>
      )}
      <DataGrid<Export>
        grid={grid}
        result={result}
        label={t.columns.name}
        columns={useColumns(canExport)}
        rowId={({ id }) => id}
        rowName={({ name }) => name}
        searchLabel={t.search}
        filters={[
          {
            name: "status",
            label: t.columns.status,
            input: { options: optionsOf(t.statuses) },
          },
        ]}
        noMatch={t.noMatch}
        phoneRow={(item) => ({
          title: item.name,
          corner: canExport && <Download item={item} />,
          appearance: statusAppearances[item.status],
          second: `${t.statuses[item.status]} · ${t.selections[item.selection]}`,
          secondCorner: item.status === "ready" ? t.contacts(item.rows) : "",
        })}
        empty={<Empty title={t.empty} text={t.emptyText} action={canExport ? newButton : undefined} />}
      />
      <ExportDialog isOpen={isCreating} onClose={() => setCreating(false)} />
    </>
  );
}

function Download({ item: { id, name, status } }: { item: Export }) {
  const t = useMessages(exportsMessages);
  if (status !== "ready") return null;
  return (
    <Button
      component="a"
      size="xs"
      variant="default"
      href={downloadUrl("GET /exports/{export_id}/download", { params: { export_id: id } })}
      download
      aria-label={t.downloadOf(name)}
      leftSection={<IconDownload size={15} />}
    >
      {t.download}
    </Button>
  );
}

function useColumns(canDownload: boolean): readonly GridColumn<Export>[] {
  const t = useMessages(exportsMessages);
  const { number, ago } = useFormats();
  return [
    {
      key: "name",
      head: t.columns.name,
      sort: "name",
      isFixed: true,
      cell: ({ name, selection }) => (
        <span className={classes["name"]}>
          <b>{name}</b>
          <span>{t.selections[selection]}</span>
        </span>
      ),
    },
    {
      key: "status",
      head: t.columns.status,
      cell: ({ status }) => <Status appearance={statusAppearances[status]} label={t.statuses[status]} />,
    },
    {
      key: "rows",
      head: t.columns.rows,
      sort: "rows",
      align: "end",
      cell: (item) => (isUnfinished(item) ? "" : number(item.rows)),
    },
    {
      key: "createdAt",
      head: t.columns.created,
      sort: "createdAt",
      align: "end",
      cell: ({ createdAt }) => ago(createdAt),
    },
    {
      key: "file",
      head: t.columns.file,
      align: "end",
      cell: (item) => (
        <span className={classes["file"]}>
          {item.status === "ready" && item.expiresAt !== null && (
            <span>
              {t.size(item.size)} · {t.until(item.expiresAt)}
            </span>
          )}
          {canDownload && <Download item={item} />}
        </span>
      ),
    },
  ];
}
