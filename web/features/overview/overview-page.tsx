import { useQuery } from "@tanstack/react-query";
import { useRouter } from "@tanstack/react-router";
import type { OutputOf } from "../../api/operations.ts";
import { read } from "../../api/queries.ts";
import { useCan } from "../../api/session.tsx";
import { useFormats, useMessages } from "../../i18n/messages.tsx";
import { LineChart } from "../../ui/chart/line-chart.tsx";
import { AddButton } from "../../ui/display/add-button.tsx";
import { Card, CardStack, TwoColumns } from "../../ui/display/card.tsx";
import { PageHeader } from "../../ui/display/page-header.tsx";
import { WaitingCard } from "../../ui/state/waiting.tsx";
import { CampaignsCard } from "./campaigns-card.tsx";
import { KeyFigures } from "./key-figures.tsx";
import { NextStepCard } from "./onboarding/next-step-card.tsx";
import { mailableByDay } from "./mailable-by-day.ts";
import { AutomationsCard, ReputationCard, RunningCard } from "./side-cards.tsx";
import { overviewMessages } from "./messages.ts";

type Dashboard = OutputOf<"GET /dashboard">;

export function Page() {
  const t = useMessages(overviewMessages);
  const can = useCan();
  const { data, error, refetch } = useQuery(read("GET /dashboard"));
  const days = data?.contacts.trend ?? [];
  const [first] = days;
  const last = days.at(-1);
  const canSend = can("campaigns");
  return (
    <>
      <PageHeader
        title={t.title}
        facts={first === undefined || last === undefined ? " " : t.period(first.day, last.day)}
        actions={can("campaigns", "full") ? <NewCampaign label={t.newCampaign} /> : undefined}
      />
      {data === undefined ? (
        <WaitingCard error={error} onRetry={refetch} />
      ) : (
        <CardStack>
          <NextStepCard />
          <KeyFigures dashboard={data} />
          <TwoColumns
            main={
              <>
                <GrowthCard dashboard={data} />
                {canSend && <CampaignsCard />}
              </>
            }
            side={
              <>
                <RunningCard />
                {canSend && <AutomationsCard />}
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
          <b>{signed(contacts.added - contacts.lost)}</b> {t.growthPeriod}
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
