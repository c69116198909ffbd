import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import type { OutputOf } from "../../../api/operations.ts";
import { read } from "../../../api/queries.ts";
import { useCan, useSession } from "../../../api/session.tsx";
import { useFormats, useMessages } from "../../../i18n/messages.tsx";
import { AddButton } from "../../../ui/display/add-button.tsx";
import { PageHeader } from "../../../ui/display/page-header.tsx";
import { RowMenu } from "../../../ui/display/row-menu.tsx";
import { Status, type StatusAppearance } from "../../../ui/display/status.tsx";
import type { GridColumn } from "../../../ui/grid/grid-types.ts";
import { ListTable, TwoLines } from "../../../ui/grid/list-table.tsx";
import { IconBan } from "../../../ui/icons.ts";
import { Empty } from "../../../ui/state/empty.tsx";
import { useRoleNames } from "../role-fields.tsx";
import { CreateKeyDialog } from "./create-key-dialog.tsx";
import { KeyReadyDialog } from "./key-ready-dialog.tsx";
import { RevokeKeyDialog, type Key } from "./revoke-key-dialog.tsx";
import { keysMessages } from "./messages.ts";
import classes from "./keys.module.css";

const invalid: StatusAppearance = { shape: "cross", tone: "bad" };

export function Page() {
  const t = useMessages(keysMessages);
  const can = useCan();
  const { company } = useSession();
  const [isCreating, setCreating] = useState(false);
  const [created, setCreated] = useState<OutputOf<"POST /api-keys">>();
  const [revoked, setRevoked] = useState<Key>();
  const { data, error, refetch } = useQuery(read("GET /api-keys"));
  const canChange = can("settings", "full");
  const createButton = canChange ? <AddButton label={t.create} onClick={() => setCreating(true)} /> : undefined;
  const columns = useColumns();
  const { ago } = useFormats();
  return (
    <>
      <PageHeader
        title={t.title}
        facts={data !== undefined && t.facts(company.name, data.items.length)}
        actions={createButton}
      />
      <ListTable<Key>
        label={t.title}
        rows={data?.items}
        error={error}
        onRetry={() => void refetch()}
        rowId={({ id }) => id}
        columns={columns}
        phoneRow={(key) => ({
          title: key.name,
          second: (
            <>
              <code className={classes["hint"]}>{key.hint}</code> {t.scopes[key.scope]}
            </>
          ),
          secondCorner: key.lastUsedAt === null ? t.never : ago(key.lastUsedAt),
        })}
        rowMenu={
          canChange
            ? (key) => (
                <RowMenu
                  label={t.menu(key.name)}
                  actions={[
                    {
                      label: t.revoke,
                      icon: <IconBan size={16} />,
                      isDestructive: true,
                      onClick: () => setRevoked(key),
                    },
                  ]}
                />
              )
            : undefined
        }
        empty={<Empty title={t.empty} text={t.emptyText} action={createButton} />}
      />
      <CreateKeyDialog
        isOpen={isCreating}
        onClose={() => setCreating(false)}
        onCreated={(key) => {
          setCreating(false);
          setCreated(key);
        }}
      />
      <KeyReadyDialog created={created} onDone={() => setCreated(undefined)} />
      <RevokeKeyDialog apiKey={revoked} onClose={() => setRevoked(undefined)} />
    </>
  );
}

function useColumns(): readonly GridColumn<Key>[] {
  const t = useMessages(keysMessages);
  const { ago, date } = useFormats();
  const roleNames = useRoleNames();
  return [
    {
      key: "name",
      head: t.columns.name,
      cell: ({ name, hint }) => <TwoLines first={name} second={<code className={classes["hint"]}>{hint}</code>} />,
    },
    {
      key: "rights",
      head: t.columns.rights,
      cell: ({ scope, roles }) => <TwoLines first={t.scopes[scope]} second={roleNames(roles)} />,
    },
    { key: "createdBy", head: t.columns.createdBy, cell: ({ createdBy }) => createdBy.email },
    {
      key: "lastUsed",
      head: t.columns.lastUsed,
      cell: ({ lastUsedAt, isValid }) =>
        isValid ? lastUsedAt === null ? t.never : ago(lastUsedAt) : <Status appearance={invalid} label={t.invalid} />,
    },
    { key: "expires", head: t.columns.expires, align: "end", cell: ({ expiresAt }) => date(expiresAt) },
  ];
}
