import { Button } from "@mantine/core";
import { useState } from "react";
import { downloadUrl } from "../../../api/client.ts";
import { useChange } from "../../../api/queries.ts";
import { useCan } from "../../../api/session.tsx";
import { useFormats, useMessages } from "../../../i18n/messages.tsx";
import { ConfirmDialog } from "../../../ui/dialog/confirm-dialog.tsx";
import { PageHeader } from "../../../ui/display/page-header.tsx";
import { StatusPill } from "../../../ui/display/status.tsx";
import {
  IconCopy,
  IconDownload,
  IconPencil,
  IconPlayerPause,
  IconPlayerPlay,
  IconSend,
  IconX,
} from "../../../ui/icons.ts";
import { useToasts } from "../../../ui/state/toasts.tsx";
import { useReadableText } from "../../../ui/names/merge-tags.ts";
import { useDuplicate } from "../duplicate.ts";
import { statusAppearances, type Campaign } from "../appearance.ts";
import { campaignsMessages } from "../messages.ts";
import { detailMessages } from "./detail-messages.ts";
import { groupMessages } from "./report/group-messages.ts";
import { ResendDialog } from "./resend-dialog.tsx";
import { reportMessages } from "./report/report-messages.ts";

export function CampaignHeader({ campaign }: { campaign: Campaign }) {
  const t = useMessages(campaignsMessages);
  const can = useCan();
  const { status } = campaign;
  return (
    <PageHeader
      title={campaign.name}
      isDetail
      status={<StatusPill appearance={statusAppearances[status]} label={t.statuses[status]} />}
      facts={useFacts(campaign)}
      actions={
        <>
          {can("campaigns", "full") && <Actions campaign={campaign} />}
          {(status === "completed" || status === "cancelled") && <ExportButton campaignId={campaign.id} />}
        </>
      }
    />
  );
}

function useFacts({ status, startedAt, plannedAt, finishedAt, progress, name, subject }: Campaign): string {
  const t = useMessages(detailMessages);
  const readable = useReadableText();
  const { dateTime } = useFormats();
  const when = () => {
    if (startedAt === null) return plannedAt === null ? "" : t.plannedAt(dateTime(plannedAt));
    return status === "completed" ? t.sentAt(dateTime(startedAt)) : t.startedAt(dateTime(startedAt));
  };
  const lasted =
    startedAt === null || finishedAt === null
      ? ""
      : t.minutes(Math.max(1, Math.round((Date.parse(finishedAt) - Date.parse(startedAt)) / 60_000)));
  const facts = [when(), lasted, t.recipients(progress.recipients), subject === name ? "" : readable(subject)];
  return facts.filter((part) => part !== "").join(" · ");
}

function ExportButton({ campaignId }: { campaignId: string }) {
  const t = useMessages(reportMessages);
  const address = downloadUrl("GET /stats/campaigns/{campaign_id}/recipients", {
    params: { campaign_id: campaignId },
    query: { format: "csv" },
  });
  return (
    <Button
      variant="default"
      component="a"
      href={address}
      download={`campaign-${campaignId}.csv`}
      leftSection={<IconDownload size={16} />}
    >
      {t.export}
    </Button>
  );
}

const refresh = ["GET /campaigns", "GET /campaigns/{campaign_id}", "GET /campaigns/{campaign_id}/history"] as const;

/** What the status allows: pause, resume, cancel; a copy; back to draft while nothing was sent. */
function Actions({ campaign }: { campaign: Campaign }) {
  const t = useMessages(detailMessages);
  const messages = useMessages(campaignsMessages);
  const toast = useToasts();
  const groups = useMessages(groupMessages);
  const can = useCan();
  const duplicate = useDuplicate();
  const [open, setOpen] = useState<"resume" | "cancel" | "resend">();
  const close = () => setOpen(undefined);
  const done = (message: string) => () => {
    toast.done(message);
    close();
  };
  const onFailed = (error: unknown) => toast.failed(error);
  const pause = useChange("POST /campaigns/{campaign_id}/pause", { refresh, onDone: done(t.paused), onFailed });
  const resume = useChange("POST /campaigns/{campaign_id}/resume", { refresh, onDone: done(t.resumed), onFailed });
  const cancel = useChange("POST /campaigns/{campaign_id}/cancel", { refresh, onDone: done(t.cancelled), onFailed });
  const toDraft = useChange("POST /campaigns/{campaign_id}/draft", {
    refresh,
    onDone: done(messages.backToDraftDone),
    onFailed,
  });
  const { status, progress, recipients } = campaign;
  const params = { campaign_id: campaign.id };
  const waiting = status === "scheduled" ? (recipients ?? 0) : progress.waiting;
  const isOver = status === "completed" || status === "cancelled";
  return (
    <>
      {(status === "paused" || status === "scheduled") && (
        <Button variant="default" leftSection={<IconX size={16} />} onClick={() => setOpen("cancel")}>
          {t.cancel}
        </Button>
      )}
      {(status === "sending" || status === "scheduled") && (
        <Button
          variant="default"
          leftSection={<IconPlayerPause size={16} />}
          loading={pause.isPending}
          onClick={() => pause.mutate({ params })}
        >
          {t.pause}
        </Button>
      )}
      {status === "paused" && (
        <Button leftSection={<IconPlayerPlay size={16} />} onClick={() => setOpen("resume")}>
          {t.resume}
        </Button>
      )}
      {status === "cancelled" && progress.sent === 0 && (
        <Button
          variant="default"
          leftSection={<IconPencil size={16} />}
          loading={toDraft.isPending}
          onClick={() => toDraft.mutate({ params })}
        >
          {messages.backToDraft}
        </Button>
      )}
      {status === "completed" && can("contacts", "full") && (
        <Button variant="default" leftSection={<IconSend size={16} />} onClick={() => setOpen("resend")}>
          {groups.resend}
        </Button>
      )}
      {isOver && (
        <Button variant="default" leftSection={<IconCopy size={16} />} onClick={() => duplicate(campaign.id)}>
          {messages.duplicate}
        </Button>
      )}
      <ResendDialog campaign={campaign} isOpen={open === "resend"} onClose={close} />
      <ConfirmDialog
        isOpen={open === "resume"}
        onClose={close}
        title={t.resumeTitle(waiting)}
        action={t.resume}
        typed={waiting}
        isBusy={resume.isPending}
        onConfirm={() => resume.mutate({ params })}
      >
        {t.resumeText}
      </ConfirmDialog>
      <ConfirmDialog
        isOpen={open === "cancel"}
        onClose={close}
        title={t.cancelTitle(waiting)}
        action={t.cancel}
        typed={waiting}
        isDestructive
        isBusy={cancel.isPending}
        onConfirm={() => cancel.mutate({ params })}
      >
        {t.cancelText}
      </ConfirmDialog>
    </>
  );
}
