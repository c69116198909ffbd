import { useQuery } from "@tanstack/react-query";
import { useParams } from "@tanstack/react-router";
import { useState } from "react";
import type { OutputOf } from "../../../api/operations.ts";
import { read, readPage, useChange } from "../../../api/queries.ts";
import { useFormats, useMessages } from "../../../i18n/messages.tsx";
import { optionsOf } from "../../../ui/choices/options.ts";
import { FormDialog } from "../../../ui/dialog/form-dialog.tsx";
import { PageHeader } from "../../../ui/display/page-header.tsx";
import { RowMenu } from "../../../ui/display/row-menu.tsx";
import { Status, type StatusAppearance } from "../../../ui/display/status.tsx";
import { Breadcrumbs } from "../../../ui/display/breadcrumbs.tsx";
import { DataGrid } from "../../../ui/grid/data-grid.tsx";
import type { GridColumn } from "../../../ui/grid/grid-types.ts";
import { TwoLines } from "../../../ui/grid/list-table.tsx";
import { choiceOf, useGrid } from "../../../ui/grid/use-grid.ts";
import { IconCode, IconRefresh } from "../../../ui/icons.ts";
import { Empty } from "../../../ui/state/empty.tsx";
import { useToasts } from "../../../ui/state/toasts.tsx";
import { webhooksMessages } from "../messages.ts";
import { DeliveryDetail } from "./delivery-detail.tsx";
import { endpointsMessages } from "./messages.ts";

type Delivery = OutputOf<"GET /webhook-endpoints/{endpoint_id}/deliveries">["items"][number];

const appearances: Readonly<Record<Delivery["state"], StatusAppearance>> = {
  pending: { shape: "half", tone: "accent" },
  succeeded: { shape: "tick", tone: "good" },
  failed: { shape: "cross", tone: "bad" },
  canceled: { shape: "slashed", tone: "mute" },
};

/** What waits is sent meanwhile. */
const refetchInterval = 10_000;

export function Page() {
  const t = useMessages(endpointsMessages);
  const toast = useToasts();
  const { ago } = useFormats();
  const { endpointId } = useParams({ from: "/settings/webhooks/signed/$endpointId" });
  const params = { endpoint_id: endpointId };
  const [opened, setOpened] = useState<Delivery>();
  const grid = useGrid({ name: "webhook-deliveries", sort: "-id", filters: ["state"] });
  const endpoint = useQuery(read("GET /webhook-endpoints/{endpoint_id}", { params })).data;
  const query = { page: grid.page, pageSize: grid.pageSize, state: choiceOf(appearances, grid.filters.state) };
  const list = readPage("GET /webhook-endpoints/{endpoint_id}/deliveries", { params, query });
  const result = useQuery({ ...list, refetchInterval });
  const resend = useChange("POST /webhook-endpoints/{endpoint_id}/deliveries/{delivery_id}/send-again", {
    refresh: ["GET /webhook-endpoints/{endpoint_id}/deliveries"],
    onDone: () => toast.done(t.deliveries.resent),
    onFailed: (error) => toast.failed(error),
  });
  const columns = useColumns();
  const nameOf = useNames();
  return (
    <>
      <Breadcrumbs parent={t.title} to="/settings/webhooks/signed" current={t.deliveries.title} />
      <PageHeader title={t.deliveries.title} facts={endpoint?.url ?? t.deliveries.facts} isDetail />
      <DataGrid<Delivery>
        grid={grid}
        result={result}
        label={t.deliveries.title}
        columns={columns}
        rowId={({ id }) => id}
        rowName={nameOf}
        filters={[
          { name: "state", label: t.deliveries.columns.state, input: { options: optionsOf(t.deliveries.states) } },
        ]}
        noMatch={t.deliveries.noMatch}
        phoneRow={(row) => ({
          title: nameOf(row),
          corner: ago(row.createdAt),
          appearance: appearances[row.state],
          second: t.deliveries.states[row.state],
          secondCorner: row.status ?? "",
        })}
        rowMenu={(row) => (
          <RowMenu
            label={t.deliveries.menu(row.messageId)}
            actions={[
              { label: t.deliveries.open, icon: <IconCode size={16} />, onClick: () => setOpened(row) },
              row.items > 0 &&
                endpoint?.active === true && {
                  label: t.deliveries.resend,
                  icon: <IconRefresh size={16} />,
                  onClick: () => resend.mutate({ params: { ...params, delivery_id: row.id } }),
                },
            ]}
          />
        )}
        empty={<Empty title={t.deliveries.empty} text={t.deliveries.emptyText} />}
      />
      <FormDialog
        isOpen={opened !== undefined}
        onClose={() => setOpened(undefined)}
        title={opened === undefined ? "" : nameOf(opened)}
        width={720}
      >
        {opened !== undefined && <DeliveryDetail endpointId={endpointId} deliveryId={opened.id} />}
      </FormDialog>
    </>
  );
}

function useNames(): (row: Delivery) => string {
  const { deliveries } = useMessages(endpointsMessages);
  const { events } = useMessages(webhooksMessages);
  return ({ types, items }) => {
    const names = types.map((type) => events[type]).join(", ");
    if (items === 0) return deliveries.redacted;
    return items === 1 ? names : `${names} (${deliveries.items(items)})`;
  };
}

function useColumns(): readonly GridColumn<Delivery>[] {
  const { deliveries: t } = useMessages(endpointsMessages);
  const { ago, dateTime, number } = useFormats();
  const nameOf = useNames();
  return [
    {
      key: "what",
      head: t.columns.what,
      isFixed: true,
      cell: (row) => <TwoLines first={nameOf(row)} second={<code>{row.messageId}</code>} />,
    },
    {
      key: "state",
      head: t.columns.state,
      cell: ({ state, nextAttemptAt }) => {
        const status = <Status appearance={appearances[state]} label={t.states[state]} />;
        if (nextAttemptAt === null) return status;
        return <TwoLines first={status} second={`${t.next}: ${dateTime(nextAttemptAt)}`} />;
      },
    },
    {
      key: "answer",
      head: t.columns.answer,
      cell: ({ status, error, ms }) => {
        const first = status === null ? t.none : String(status);
        const second = error === null ? (ms === null ? "" : `${number(ms)} ms`) : t.errors[error];
        return <TwoLines first={first} second={second} />;
      },
    },
    { key: "attempts", head: t.columns.attempts, align: "end", cell: ({ attempts }) => number(attempts) },
    {
      key: "at",
      head: t.columns.at,
      align: "end",
      cell: ({ createdAt }) => (
        <time dateTime={createdAt} title={dateTime(createdAt)}>
          {ago(createdAt)}
        </time>
      ),
    },
  ];
}
