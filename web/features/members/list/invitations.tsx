import { useQuery } from "@tanstack/react-query";
import type { OutputOf } from "../../../api/operations.ts";
import { read, useChange } from "../../../api/queries.ts";
import { useFormats, useMessages } from "../../../i18n/messages.tsx";
import { RowMenu } from "../../../ui/display/row-menu.tsx";
import { ListTable } from "../../../ui/grid/list-table.tsx";
import { IconBan } from "../../../ui/icons.ts";
import { useToasts } from "../../../ui/state/toasts.tsx";
import { useRoleNames } from "../role-fields.tsx";
import { membersMessages } from "./messages.ts";
import classes from "./members.module.css";

type Invitation = OutputOf<"GET /invitations">["items"][number];

/** Shown only while an invitation waits. */
export function Invitations() {
  const t = useMessages(membersMessages).invitations;
  const toast = useToasts();
  const { date } = useFormats();
  const roleNames = useRoleNames();
  const { data } = useQuery(read("GET /invitations"));
  const revoke = useChange("DELETE /invitations/{id}", {
    refresh: ["GET /invitations"],
    onDone: () => toast.done(t.revoked),
    onFailed: (error) => toast.failed(error),
  });
  if (data === undefined || data.items.length === 0) return null;
  return (
    <>
      <h2 className={classes["heading"]}>{t.title}</h2>
      <ListTable<Invitation>
        label={t.title}
        rows={data.items}
        rowId={({ id }) => id}
        columns={[
          { key: "email", head: t.columns.email, cell: ({ email }) => <b>{email}</b> },
          { key: "roles", head: t.columns.roles, cell: ({ roles }) => roleNames(roles) },
          { key: "by", head: t.columns.by, cell: ({ invitedBy }) => invitedBy.email },
          { key: "expires", head: t.columns.expires, align: "end", cell: ({ expiresAt }) => date(expiresAt) },
        ]}
        phoneRow={({ email, roles, expiresAt }) => ({
          title: email,
          second: roleNames(roles),
          secondCorner: date(expiresAt),
        })}
        rowMenu={({ id, email }) => (
          <RowMenu
            label={t.menu(email)}
            actions={[
              {
                label: t.revoke,
                icon: <IconBan size={16} />,
                isDestructive: true,
                onClick: () => revoke.mutate({ params: { id } }),
              },
            ]}
          />
        )}
      />
    </>
  );
}
