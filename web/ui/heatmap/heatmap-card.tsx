import { SegmentedControl } from "@mantine/core";
import { useState } from "react";
import { useFormats, useMessages } from "../../i18n/messages.tsx";
import { Card } from "../display/card.tsx";
import { ScaledEmail, type EmailLayout } from "../email-frame/scaled-email.tsx";
import { Notice } from "../state/failure.tsx";
import { Waiting } from "../state/waiting.tsx";
import { heatmapMessages } from "./messages.ts";
import classes from "./heatmap.module.css";

/** A sent e-mail whose counted links carry their number in `data-link`. */
export type Heatmap = {
  readonly html: string;
  readonly links: readonly { readonly number: number; readonly clicks: number; readonly share: number }[];
};

type Props = {
  readonly heatmap: Heatmap | undefined;
  readonly error: unknown;
  readonly onRetry: () => unknown;
};

/** The e-mail that was sent, with the share of clicks on each of its links. */
export function HeatmapCard({ heatmap, error, onRetry }: Props) {
  const t = useMessages(heatmapMessages);
  const [device, setDevice] = useState("desktop");
  return (
    <Card
      title={t.title}
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
      {heatmap === undefined && <Waiting error={error} what={t.title} onRetry={onRetry} />}
      {heatmap !== undefined && heatmap.html === "" && <Notice title={t.none} />}
      {heatmap !== undefined && heatmap.html !== "" && (
        <div className={classes["mail"]}>
          <ScaledEmail
            html={heatmap.html}
            title={t.frame}
            width={device === "mobile" ? 375 : 640}
            overlay={(layout) => <Marks layout={layout} links={heatmap.links} />}
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
        const { left, top, width, height } = measureBox(element);
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
function measureBox(element: Element): DOMRect {
  const image = element.querySelector("img");
  return (image ?? element).getBoundingClientRect();
}
