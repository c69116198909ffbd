import { useQuery } from "@tanstack/react-query";
import { read } from "../../api/queries.ts";
import { useCan } from "../../api/session.tsx";
import { useFormats } from "../../i18n/messages.tsx";
import classes from "./revenue.module.css";

export type Amount = { readonly currency: string; readonly orders: number; readonly revenue: string };

/** Undefined while it loads, or where the member may not see it. */
export type RevenueOf = (id: string) => readonly Amount[] | undefined;

/** Revenue of all time that followed clicks in the campaigns or automations of a page. */
export function useRevenue(type: "campaign" | "automation", rows: readonly { readonly id: string }[]): RevenueOf {
  const can = useCan();
  const ids = rows.map(({ id }) => id).toSorted();
  const { data } = useQuery({
    ...read("GET /conversions/sources", { query: { [type]: ids } }),
    enabled: ids.length > 0 && can("campaigns"),
    staleTime: 30_000,
  });
  return (id) => data?.items.filter((item) => item.type === type && item.id === id);
}

/** Currencies are never added: the one with most orders first, the others below it. */
export function Revenue({ amounts }: { amounts: readonly Amount[] | undefined }) {
  const { money } = useFormats();
  const [first, ...others] = (amounts ?? []).toSorted((one, other) => other.orders - one.orders);
  if (first === undefined) return "–";
  return (
    <span className={classes["revenue"]}>
      {money(Math.round(Number(first.revenue)), first.currency)}
      {others.length > 0 && (
        <small>{others.map(({ revenue, currency }) => money(revenue, currency)).join(" · ")}</small>
      )}
    </span>
  );
}
