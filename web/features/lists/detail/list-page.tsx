import { Button } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useNavigate, useParams } from "@tanstack/react-router";
import { useState } from "react";
import { read } from "../../../api/queries.ts";
import { useCan } from "../../../api/session.tsx";
import { useMessages } from "../../../i18n/messages.tsx";
import { AddButton } from "../../../ui/display/add-button.tsx";
import { Card, CardStack, TwoColumns } from "../../../ui/display/card.tsx";
import { PageHeader } from "../../../ui/display/page-header.tsx";
import { ReachBar } from "../../../ui/display/reach-bar.tsx";
import { StatusPill } from "../../../ui/display/status.tsx";
import { Breadcrumbs } from "../../../ui/display/breadcrumbs.tsx";
import { IconPencil } from "../../../ui/icons.ts";
import { WaitingCard } from "../../../ui/state/waiting.tsx";
import { ListDialog } from "../dialogs/list-dialog.tsx";
import { ListMenu } from "../dialogs/list-menu.tsx";
import { useReachParts, type List } from "../list-parts.ts";
import { listsMessages } from "../messages.ts";
import { AddMembersDialog } from "./add-members-dialog.tsx";
import { GrowthCard } from "./growth-card.tsx";
import { MembersGrid } from "./members-grid.tsx";
import { SettingsCard } from "./settings-card.tsx";
import { detailMessages } from "./messages.ts";

export function Page() {
  const t = useMessages(listsMessages);
  const { listId } = useParams({ from: "/lists/$listId" });
  const { data: list, error, refetch } = useQuery(read("GET /lists/{list_id}", { params: { list_id: listId } }));
  if (list !== undefined) return <ListDetail key={listId} list={list} />;
  return <WaitingCard error={error} what={t.detailError} onRetry={refetch} />;
}

function ListDetail({ list }: { list: List }) {
  const t = useMessages(listsMessages);
  const messages = useMessages(detailMessages);
  const can = useCan();
  const navigate = useNavigate();
  const [open, setOpen] = useState<"edit" | "add">();
  const reach = useReachParts()(list.counts);
  const canChange = can("contacts", "full");
  const canAdd = canChange && list.manualMembers;
  const close = () => setOpen(undefined);
  const addButton = <AddButton label={messages.add.action} onClick={() => setOpen("add")} />;
  return (
    <>
      <Breadcrumbs parent={t.title} to="/lists" current={list.name} />
      <PageHeader
        title={list.name}
        isDetail
        status={list.locked && <StatusPill appearance={{ shape: "diamond", tone: "teal" }} label={t.locked} />}
        facts={
          <>
            {t.members(list.counts.total)} · <b>{t.mailable(list.counts.byBucket.active)}</b> ·{" "}
            {messages.created(list.createdAt)}
          </>
        }
        actions={
          canChange && (
            <>
              <Button variant="default" leftSection={<IconPencil size={16} />} onClick={() => setOpen("edit")}>
                {t.edit}
              </Button>
              {canAdd && addButton}
              <ListMenu list={list} isInHead onDeleted={() => void navigate({ to: "/lists" })} />
            </>
          )
        }
      />
      <TwoColumns
        main={
          <CardStack>
            {list.counts.total > 0 && (
              <Card title={t.reach.title}>
                <ReachBar {...reach} height={12} />
              </Card>
            )}
            <MembersGrid list={list} canChange={canAdd} addButton={addButton} />
          </CardStack>
        }
        side={
          <>
            <SettingsCard list={list} />
            {list.counts.total > 0 && <GrowthCard list={list} />}
          </>
        }
      />
      <ListDialog list={list} isOpen={open === "edit"} onClose={close} />
      <AddMembersDialog listId={list.id} isOpen={open === "add"} onClose={close} />
    </>
  );
}
