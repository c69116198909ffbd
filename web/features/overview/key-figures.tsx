import { useQuery } from "@tanstack/react-query";
import type { OutputOf } from "../../api/operations.ts";
import { readPage } from "../../api/queries.ts";
import { useCan } from "../../api/session.tsx";
import { useFormats, useMessages } from "../../i18n/messages.tsx";
import { KpiStrip, type Kpi } from "../../ui/display/kpi-strip.tsx";
import { mailableByDay } from "./mailable-by-day.ts";
import type { Shown } from "./period.ts";
import { overviewMessages } from "./messages.ts";

type Dashboard = OutputOf<"GET /dashboard">;

export function KeyFigures({ dashboard: { contacts, emails }, shown }: { dashboard: Dashboard; shown: Shown }) {
  const t = useMessages(overviewMessages);
  const { number, percent, signed } = useFormats();
  const grown = contacts.added - contacts.lost;
  const rate = (name: "opened" | "clicked") => {
    const difference = Math.round((emails.totals.rates[name] - emails.previous.rates[name]) * 1000) / 10;
    const hasBefore = emails.previous.delivered > 0;
    return {
      value: percent(emails.totals.rates[name]),
      ...(hasBefore && difference !== 0
        ? { delta: { text: t.points(signed(difference)), isGood: difference > 0 } }
        : {}),
    };
  };
  const revenue = useRevenueFigure(shown);
  return (
    <KpiStrip
      items={[
        {
          label: t.mailable,
          value: number(contacts.mailable),
          ...(grown === 0 ? {} : { delta: { text: signed(grown), isGood: grown > 0 } }),
          proof: t.ofContacts(contacts.total),
          trend: mailableByDay(contacts).map(({ mailable }) => mailable),
        },
        { label: t.opened, ...rate("opened"), proof: t.openedProof },
        { label: t.clicked, ...rate("clicked"), proof: t.clickedProof },
        revenue,
      ]}
    />
  );
}

/** Currencies are never added: the one with most orders is the figure, the others stand in the proof. */
function useRevenueFigure({ query, previous }: Shown): Kpi {
  const t = useMessages(overviewMessages);
  const can = useCan();
  const { money, signed } = useFormats();
  const enabled = can("campaigns");
  const { data } = useQuery({ ...readPage("GET /conversions", { query }), enabled });
  const { data: before } = useQuery({ ...readPage("GET /conversions", { query: previous }), enabled });
  const [first, ...others] = data?.totals.toSorted((one, other) => other.orders - one.orders) ?? [];
  if (first === undefined) return { label: t.revenue, value: "–", proof: t.revenueNone };
  const proof = [t.orders(first.orders), ...others.map(({ revenue, currency }) => money(revenue, currency))].join(
    " · ",
  );
  const earned = Number(before?.totals.find(({ currency }) => currency === first.currency)?.revenue ?? 0);
  const change = earned === 0 ? 0 : Math.round((Number(first.revenue) / earned - 1) * 100);
  return {
    label: t.revenue,
    value: money(Math.round(Number(first.revenue)), first.currency),
    ...(change === 0 ? {} : { delta: { text: t.perCent(signed(change)), isGood: change > 0 } }),
    proof,
  };
}
