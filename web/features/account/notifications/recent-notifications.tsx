import { Button } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { read, useChange } from "../../../api/queries.ts";
import { useCan } from "../../../api/session.tsx";
import { useFormats, useMessages } from "../../../i18n/messages.tsx";
import { PageLink } from "../../../ui/display/page-link.tsx";
import { StatusGlyph } from "../../../ui/display/status.tsx";
import { Notice } from "../../../ui/state/failure.tsx";
import { useToasts } from "../../../ui/state/toasts.tsx";
import { Waiting } from "../../../ui/state/waiting.tsx";
import { useDescribe, type Notification } from "./describe.ts";
import { notificationsMessages } from "./messages.ts";
import classes from "./notifications.module.css";

/** The newest ones, under the bell. */
export function RecentNotifications() {
  const t = useMessages(notificationsMessages);
  const toast = useToasts();
  const canChange = useCan()("settings", "full");
  const { data, error, refetch } = useQuery(read("GET /notifications", { query: { pageSize: 6 } }));
  const readAll = useChange("POST /notifications/read", {
    refresh: ["GET /notifications"],
    onFailed: (failure) => toast.failed(failure),
  });
  if (data === undefined) return <Waiting error={error} what={t.title} onRetry={refetch} />;
  return (
    <div className={classes["recent"]}>
      {data.items.length === 0 && <Notice title={t.empty} text={t.emptyText} />}
      <ul className={classes["rows"]}>
        {data.items.map((notification) => (
          <li key={notification.id} data-unread={!notification.read || undefined}>
            <NotificationText notification={notification} />
          </li>
        ))}
      </ul>
      <div className={classes["recentFoot"]}>
        {canChange && data.unread > 0 && (
          <Button
            variant="subtle"
            size="xs"
            loading={readAll.isPending}
            onClick={() => readAll.mutate({ body: { all: true } })}
          >
            {t.readAll}
          </Button>
        )}
        <Link to="/settings/notifications">{t.all}</Link>
      </div>
    </div>
  );
}

export function NotificationText({ notification }: { notification: Notification }) {
  const { ago, dateTime } = useFormats();
  const { title, detail, appearance, link } = useDescribe()(notification);
  return (
    <>
      <StatusGlyph {...appearance} />
      <span className={classes["text"]}>
        {link === undefined ? <b>{title}</b> : <PageLink {...link}>{title}</PageLink>}
        {detail !== "" && <span>{detail}</span>}
      </span>
      <time dateTime={notification.at} title={dateTime(notification.at)}>
        {ago(notification.at)}
      </time>
    </>
  );
}
