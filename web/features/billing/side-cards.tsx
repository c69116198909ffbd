import { NumberInput } from "@mantine/core";
import { useDebouncedValue } from "@mantine/hooks";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { read, readPage } from "../../api/queries.ts";
import { useFormats, useMessages } from "../../i18n/messages.tsx";
import { Card, Facts } from "../../ui/display/card.tsx";
import { PageLink } from "../../ui/display/page-link.tsx";
import { Failure } from "../../ui/state/failure.tsx";
import { Loading } from "../../ui/state/loading.tsx";
import { billingMessages } from "./messages.ts";
import classes from "./billing.module.css";

export function ProfileCard() {
  const { profile: t } = useMessages(billingMessages);
  const { data, error } = useQuery(read("GET /billing/profile"));
  if (data === undefined)
    return <Card title={t.title}>{error === null ? <Loading /> : <Failure error={error} what={t.title} />}</Card>;
  const { name, companyId, vatId, street, city, postalCode, country, email } = data;
  const address = [street, [postalCode, city].filter((part) => part !== null).join(" "), country]
    .filter((part) => part !== null && part !== "")
    .join(", ");
  return (
    <Card title={t.title}>
      <Facts
        items={[
          [t.name, name],
          [t.companyId, companyId ?? "–"],
          [t.vatId, vatId ?? "–"],
          [t.address, address || "–"],
          [t.email, email ?? "–"],
        ]}
      />
      <p className={classes["link"]}>
        <PageLink path="/settings/company">{t.edit}</PageLink>
      </p>
    </Card>
  );
}

export function QuoteCard({ used }: { used: number }) {
  const { quote: t } = useMessages(billingMessages);
  const { money } = useFormats();
  const [contacts, setContacts] = useState<number | string>(used);
  const [asked] = useDebouncedValue(contacts, 300);
  const { data } = useQuery(
    readPage("GET /billing/quote", { query: { contacts: typeof asked === "number" ? asked : undefined } }),
  );
  return (
    <Card title={t.title}>
      <NumberInput
        label={t.contacts}
        value={contacts}
        onChange={setContacts}
        min={0}
        max={1_000_000_000}
        allowDecimal={false}
        allowNegative={false}
        thousandSeparator=" "
        hideControls
        w={160}
      />
      {data !== undefined && (
        <p className={classes["price"]} role="status">
          {data.monthly === null || data.total === null
            ? t.beyond
            : t.result(money(data.monthly, data.currency), money(data.total, data.currency))}
        </p>
      )}
    </Card>
  );
}

export function CancellationCard() {
  const { cancel: t } = useMessages(billingMessages);
  const { data } = useQuery(read("GET /billing/cancel"));
  if (data === undefined) return null;
  const { contacts, scheduledCampaigns, activeAutomations } = data.impact;
  return (
    <Card title={t.title}>
      <p className={classes["text"]}>
        {data.possible && data.effectiveAt !== null ? t.possible(data.effectiveAt) : t.impossible}
      </p>
      <p className={classes["text"]}>{t.impact(contacts, scheduledCampaigns, activeAutomations)}</p>
    </Card>
  );
}
