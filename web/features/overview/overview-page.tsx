import { Select } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useRouter } from "@tanstack/react-router";
import type { OutputOf } from "../../api/operations.ts";
import { readPage } from "../../api/queries.ts";
import { useCan } from "../../api/session.tsx";
import { useFormats, useMessages } from "../../i18n/messages.tsx";
import { LineChart } from "../../ui/chart/line-chart.tsx";
import { useShops } from "../../ui/choices/use-choices.ts";
import { AddButton } from "../../ui/display/add-button.tsx";
import { Card, CardStack, TwoColumns } from "../../ui/display/card.tsx";
import { PageHeader } from "../../ui/display/page-header.tsx";
import { WaitingCard } from "../../ui/state/waiting.tsx";
import { CampaignsCard } from "./campaigns-card.tsx";
import { KeyFigures } from "./key-figures.tsx";
import { NextStepCard } from "./onboarding/next-step-card.tsx";
import { mailableByDay } from "./mailable-by-day.ts";
import { periodLengths, useShown } from "./period.ts";
import { SourcesCard } from "./sources-card.tsx";
import { AutomationsCard, ReputationCard, RunningCard } from "./side-cards.tsx";
import { overviewMessages } from "./messages.ts";

type Dashboard = OutputOf<"GET /dashboard">;

export function Overview() {
  const t = useMessages(overviewMessages);
  const can = useCan();
  const [shown, setLength] = useShown();
  const { chosen, nameOf } = useShops();
  const { data, error, refetch } = useQuery(readPage("GET /dashboard", { query: shown.query }));
  const days = data?.contacts.trend ?? [];
  const [first] = days;
  const last = days.at(-1);
  const canSend = can("campaigns");
  return (
    <>
      <PageHeader
        title={t.title}
        facts={
          first === undefined || last === undefined
            ? " "
            : t.period(first.day, last.day, days.length, chosen === undefined ? undefined : nameOf(chosen))
        }
        actions={
          <>
            <Select
              aria-label={t.periodLabel}
              data={periodLengths.map((length) => ({ value: String(length), label: t.lastDays(length) }))}
              value={String(shown.length)}
              onChange={(value) => {
                const length = periodLengths.find((one) => String(one) === value);
                if (length !== undefined) setLength(length);
              }}
              allowDeselect={false}
              w={200}
            />
            {can("campaigns", "full") && <NewCampaign label={t.newCampaign} />}
          </>
        }
      />
      {data === undefined ? (
        <WaitingCard error={error} onRetry={refetch} />
      ) : (
        <CardStack>
          <NextStepCard />
          <KeyFigures dashboard={data} shown={shown} />
          <TwoColumns
            main={
              <>
                <GrowthCard dashboard={data} />
                {canSend && <CampaignsCard shop={chosen} />}
              </>
            }
            side={
              <>
                <RunningCard />
                {can("contacts") && <SourcesCard query={shown.query} />}
                {canSend && <AutomationsCard shop={chosen} />}
                <ReputationCard rates={data.emails.totals.rates} />
              </>
            }
          />
        </CardStack>
      )}
    </>
  );
}

/** The button appears with the page that it leads to. */
function NewCampaign({ label }: { label: string }) {
  const router = useRouter();
  const path: string = "/campaigns/new";
  if (!(path in router.routesByPath)) return null;
  return <AddButton label={label} onClick={() => void router.navigate({ to: path })} />;
}

function GrowthCard({ dashboard: { contacts } }: { dashboard: Dashboard }) {
  const t = useMessages(overviewMessages);
  const { number, signed, shortDate } = useFormats();
  const points = mailableByDay(contacts).map(({ day, mailable }) => ({
    label: shortDate(day),
    values: { mailable },
  }));
  return (
    <Card
      title={t.growth}
      aside={
        <>
          <b>{signed(contacts.added - contacts.lost)}</b> {t.inDays(contacts.trend.length)}
        </>
      }
    >
      <LineChart
        label={t.growth}
        series={[{ key: "mailable", label: t.mailable }]}
        points={points}
        format={number}
        note={t.growthNote}
      />
    </Card>
  );
}
