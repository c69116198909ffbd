import { Button, SegmentedControl } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { readPage, useChange } from "../../../api/queries.ts";
import { useCan } from "../../../api/session.tsx";
import { useWords } from "../../../i18n/words.tsx";
import { useAddress } from "../../../routing/search.ts";
import { Card } from "../../../ui/display/card.tsx";
import { PageHead } from "../../../ui/display/page-head.tsx";
import { removeAction, RowMenu } from "../../../ui/display/row-menu.tsx";
import { IconCheck, IconMail } from "../../../ui/icons.ts";
import { Empty } from "../../../ui/state/empty.tsx";
import { Notice } from "../../../ui/state/failure.tsx";
import { useToasts } from "../../../ui/state/toasts.tsx";
import { Waiting } from "../../../ui/state/waiting.tsx";
import { useDescribe, type Notification } from "./describe.ts";
import { NotificationText } from "./recent-notifications.tsx";
import { notificationsWords } from "./words.ts";
import classes from "./notifications.module.css";

const pageSize = 25;
const refresh = ["GET /notifications"] as const;

export function Page() {
  const t = useWords(notificationsWords);
  const toast = useToasts();
  const canChange = useCan()("settings", "full");
  const [address, change] = useAddress();
  const page = Math.max(1, Math.trunc(Number(address["page"] ?? 1)) || 1);
  const isUnreadOnly = address["show"] === "unread";
  const { data, error, refetch } = useQuery(
    readPage("GET /notifications", { query: { page, pageSize, ...(isUnreadOnly ? { read: false } : {}) } }),
  );
  const readAll = useChange("POST /notifications/read", { refresh, onFailed: (failure) => toast.failed(failure) });
  const unread = data?.unread ?? 0;
  return (
    <>
      <PageHead
        title={t.title}
        facts={data !== undefined && (unread === 0 ? t.allRead : t.unread(unread))}
        actions={
          canChange && unread > 0 ? (
            <Button
              variant="default"
              leftSection={<IconCheck size={16} />}
              loading={readAll.isPending}
              onClick={() => readAll.mutate({ body: { all: true } })}
            >
              {t.readAll}
            </Button>
          ) : undefined
        }
      />
      {data?.total === 0 && !isUnreadOnly ? (
        <Empty title={t.empty} text={t.emptyText} />
      ) : (
        <>
          <SegmentedControl
            className={classes["filter"] ?? ""}
            aria-label={t.title}
            value={isUnreadOnly ? "unread" : "all"}
            onChange={(value) => change({ show: value === "unread" ? "unread" : undefined, page: undefined })}
            data={[
              { value: "all", label: t.filters.all },
              { value: "unread", label: t.filters.unread },
            ]}
          />
          <Card flush>
            {data === undefined && <Waiting error={error} what={t.title} lines={6} onRetry={refetch} />}
            {data?.items.length === 0 && <Notice title={t.noneUnread} />}
            <ul className={classes["rows"]}>
              {data?.items.map((notification) => (
                <Row key={notification.id} notification={notification} canChange={canChange} />
              ))}
            </ul>
          </Card>
          {data !== undefined && (page > 1 || page * pageSize < data.total) && (
            <div className={classes["paging"]}>
              {page > 1 && (
                <Button variant="default" onClick={() => change({ page: String(page - 1) })}>
                  {t.newer}
                </Button>
              )}
              {page * pageSize < data.total && (
                <Button variant="default" onClick={() => change({ page: String(page + 1) })}>
                  {t.older}
                </Button>
              )}
            </div>
          )}
        </>
      )}
    </>
  );
}

function Row({ notification, canChange }: { notification: Notification; canChange: boolean }) {
  const t = useWords(notificationsWords);
  const toast = useToasts();
  const { title } = useDescribe()(notification);
  const options = { refresh, onFailed: (failure: unknown) => toast.failed(failure) };
  const markRead = useChange("POST /notifications/read", options);
  const markUnread = useChange("POST /notifications/unread", options);
  const remove = useChange("POST /notifications/delete", { ...options, onDone: () => toast.done(t.removed) });
  const { id, read: isRead } = notification;
  const body = { ids: [id] };
  return (
    <li data-unread={!isRead || undefined}>
      <NotificationText notification={notification} />
      {canChange && (
        <RowMenu
          label={t.menu(title)}
          actions={[
            isRead
              ? { label: t.unreadOne, icon: <IconMail size={16} />, onClick: () => markUnread.mutate({ body }) }
              : { label: t.read, icon: <IconCheck size={16} />, onClick: () => markRead.mutate({ body }) },
            removeAction(t.remove, () => remove.mutate({ body })),
          ]}
        />
      )}
    </li>
  );
}
