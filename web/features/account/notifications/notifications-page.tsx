import { Button, SegmentedControl } from "@mantine/core";
import { useQuery, type UseQueryResult } from "@tanstack/react-query";
import type { OutputOf } from "../../../api/operations.ts";
import { readPage, useChange } from "../../../api/queries.ts";
import { useCan } from "../../../api/session.tsx";
import { useMessages } from "../../../i18n/messages.tsx";
import { useAddress } from "../../../routing/search.ts";
import { Card } from "../../../ui/display/card.tsx";
import { PageHeader } from "../../../ui/display/page-header.tsx";
import { removeAction, RowMenu } from "../../../ui/display/row-menu.tsx";
import { IconCheck, IconMail } from "../../../ui/icons.ts";
import { Empty } from "../../../ui/state/empty.tsx";
import { Notice } from "../../../ui/state/failure.tsx";
import { useToasts } from "../../../ui/state/toasts.tsx";
import { Waiting } from "../../../ui/state/waiting.tsx";
import { useDescribe, type Notification } from "./describe.ts";
import { NotificationText } from "./recent-notifications.tsx";
import { notificationsMessages } from "./messages.ts";
import classes from "./notifications.module.css";

type Notifications = OutputOf<"GET /notifications">;

const pageSize = 25;
const refresh = ["GET /notifications"] as const;

export function Page() {
  const t = useMessages(notificationsMessages);
  const canChange = useCan()("settings", "full");
  const [address, change] = useAddress();
  const page = Math.max(1, Math.trunc(Number(address["page"] ?? 1)) || 1);
  const show = address["show"] === "unread" ? "unread" : "all";
  const query = useQuery(
    readPage("GET /notifications", { query: { page, pageSize, ...(show === "unread" ? { read: false } : {}) } }),
  );
  const { data } = query;
  return (
    <>
      <Header data={data} canChange={canChange} />
      {data?.total === 0 && show === "all" ? (
        <Empty title={t.empty} text={t.emptyText} />
      ) : (
        <>
          <SegmentedControl
            className={classes["filter"] ?? ""}
            aria-label={t.title}
            value={show}
            onChange={(value) => change({ show: value === "unread" ? "unread" : undefined, page: undefined })}
            data={[
              { value: "all", label: t.filters.all },
              { value: "unread", label: t.filters.unread },
            ]}
          />
          <Rows query={query} canChange={canChange} />
          {data !== undefined && (
            <Paging page={page} total={data.total} onPage={(next) => change({ page: String(next) })} />
          )}
        </>
      )}
    </>
  );
}

type HeaderProps = { readonly data: Notifications | undefined; readonly canChange: boolean };

function Header({ data, canChange }: HeaderProps) {
  const t = useMessages(notificationsMessages);
  const unread = data?.unread ?? 0;
  return (
    <PageHeader
      title={t.title}
      facts={data !== undefined && (unread === 0 ? t.allRead : t.unread(unread))}
      actions={canChange && unread > 0 ? <ReadAllButton /> : undefined}
    />
  );
}

type RowsProps = {
  readonly query: UseQueryResult<Notifications, unknown>;
  readonly canChange: boolean;
};

function Rows({ query: { data, error, refetch }, canChange }: RowsProps) {
  const t = useMessages(notificationsMessages);
  return (
    <Card flush>
      {data === undefined && <Waiting error={error} what={t.title} lines={6} onRetry={refetch} />}
      {data?.items.length === 0 && <Notice title={t.noneUnread} />}
      <ul className={classes["rows"]}>
        {data?.items.map((notification) => (
          <Row key={notification.id} notification={notification} canChange={canChange} />
        ))}
      </ul>
    </Card>
  );
}

function ReadAllButton() {
  const t = useMessages(notificationsMessages);
  const toast = useToasts();
  const readAll = useChange("POST /notifications/read", { refresh, onFailed: (failure) => toast.failed(failure) });
  return (
    <Button
      variant="default"
      leftSection={<IconCheck size={16} />}
      loading={readAll.isPending}
      onClick={() => readAll.mutate({ body: { all: true } })}
    >
      {t.readAll}
    </Button>
  );
}

type PagingProps = { readonly page: number; readonly total: number; readonly onPage: (page: number) => void };

function Paging({ page, total, onPage }: PagingProps) {
  const t = useMessages(notificationsMessages);
  const hasOlder = page * pageSize < total;
  if (page === 1 && !hasOlder) return null;
  return (
    <div className={classes["paging"]}>
      {page > 1 && (
        <Button variant="default" onClick={() => onPage(page - 1)}>
          {t.newer}
        </Button>
      )}
      {hasOlder && (
        <Button variant="default" onClick={() => onPage(page + 1)}>
          {t.older}
        </Button>
      )}
    </div>
  );
}

function Row({ notification, canChange }: { notification: Notification; canChange: boolean }) {
  const t = useMessages(notificationsMessages);
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
