import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import type { OutputOf } from "../../api/operations.ts";
import { read, useChange } from "../../api/queries.ts";
import { useFormats, useMessages } from "../../i18n/messages.tsx";
import { ConfirmDialog } from "../../ui/dialog/confirm-dialog.tsx";
import { Card, CardStack } from "../../ui/display/card.tsx";
import { CodeBlock } from "../../ui/display/code-block.tsx";
import { PageHeader } from "../../ui/display/page-header.tsx";
import { RowMenu } from "../../ui/display/row-menu.tsx";
import { ListTable } from "../../ui/grid/list-table.tsx";
import { IconBan } from "../../ui/icons.ts";
import { Empty } from "../../ui/state/empty.tsx";
import { useToasts } from "../../ui/state/toasts.tsx";
import { appsMessages } from "./messages.ts";

type App = OutputOf<"GET /connected-apps">["items"][number];

export function Page() {
  const t = useMessages(appsMessages);
  const { ago, date } = useFormats();
  const [chosen, setChosen] = useState<App>();
  const { data, error, refetch } = useQuery(read("GET /connected-apps"));
  const used = ({ lastUsedAt }: App) => (lastUsedAt === null ? t.never : ago(lastUsedAt));
  return (
    <>
      <PageHeader title={t.title} facts={t.facts} />
      <CardStack>
        <ListTable<App>
          label={t.title}
          rows={data?.items}
          error={error}
          onRetry={() => void refetch()}
          rowId={({ id }) => id}
          columns={[
            { key: "app", head: t.columns.app, cell: ({ name }) => <b>{name}</b> },
            { key: "scope", head: t.columns.scope, cell: ({ scope }) => t.scopes[scope] },
            { key: "member", head: t.columns.member, cell: ({ member }) => member.email },
            { key: "lastUsed", head: t.columns.lastUsed, cell: used },
            { key: "since", head: t.columns.since, align: "end", cell: ({ createdAt }) => date(createdAt) },
          ]}
          phoneRow={(app) => ({
            title: app.name,
            corner: t.scopes[app.scope],
            second: app.member.email,
            secondCorner: used(app),
          })}
          rowMenu={(app) => (
            <RowMenu
              label={t.menu(app.name)}
              actions={[
                {
                  label: t.disconnect,
                  icon: <IconBan size={16} />,
                  isDestructive: true,
                  onClick: () => setChosen(app),
                },
              ]}
            />
          )}
          empty={<Empty title={t.empty} text={t.emptyText} />}
        />
        <Card title={t.address}>
          <CodeBlock code={`${location.origin}/mcp`} name={t.address} />
        </Card>
      </CardStack>
      <DisconnectDialog app={chosen} onClose={() => setChosen(undefined)} />
    </>
  );
}

function DisconnectDialog({ app, onClose }: { app: App | undefined; onClose: () => void }) {
  const t = useMessages(appsMessages);
  const toast = useToasts();
  const name = app?.name ?? "";
  const disconnect = useChange("DELETE /connected-apps/{id}", {
    refresh: ["GET /connected-apps"],
    onDone: () => {
      toast.done(t.disconnected(name));
      onClose();
    },
    onFailed: (error) => toast.failed(error),
  });
  return (
    <ConfirmDialog
      isOpen={app !== undefined}
      onClose={onClose}
      title={t.disconnectTitle(name)}
      action={t.disconnect}
      isDestructive
      isBusy={disconnect.isPending}
      onConfirm={() => app !== undefined && disconnect.mutate({ params: { id: app.id } })}
    >
      {t.disconnectText}
    </ConfirmDialog>
  );
}
