import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import type { OutputOf } from "../../api/operations.ts";
import { downloadUrl } from "../../api/client.ts";
import { readPage } from "../../api/queries.ts";
import { useFormats, useMessages } from "../../i18n/messages.tsx";
import { optionsOf } from "../../ui/choices/options.ts";
import { FormDialog } from "../../ui/dialog/form-dialog.tsx";
import { RowMenu } from "../../ui/display/row-menu.tsx";
import { Status, type StatusAppearance } from "../../ui/display/status.tsx";
import { DataGrid } from "../../ui/grid/data-grid.tsx";
import type { GridColumn } from "../../ui/grid/grid-types.ts";
import { choiceOf, useGrid } from "../../ui/grid/use-grid.ts";
import { IconCreditCard, IconDownload } from "../../ui/icons.ts";
import { Empty } from "../../ui/state/empty.tsx";
import { billingMessages } from "./messages.ts";
import classes from "./billing.module.css";

type Invoice = OutputOf<"GET /billing/invoices">["items"][number];

const appearances: Readonly<Record<Invoice["state"], StatusAppearance>> = {
  open: { shape: "dashed", tone: "warn" },
  paid: { shape: "tick", tone: "good" },
  cancelled: { shape: "cross", tone: "mute" },
};

const requestPdf = ({ id }: Invoice) =>
  downloadUrl("GET /billing/invoices/{invoice_id}/pdf", { params: { invoice_id: id } });

const PdfLink = ({ invoice }: { invoice: Invoice }) => (
  <a href={requestPdf(invoice)} download={`${invoice.number}.pdf`}>
    {invoice.number}
  </a>
);

export function Invoices() {
  const { invoices: t } = useMessages(billingMessages);
  const { money, shortDate } = useFormats();
  const [paid, setPaid] = useState<Invoice>();
  const grid = useGrid({ name: "invoices", sort: "-issuedAt", filters: ["state"] });
  const result = useQuery(
    readPage("GET /billing/invoices", {
      query: { page: grid.page, pageSize: grid.pageSize, state: choiceOf(t.states, grid.filters["state"]) },
    }),
  );
  return (
    <>
      <DataGrid<Invoice>
        grid={grid}
        result={result}
        label={t.title}
        columns={useColumns()}
        rowId={({ id }) => id}
        rowName={({ number }) => number}
        filters={[
          {
            name: "state",
            label: t.filter,
            input: { options: optionsOf(t.states) },
          },
        ]}
        rowMenu={(invoice) => (
          <RowMenu
            label={t.menu(invoice.number)}
            actions={[
              {
                label: t.pdf,
                icon: <IconDownload size={16} />,
                onClick: () => location.assign(requestPdf(invoice)),
              },
              ...(invoice.state === "open"
                ? [{ label: t.pay, icon: <IconCreditCard size={16} />, onClick: () => setPaid(invoice) }]
                : []),
            ]}
          />
        )}
        phoneRow={(invoice) => ({
          title: <PdfLink invoice={invoice} />,
          corner: money(invoice.total, invoice.currency),
          appearance: appearances[invoice.state],
          second: t.states[invoice.state],
          secondCorner: shortDate(invoice.dueAt),
        })}
        empty={<Empty title={t.none} text={t.noneText} />}
      />
      <FormDialog isOpen={paid !== undefined} onClose={() => setPaid(undefined)} title={t.payTitle(paid?.number ?? "")}>
        {paid !== undefined && <PaymentCode invoice={paid} />}
      </FormDialog>
    </>
  );
}

function PaymentCode({ invoice }: { invoice: Invoice }) {
  const { invoices: t } = useMessages(billingMessages);
  const { money } = useFormats();
  const [isFailed, setFailed] = useState(false);
  return (
    <div className={classes["code"]}>
      <p>{isFailed ? t.qrFailed : t.payText}</p>
      {!isFailed && (
        <img
          src={downloadUrl("GET /billing/invoices/{invoice_id}/qr.svg", { params: { invoice_id: invoice.id } })}
          alt={t.qr(invoice.number)}
          width={220}
          height={220}
          onError={() => setFailed(true)}
        />
      )}
      <b>{money(invoice.total, invoice.currency)}</b>
    </div>
  );
}

function useColumns(): readonly GridColumn<Invoice>[] {
  const { invoices: t } = useMessages(billingMessages);
  const { date, money } = useFormats();
  return [
    {
      key: "number",
      head: t.columns.number,
      isFixed: true,
      cell: (invoice) => <PdfLink invoice={invoice} />,
    },
    {
      key: "state",
      head: t.columns.state,
      cell: ({ state }) => <Status appearance={appearances[state]} label={t.states[state]} />,
    },
    { key: "issued", head: t.columns.issued, cell: ({ issuedAt }) => date(issuedAt) },
    { key: "due", head: t.columns.due, cell: ({ dueAt }) => date(dueAt) },
    { key: "total", head: t.columns.total, align: "end", cell: ({ total, currency }) => money(total, currency) },
  ];
}
