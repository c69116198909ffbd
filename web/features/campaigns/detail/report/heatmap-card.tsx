import { SegmentedControl } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import type { OutputOf } from "../../../../api/operations.ts";
import { read } from "../../../../api/queries.ts";
import { useFormats, useMessages } from "../../../../i18n/messages.tsx";
import { Card } from "../../../../ui/display/card.tsx";
import { ScaledEmail, type EmailLayout } from "../../../../ui/email-frame/scaled-email.tsx";
import { Notice } from "../../../../ui/state/failure.tsx";
import { Waiting } from "../../../../ui/state/waiting.tsx";
import { reportMessages } from "./report-messages.ts";
import classes from "./report.module.css";

type Heatmap = OutputOf<"GET /stats/campaigns/{campaign_id}/heatmap">;

/** The e-mail that was sent, with the share of clicks on each of its links. */
export function HeatmapCard({ campaignId }: { campaignId: string }) {
  const t = useMessages(reportMessages);
  const [device, setDevice] = useState("desktop");
  const { data, error, refetch } = useQuery(
    read("GET /stats/campaigns/{campaign_id}/heatmap", { params: { campaign_id: campaignId } }),
  );
  return (
    <Card
      title={t.heatmap}
      flush
      aside={
        <SegmentedControl
          size="xs"
          aria-label={t.device}
          value={device}
          onChange={setDevice}
          data={[
            { value: "desktop", label: t.desktop },
            { value: "mobile", label: t.mobile },
          ]}
        />
      }
    >
      {data === undefined && <Waiting error={error} what={t.heatmap} onRetry={refetch} />}
      {data !== undefined && data.html === "" && <Notice title={t.noHeatmap} />}
      {data !== undefined && data.html !== "" && (
        <div className={classes["mail"]}>
          <ScaledEmail
            html={data.html}
            title={t.heatmapFrame}
            width={device === "mobile" ? 375 : 640}
            overlay={(layout) => <Marks layout={layout} links={data.links} />}
          />
        </div>
      )}
    </Card>
  );
}

/** One outline a place in the e-mail; the same figures stand in the table of links. */
function Marks({ layout: { document, scale }, links }: { layout: EmailLayout; links: Heatmap["links"] }) {
  const { percent } = useFormats();
  return links
    .filter(({ clicks }) => clicks > 0)
    .flatMap(({ number, share }) =>
      [...document.querySelectorAll(`[data-link="${number}"]`)].map((element, index) => {
        const { left, top, width, height } = boxOf(element);
        return (
          <span
            key={`${number} ${index}`}
            className={classes["mark"]}
            data-low={height * scale < 40 || undefined}
            style={{
              left: left * scale,
              top: top * scale,
              width: width * scale,
              height: height * scale,
              background: `color-mix(in srgb, #b06f12 ${Math.round(8 + share * 42)}%, transparent)`,
            }}
          >
            <b>{percent(share)}</b>
          </span>
        );
      }),
    );
}

/** A link around an image is as large as the image. */
function boxOf(element: Element): DOMRect {
  const image = element.querySelector("img");
  return (image ?? element).getBoundingClientRect();
}
