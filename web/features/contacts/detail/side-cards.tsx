import { useQuery } from "@tanstack/react-query";
import { read } from "../../../api/queries.ts";
import { useFormats, useMessages } from "../../../i18n/messages.tsx";
import { Card } from "../../../ui/display/card.tsx";
import { PageLink } from "../../../ui/display/page-link.tsx";
import { Notice } from "../../../ui/state/failure.tsx";
import { Loading } from "../../../ui/state/loading.tsx";
import type { Consent, Contact } from "../appearance.ts";
import { detailMessages } from "./messages.ts";
import classes from "./detail.module.css";

export function ConsentsCard({ consents }: { consents: readonly Consent[] | undefined }) {
  const t = useMessages(detailMessages);
  const { data: purposes } = useQuery({ ...read("GET /purposes"), staleTime: 60_000 });
  return (
    <Card title={t.consents} flush>
      {consents === undefined || purposes === undefined ? (
        <Loading lines={3} />
      ) : (
        <ul className={classes["rows"]}>
          {purposes.items.map(({ id, name }) => {
            const consent = consents.find(({ purposeId }) => purposeId === id);
            return (
              <li key={id}>
                <span>
                  <b>{name}</b>
                  {consent !== undefined && (
                    <small>
                      {consent.withdrawnAt !== null
                        ? t.consentWithdrawn(consent.withdrawnAt)
                        : consent.state === "pending"
                          ? t.consentWaiting(consent.at)
                          : t.consentFrom(consent.at)}
                    </small>
                  )}
                </span>
                <span data-good={consent?.state === "valid"}>{t.consentStates[consent?.state ?? "none"]}</span>
              </li>
            );
          })}
        </ul>
      )}
    </Card>
  );
}

export function StatsCard({ stats }: { stats: Contact["stats90d"] }) {
  const t = useMessages(detailMessages);
  const { number } = useFormats();
  const figures: [string, string][] = [
    [number(stats.received), t.received],
    [number(stats.opened), t.opened],
    [number(stats.clicked), t.clicked],
    [stats.bestHour === null ? "–" : t.hour(stats.bestHour), t.bestHour],
  ];
  return (
    <Card title={t.stats}>
      <dl className={classes["figures"]}>
        {figures.map(([value, label]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
    </Card>
  );
}

export function OrdersCard({ contact: { orders, orderTotals } }: { contact: Contact }) {
  const t = useMessages(detailMessages);
  const { money, date } = useFormats();
  const [sum] = orderTotals;
  return (
    <Card
      title={t.orders}
      aside={sum === undefined ? undefined : t.ordersSum(sum.orders, money(sum.total, sum.currency))}
      flush
    >
      {orders.length === 0 && <Notice title={t.noOrders} />}
      <ul className={classes["rows"]}>
        {orders.slice(0, 5).map(({ id, externalId, createdAt, total, currency }) => (
          <li key={id}>
            <PageLink path="/shop/orders/$orderId" params={{ orderId: id }} className={classes["name"]}>
              {externalId}
            </PageLink>
            <span>{date(createdAt)}</span>
            <b>{money(total, currency)}</b>
          </li>
        ))}
      </ul>
    </Card>
  );
}
