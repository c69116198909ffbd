import { useQuery } from "@tanstack/react-query";
import type { OutputOf } from "../../api/operations.ts";
import { read } from "../../api/queries.ts";
import { addDays } from "../../i18n/company-time.ts";
import { useFormats, useMessages } from "../../i18n/messages.tsx";
import { Callout } from "../../ui/display/callout.tsx";
import { Card, CardStack, TwoColumns } from "../../ui/display/card.tsx";
import { KpiStrip } from "../../ui/display/kpi-strip.tsx";
import { PageHeader } from "../../ui/display/page-header.tsx";
import { StatusPill, type StatusAppearance } from "../../ui/display/status.tsx";
import { IconCreditCard } from "../../ui/icons.ts";
import { Notice } from "../../ui/state/failure.tsx";
import { WaitingCard } from "../../ui/state/waiting.tsx";
import { Invoices } from "./invoices.tsx";
import { Payments } from "./payments.tsx";
import { CancellationCard, ProfileCard, QuoteCard } from "./side-cards.tsx";
import { billingMessages } from "./messages.ts";

type Billing = OutputOf<"GET /billing">;

const appearances: Readonly<Record<Billing["state"], StatusAppearance>> = {
  off: { shape: "square", tone: "mute" },
  free: { shape: "circle", tone: "good" },
  active: { shape: "circle", tone: "good" },
  unpaid: { shape: "triangle", tone: "bad" },
  cancelled: { shape: "cross", tone: "mute" },
};

export function Page() {
  const t = useMessages(billingMessages);
  const { data: billing, error, refetch } = useQuery(read("GET /billing"));
  return (
    <>
      <PageHeader
        title={t.title}
        status={
          billing !== undefined && (
            <StatusPill appearance={appearances[billing.state]} label={t.states[billing.state]} />
          )
        }
      />
      {billing === undefined ? (
        <WaitingCard error={error} what={t.title} onRetry={refetch} />
      ) : (
        <Plan billing={billing} />
      )}
    </>
  );
}

function Plan({ billing }: { billing: Billing }) {
  const t = useMessages(billingMessages);
  if (billing.state === "off")
    return (
      <Card flush>
        <Notice icon={<IconCreditCard size={24} />} title={t.states.off} text={t.offText} />
      </Card>
    );
  return (
    <CardStack>
      {billing.unpaid.length > 0 && <Callout tone="bad">{t.unpaidCallout}</Callout>}
      <Usage billing={billing} />
      <TwoColumns
        main={
          <>
            <Invoices />
            <Payments />
          </>
        }
        side={
          <>
            <ProfileCard />
            <QuoteCard used={billing.contacts.used} />
            {(billing.state === "active" || billing.state === "unpaid") && <CancellationCard />}
          </>
        }
      />
    </CardStack>
  );
}

function Usage({ billing }: { billing: Billing }) {
  const t = useMessages(billingMessages);
  const { number, money, shortDate } = useFormats();
  const { contacts, monthly, currency, periodFrom, periodTo, unpaid } = billing;
  return (
    <KpiStrip
      items={[
        {
          label: t.contacts,
          value: number(contacts.used),
          proof: contacts.limit === null ? t.noLimit : t.limit(contacts.limit),
        },
        {
          label: t.monthly,
          value: monthly === null ? "–" : money(monthly, currency),
          proof: monthly === null ? t.monthlyNone : t.withoutVat,
        },
        {
          label: t.period,
          value: shortDate(addDays(periodTo, -1)),
          proof: t.periodFrom(shortDate(periodFrom)),
        },
        {
          label: t.unpaid,
          value:
            unpaid.length === 0 ? t.nothing : unpaid.map(({ amount, currency: own }) => money(amount, own)).join(" + "),
          proof: unpaid.length === 0 ? t.paid : t.overdue,
        },
      ]}
    />
  );
}
