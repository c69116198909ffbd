import { useState } from "react";
import { useFormats, useMessages } from "../../../../i18n/messages.tsx";
import { LineChart } from "../../../../ui/chart/line-chart.tsx";
import { Card } from "../../../../ui/display/card.tsx";
import { Notice } from "../../../../ui/state/failure.tsx";
import type { Campaign } from "../../appearance.ts";
import { detailMessages } from "../detail-messages.ts";

type Sample = { readonly at: number; readonly sent: number };

const keptSamples = 120;

/** Messages a minute between the answers that this page got. */
export function PaceCard({ campaign, measuredAt }: { campaign: Campaign; measuredAt: number }) {
  const t = useMessages(detailMessages);
  const { number, time } = useFormats();
  const samples = useSamples({ at: measuredAt, sent: campaign.progress.sent });
  const points = samples.slice(1).map((sample, index) => {
    const before = samples[index] ?? sample;
    const minutes = Math.max(1, sample.at - before.at) / 60_000;
    const at = new Date(sample.at);
    return {
      label: `${time(at)}:${String(at.getSeconds()).padStart(2, "0")}`,
      values: { pace: Math.round((sample.sent - before.sent) / minutes) },
    };
  });
  return (
    <Card title={t.pace} aside={t.paceUnit}>
      {points.length < 2 ? (
        <Notice title={t.paceStarting} />
      ) : (
        <LineChart
          label={t.pace}
          series={[{ key: "pace", label: t.paceUnit }]}
          points={points}
          format={number}
          isFromZero
          note={t.paceNote}
          height={200}
        />
      )}
    </Card>
  );
}

/** The answers so far; a new one is kept when it arrives. */
function useSamples(newest: Sample): readonly Sample[] {
  const [samples, setSamples] = useState<readonly Sample[]>([newest]);
  if (samples.at(-1)?.at !== newest.at) setSamples([...samples.slice(1 - keptSamples), newest]);
  return samples;
}
