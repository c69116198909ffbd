import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { read } from "../../../api/queries.ts";
import { useFormats, useMessages } from "../../../i18n/messages.tsx";
import { Card } from "../../../ui/display/card.tsx";
import { Waiting } from "../../../ui/state/waiting.tsx";
import { detailMessages } from "./messages.ts";
import classes from "./detail.module.css";

const shownAtOnce = 6;

/** Saved graphs, newest first; each leads to what has changed since. */
export function VersionsCard({ automationId }: { automationId: string }) {
  const t = useMessages(detailMessages);
  const { dateTime } = useFormats();
  const { data, error, refetch } = useQuery(
    read("GET /automations/{automation_id}/versions", {
      params: { automation_id: automationId },
      query: { pageSize: shownAtOnce },
    }),
  );
  const older = data === undefined ? 0 : data.total - data.items.length;
  return (
    <Card title={t.versions}>
      {data === undefined && <Waiting error={error} what={t.versions} lines={3} onRetry={refetch} />}
      <ul className={classes["versions"]}>
        {data?.items.map(({ version, at }) => (
          <li key={version}>
            <Link to="/automations/$automationId/edit" params={{ automationId }} search={{ versions: String(version) }}>
              {t.versionName(version)}
            </Link>
            {dateTime(at)}
          </li>
        ))}
      </ul>
      {older > 0 && (
        <Link to="/automations/$automationId/edit" params={{ automationId }} search={{ versions: "all" }}>
          {t.older(older)}
        </Link>
      )}
    </Card>
  );
}
