import { Button } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { read } from "../../../api/queries.ts";
import { useCan, useSession } from "../../../api/session.tsx";
import { useFormats, useMessages } from "../../../i18n/messages.tsx";
import { CardStack } from "../../../ui/display/card.tsx";
import { PageHeader } from "../../../ui/display/page-header.tsx";
import { editAction, RowMenu } from "../../../ui/display/row-menu.tsx";
import { Status, type StatusAppearance } from "../../../ui/display/status.tsx";
import type { GridColumn } from "../../../ui/grid/grid-types.ts";
import { ListTable, TwoLines } from "../../../ui/grid/list-table.tsx";
import { IconUserMinus, IconUserPlus } from "../../../ui/icons.ts";
import { useRoleNames } from "../role-fields.tsx";
import { Invitations } from "./invitations.tsx";
import { InviteDialog } from "./invite-dialog.tsx";
import { RemoveMemberDialog, RolesDialog } from "./member-dialogs.tsx";
import { memberName, type Member } from "./member.ts";
import { membersMessages } from "./messages.ts";
import classes from "./members.module.css";

const twoFactorOn: StatusAppearance = { shape: "tick", tone: "good" };
const twoFactorOff: StatusAppearance = { shape: "slashed", tone: "mute" };

export function Page() {
  const t = useMessages(membersMessages);
  const can = useCan();
  const [isInviting, setInviting] = useState(false);
  const { data, error, refetch } = useQuery(read("GET /members"));
  const { data: company } = useQuery(read("GET /company"));
  const canChange = can("settings", "full");
  const active = data?.items.filter(({ isActive }) => isActive);
  const former = data?.items.filter(({ isActive }) => !isActive) ?? [];
  return (
    <>
      <PageHeader
        title={t.title}
        facts={
          active !== undefined &&
          [t.facts(active.length), ...(company?.requireTwoFactor === true ? [t.required] : [])].join(" · ")
        }
        actions={
          canChange ? (
            <Button leftSection={<IconUserPlus size={16} />} onClick={() => setInviting(true)}>
              {t.invite}
            </Button>
          ) : undefined
        }
      />
      <CardStack>
        <MemberTable
          label={t.title}
          members={active}
          error={error}
          onRetry={() => void refetch()}
          canChange={canChange}
        />
        {canChange && <Invitations />}
        {canChange && <p className={classes["hint"]}>{t.transferHint}</p>}
        {former.length > 0 && (
          <>
            <h2 className={classes["heading"]}>{t.former}</h2>
            <MemberTable label={t.former} members={former} canChange={false} />
          </>
        )}
      </CardStack>
      <InviteDialog isOpen={isInviting} onClose={() => setInviting(false)} />
    </>
  );
}

type TableProps = {
  readonly label: string;
  readonly members: readonly Member[] | undefined;
  readonly canChange: boolean;
  readonly error?: unknown;
  readonly onRetry?: () => void;
};

function MemberTable({ members, canChange, ...rest }: TableProps) {
  const t = useMessages(membersMessages);
  const columns = useColumns();
  const roleNames = useRoleNames();
  const [changed, setChanged] = useState<Member>();
  const [removed, setRemoved] = useState<Member>();
  return (
    <>
      <ListTable<Member>
        {...rest}
        rows={members}
        rowId={({ id }) => id}
        columns={columns}
        phoneRow={(member) => ({ title: memberName(member), second: roleNames(member.roles) || member.email })}
        rowMenu={
          canChange
            ? (member) => (
                <RowMenu
                  label={t.menu(memberName(member))}
                  actions={[
                    editAction(t.changeRoles, () => setChanged(member)),
                    {
                      label: t.remove,
                      icon: <IconUserMinus size={16} />,
                      isDestructive: true,
                      onClick: () => setRemoved(member),
                    },
                  ]}
                />
              )
            : undefined
        }
      />
      <RolesDialog member={changed} onClose={() => setChanged(undefined)} />
      <RemoveMemberDialog member={removed} onClose={() => setRemoved(undefined)} />
    </>
  );
}

function useColumns(): readonly GridColumn<Member>[] {
  const t = useMessages(membersMessages);
  const { date } = useFormats();
  const roleNames = useRoleNames();
  const { company } = useSession();
  return [
    {
      key: "member",
      head: t.columns.member,
      cell: (member) => (
        <TwoLines
          first={memberName(member)}
          second={member.id === company.memberId ? `${member.email} · ${t.you}` : member.email}
        />
      ),
    },
    { key: "roles", head: t.columns.roles, cell: ({ roles }) => roleNames(roles) },
    {
      key: "twoFactor",
      head: t.columns.twoFactor,
      cell: ({ twoFactor }) => (
        <Status
          appearance={twoFactor ? twoFactorOn : twoFactorOff}
          label={twoFactor ? t.twoFactorOn : t.twoFactorOff}
        />
      ),
    },
    { key: "since", head: t.columns.since, align: "end", cell: ({ createdAt }) => date(createdAt) },
  ];
}
