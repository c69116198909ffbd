import { useQuery } from "@tanstack/react-query";
import type { OutputOf } from "../../api/operations.ts";
import { read } from "../../api/queries.ts";
import { useFormats, useMessages } from "../../i18n/messages.tsx";
import { ListTable } from "../../ui/grid/list-table.tsx";
import { billingMessages } from "./messages.ts";
import classes from "./billing.module.css";

type Payment = OutputOf<"GET /billing/payments">["items"][number];

/** Shown only when something was paid. */
export function Payments() {
  const { payments: t } = useMessages(billingMessages);
  const { date, money } = useFormats();
  const { data } = useQuery(read("GET /billing/payments", { query: { pageSize: 25 } }));
  if (data === undefined || data.items.length === 0) return null;
  return (
    <>
      <h2 className={classes["heading"]}>{t.title}</h2>
      <ListTable<Payment>
        label={t.title}
        rows={data.items}
        rowId={({ id }) => id}
        columns={[
          { key: "at", head: t.columns.at, cell: ({ at }) => date(at) },
          { key: "method", head: t.columns.method, cell: ({ method }) => t.methods[method] },
          {
            key: "amount",
            head: t.columns.amount,
            align: "end",
            cell: ({ amount, currency }) => money(amount, currency),
          },
        ]}
        phoneRow={({ at, amount, currency, method }) => ({
          title: money(amount, currency),
          second: t.methods[method],
          secondCorner: date(at),
        })}
      />
    </>
  );
}
