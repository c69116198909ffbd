import { useFormats, useMessages } from "../../../../i18n/messages.tsx";
import { Card } from "../../../../ui/display/card.tsx";
import { ShareBar } from "../../../../ui/display/share-bar.tsx";
import { Notice } from "../../../../ui/state/failure.tsx";
import { useReadableText } from "../../../../ui/names/merge-tags.ts";
import type { Report, TabProps } from "./report.ts";
import { reportMessages } from "./report-messages.ts";
import { useShownLinks } from "./use-shown-links.ts";
import classes from "./report.module.css";

export function LinksTab({ campaign, report }: TabProps) {
  const t = useMessages(reportMessages);
  return (
    <Card title={t.links} flush>
      <LinkTable campaignId={campaign.id} links={report.byLink} />
    </Card>
  );
}

/** Most clicked first, by what people saw, with the share of all clicks. */
export function LinkTable({ campaignId, links }: { campaignId: string; links: Report["byLink"] }) {
  const t = useMessages(reportMessages);
  const readable = useReadableText();
  const shown = useShownLinks(campaignId);
  const { number } = useFormats();
  if (links.length === 0) return <Notice title={t.noClicks} />;
  return (
    <table className={classes["table"]}>
      <thead>
        <tr>
          <th scope="col">{t.link}</th>
          <th scope="col">{t.peopleColumn}</th>
          <th scope="col">{t.clicksColumn}</th>
          <th scope="col">{t.share}</th>
        </tr>
      </thead>
      <tbody>
        {links.map(({ variantId, number: place, url: sent, unique, clicks, share, language }) => {
          const { text, url } = shown.get(place) ?? { text: "", url: sent };
          const address = shortUrl(readable(url));
          return (
            <tr key={`${variantId} ${place}`}>
              <th scope="row">
                {isWebAddress(url) ? (
                  <a href={url} target="_blank" rel="noreferrer">
                    {text === "" ? address : text}
                  </a>
                ) : (
                  text || address
                )}
                <small>{[text === "" ? "" : address, language ?? ""].filter((part) => part !== "").join(" · ")}</small>
              </th>
              <td>{number(unique)}</td>
              <td>{number(clicks)}</td>
              <td>
                <ShareBar part={share} of={1} tone="brass" />
              </td>
            </tr>
          );
        })}
      </tbody>
    </table>
  );
}

const isWebAddress = (url: string): boolean => /^https?:/i.test(url) && URL.canParse(url);

/** Host and path; the parameters of measuring tell nothing. */
function shortUrl(url: string): string {
  if (!URL.canParse(url)) return url;
  const { host, pathname } = new URL(url);
  return pathname === "/" ? host : `${host}${pathname}`;
}
