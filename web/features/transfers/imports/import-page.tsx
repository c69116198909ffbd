import { Button, Progress } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { Link, useNavigate, useParams } from "@tanstack/react-router";
import { useState } from "react";
import { downloadUrl } from "../../../api/client.ts";
import { read, useChange } from "../../../api/queries.ts";
import { useCan } from "../../../api/session.tsx";
import { useFormats, useMessages } from "../../../i18n/messages.tsx";
import { useListChoices, usePurposeChoices } from "../../../ui/choices/use-choices.ts";
import { ConfirmDialog } from "../../../ui/dialog/confirm-dialog.tsx";
import { Callout } from "../../../ui/display/callout.tsx";
import { Card, CardStack, Facts, TwoColumns } from "../../../ui/display/card.tsx";
import { PageHeader } from "../../../ui/display/page-header.tsx";
import { PageLink } from "../../../ui/display/page-link.tsx";
import { ReachBar } from "../../../ui/display/reach-bar.tsx";
import { removeAction, RowMenu } from "../../../ui/display/row-menu.tsx";
import { StatusPill } from "../../../ui/display/status.tsx";
import { Breadcrumbs } from "../../../ui/display/breadcrumbs.tsx";
import { IconDownload, IconPlus } from "../../../ui/icons.ts";
import { Rejection } from "../../../ui/state/rejection.tsx";
import { useToasts } from "../../../ui/state/toasts.tsx";
import { WaitingCard } from "../../../ui/state/waiting.tsx";
import { uiMessages } from "../../../ui/messages.ts";
import { transfersMessages } from "../messages.ts";
import { isUnfinished, statusAppearances, useResultParts, type Import } from "./import-parts.ts";
import { ProblemCards } from "./problems-table.tsx";
import { importsMessages } from "./messages.ts";
import classes from "./imports.module.css";

export function Page() {
  const t = useMessages(importsMessages);
  const { importId } = useParams({ from: "/transfers/imports/$importId" });
  const { data, error, refetch } = useQuery({
    ...read("GET /imports/{import_id}", { params: { import_id: importId } }),
    refetchInterval: (query) => (query.state.data !== undefined && isUnfinished(query.state.data) ? 1000 : false),
  });
  if (data !== undefined) return <ImportDetail item={data} />;
  return <WaitingCard error={error} what={t.detailError} onRetry={refetch} />;
}

function ImportDetail({ item }: { item: Import }) {
  const t = useMessages(importsMessages);
  const { title } = useMessages(transfersMessages);
  const can = useCan();
  const canChange = can("contacts", "full");
  return (
    <>
      <Breadcrumbs parent={title} to="/transfers" current={item.name} />
      <PageHeader
        title={item.name}
        isDetail
        status={<StatusPill appearance={statusAppearances[item.status]} label={t.statuses[item.status]} />}
        facts={`${item.fileName} · ${t.rows(item.rows)} · ${t.started(item.createdAt)}`}
        actions={
          canChange &&
          !isUnfinished(item) && (
            <>
              <Button
                component={Link}
                to="/transfers/imports/new"
                variant="default"
                leftSection={<IconPlus size={16} />}
              >
                {t.again}
              </Button>
              <ImportMenu item={item} />
            </>
          )
        }
      />
      <TwoColumns
        main={
          <CardStack>
            {isUnfinished(item) && <ProgressCard item={item} />}
            {item.status === "failed" && <Callout tone="bad">{t.failedText}</Callout>}
            {item.result !== null && <ResultCard item={item} canDownload={canChange} />}
            <ProblemCards problems={item.result?.problems ?? []} rejected={t.problems} leftOut={t.leftOut} />
          </CardStack>
        }
        side={<SettingsCard item={item} />}
      />
    </>
  );
}

function ProgressCard({ item: { progress, rows, status } }: { item: Import }) {
  const t = useMessages(importsMessages);
  const { number } = useFormats();
  return (
    <Card title={t.progressTitle}>
      <div className={classes["stack"]} role="status">
        <p className={classes["figure"]}>
          {number(progress)} % <small>{t.rows(rows)}</small>
        </p>
        <Progress value={progress} size={12} aria-label={t.progress(progress, rows)} />
        <p className={classes["note"]}>{status === "queued" ? t.queuedText : t.progressText}</p>
      </div>
    </Card>
  );
}

function ResultCard({ item, canDownload }: { item: Import; canDownload: boolean }) {
  const t = useMessages(importsMessages);
  const { number } = useFormats();
  const toParts = useResultParts();
  const { result, listIds } = item;
  if (result === null) return null;
  const { skipped, invalid, incomplete = 0 } = result;
  const listed = skipped + invalid + incomplete;
  const [listId] = listIds;
  return (
    <Card title={t.resultTitle}>
      <div className={classes["stack"]}>
        <p className={classes["figure"]}>
          {number(result.created + result.updated + result.unchanged)} <small>{t.resultOf(result.rows)}</small>
        </p>
        <ReachBar {...toParts(result)} height={12} />
        {result.skipped > 0 && <p className={classes["note"]}>{t.skippedText}</p>}
        {incomplete > 0 && <p className={classes["note"]}>{t.incomplete(incomplete)}</p>}
        {(result.notAddedToLists ?? 0) > 0 && (
          <p className={classes["note"]}>{t.notAdded(result.notAddedToLists ?? 0)}</p>
        )}
        <div className={classes["actions"]}>
          {listed > 0 && canDownload && (
            <Button
              component="a"
              variant="default"
              href={downloadUrl("GET /imports/{import_id}/rejected", { params: { import_id: item.id } })}
              download
              leftSection={<IconDownload size={16} />}
            >
              {t.download(listed)}
            </Button>
          )}
          {listId === undefined ? (
            <PageLink path="/contacts">{t.showContacts}</PageLink>
          ) : (
            <PageLink path="/lists/$listId" params={{ listId }}>
              {t.showContacts}
            </PageLink>
          )}
        </div>
        {listed > 0 && <p className={classes["note"]}>{t.downloadUntil({ skipped, invalid, incomplete })}</p>}
      </div>
    </Card>
  );
}

function SettingsCard({ item }: { item: Import }) {
  const t = useMessages(importsMessages);
  const { dateTime } = useFormats();
  const lists = useListChoices();
  const purposes = usePurposeChoices();
  const facts: [string, string | undefined][] = [
    [t.facts.mode, t.modes[item.mode]],
    [t.facts.kind, t.kinds[item.kind]],
    [t.facts.source, item.source],
    [t.facts.lists, item.listIds.map((id) => lists.find(({ value }) => value === id)?.label ?? id).join(", ")],
    [t.facts.purpose, purposes.find(({ value }) => value === item.purposeId)?.label],
    [t.facts.automations, item.runAutomations ? t.facts.automationsOn : t.facts.automationsOff],
    [t.facts.finished, item.finishedAt === null ? "" : dateTime(item.finishedAt)],
  ];
  return (
    <Card title={t.settings}>
      <Facts items={facts.filter(([, value]) => value !== undefined && value !== "")} />
    </Card>
  );
}

function ImportMenu({ item }: { item: Import }) {
  const t = useMessages(importsMessages);
  const ui = useMessages(uiMessages);
  const toast = useToasts();
  const navigate = useNavigate();
  const [isOpen, setOpen] = useState(false);
  const remove = useChange("DELETE /imports/{import_id}", {
    refresh: ["GET /imports"],
    onDone: () => {
      toast.done(t.removed);
      void navigate({ to: "/transfers" });
    },
  });
  return (
    <>
      <RowMenu isInHead label={ui.more} actions={[removeAction(t.remove, () => setOpen(true))]} />
      <ConfirmDialog
        isOpen={isOpen}
        onClose={() => setOpen(false)}
        title={t.removeTitle}
        action={t.removeDo}
        isDestructive
        isBusy={remove.isPending}
        onConfirm={() => remove.mutate({ params: { import_id: item.id } })}
        failure={<Rejection error={remove.error} messages={{ "conflict status": t.removeRunning }} />}
      >
        {t.removeText}
      </ConfirmDialog>
    </>
  );
}
