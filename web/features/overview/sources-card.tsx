import { useQuery } from "@tanstack/react-query";
import { readPage } from "../../api/queries.ts";
import { useFormats, useMessages } from "../../i18n/messages.tsx";
import { Card } from "../../ui/display/card.tsx";
import { useSourceName } from "../../ui/names/contact-sources.ts";
import { Notice } from "../../ui/state/failure.tsx";
import { Waiting } from "../../ui/state/waiting.tsx";
import type { Shown } from "./period.ts";
import { overviewMessages } from "./messages.ts";
import classes from "./overview.module.css";

/** Where new contacts come from, and whether more of them came than in the period before. */
export function SourcesCard({ query }: Pick<Shown, "query">) {
  const t = useMessages(overviewMessages);
  const { number, signed, percent } = useFormats();
  const sourceName = useSourceName();
  const { data, error, refetch } = useQuery(readPage("GET /stats/contacts", { query }));
  return (
    <Card title={t.sources} aside={data === undefined ? undefined : t.newContacts(data.added)} flush>
      {data === undefined && <Waiting error={error} what={t.sources} onRetry={refetch} />}
      {data?.sources.length === 0 && <Notice title={t.noSources} />}
      <ul className={classes["rows"]}>
        {data?.sources.map(({ source, added, subscribed, previous }) => (
          <li key={source}>
            <span>
              <b className={classes["name"]}>{sourceName(source)}</b>
              <small>
                {added === 0 ? t.previously(previous) : t.subscribedOf(subscribed, percent(subscribed / added, 0))}
              </small>
            </span>
            <span>
              {number(added)}
              {previous !== added && <small>{t.versus(signed(added - previous))}</small>}
            </span>
          </li>
        ))}
      </ul>
    </Card>
  );
}
