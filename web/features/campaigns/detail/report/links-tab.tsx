import { useFormats, useWords } from "../../../../i18n/words.tsx";
import { Card } from "../../../../ui/display/card.tsx";
import { ShareBar } from "../../../../ui/display/share-bar.tsx";
import { Notice } from "../../../../ui/state/failure.tsx";
import type { Report, TabProps } from "./report-view.tsx";
import { reportWords } from "./report-words.ts";
import classes from "./report.module.css";

export function LinksTab({ report }: TabProps) {
  const t = useWords(reportWords);
  return (
    <Card title={t.links} flush>
      <LinkTable links={report.byLink} />
    </Card>
  );
}

/** Most clicked first, with the share of all clicks. */
export function LinkTable({ links }: { links: Report["byLink"] }) {
  const t = useWords(reportWords);
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
        {links.map(({ variantId, number: place, url, unique, clicks, share, language }) => (
          <tr key={`${variantId} ${place}`}>
            <th scope="row">
              <a href={url} target="_blank" rel="noreferrer">
                {shortUrl(url)}
              </a>
              {language !== null && <small>{language}</small>}
            </th>
            <td>{number(unique)}</td>
            <td>{number(clicks)}</td>
            <td>
              <ShareBar part={share} of={1} tone="brass" />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** Host and path; the parameters of measuring tell nothing. */
function shortUrl(url: string): string {
  if (!URL.canParse(url)) return url;
  const { host, pathname } = new URL(url);
  return pathname === "/" ? host : `${host}${pathname}`;
}
