import { Button, FileInput } from "@mantine/core";
import { useNavigate } from "@tanstack/react-router";
import { useState } from "react";
import { useChange } from "../../../api/queries.ts";
import { useMessages } from "../../../i18n/messages.tsx";
import { ConfirmDialog } from "../../../ui/dialog/confirm-dialog.tsx";
import { DialogFoot, FormDialog } from "../../../ui/dialog/form-dialog.tsx";
import { Callout } from "../../../ui/display/callout.tsx";
import { IconRefresh, IconUpload } from "../../../ui/icons.ts";
import { removeAction, RowMenu } from "../../../ui/display/row-menu.tsx";
import { useToasts } from "../../../ui/state/toasts.tsx";
import { uiMessages } from "../../../ui/messages.ts";
import { isBusy, type Feed } from "./appearance.ts";
import { feedsMessages } from "./messages.ts";

const refresh = ["GET /feeds", "GET /feeds/{feed_id}", "GET /feeds/{feed_id}/items"] as const;

export function FeedActions({ feed }: { feed: Feed }) {
  const ui = useMessages(uiMessages);
  const t = useMessages(feedsMessages);
  const toast = useToasts();
  const navigate = useNavigate();
  const [open, setOpen] = useState<"upload" | "remove">();
  const close = () => setOpen(undefined);
  const params = { feed_id: feed.id };
  const load = useChange("POST /feeds/{feed_id}/refresh", {
    refresh,
    onDone: () => toast.done(t.refreshing),
    onFailed: (error) => toast.failed(error, error.is("conflict status") ? t.busy : undefined),
  });
  const remove = useChange("DELETE /feeds/{feed_id}", {
    refresh: ["GET /feeds"],
    onDone: () => {
      toast.done(t.removed);
      void navigate({ to: "/shop/feeds" });
    },
    onFailed: (error) => toast.failed(error, error.is("conflict used") ? t.usedByEmail : undefined),
  });
  return (
    <>
      {feed.url === null ? (
        <Button leftSection={<IconUpload size={16} />} onClick={() => setOpen("upload")}>
          {t.upload}
        </Button>
      ) : (
        <Button
          leftSection={<IconRefresh size={16} />}
          loading={load.isPending || isBusy(feed)}
          onClick={() => load.mutate({ params })}
        >
          {t.refresh}
        </Button>
      )}
      <RowMenu
        isInHead
        label={ui.more}
        actions={[
          { label: t.upload, icon: <IconUpload size={16} />, onClick: () => setOpen("upload") },
          removeAction(t.remove, () => setOpen("remove")),
        ]}
      />
      <FormDialog isOpen={open === "upload"} onClose={close} title={t.upload}>
        <UploadForm feedId={feed.id} onClose={close} />
      </FormDialog>
      <ConfirmDialog
        isOpen={open === "remove"}
        onClose={close}
        title={t.removeTitle(feed.name)}
        action={t.remove}
        typed={feed.name}
        isDestructive
        isBusy={remove.isPending}
        onConfirm={() => remove.mutate({ params })}
      >
        {t.removeText(feed.items)}
      </ConfirmDialog>
    </>
  );
}

function UploadForm({ feedId, onClose }: { feedId: string; onClose: () => void }) {
  const ui = useMessages(uiMessages);
  const t = useMessages(feedsMessages);
  const toast = useToasts();
  const [file, setFile] = useState<File | null>(null);
  const upload = useChange("POST /feeds/{feed_id}/import", {
    refresh,
    onDone: () => {
      toast.done(t.refreshing);
      onClose();
    },
  });
  const send = (chosen: File) => {
    const form = new FormData();
    form.set("file", chosen);
    upload.mutate({ params: { feed_id: feedId }, form });
  };
  return (
    <>
      <FileInput label={t.uploadLabel} value={file} onChange={setFile} data-autofocus />
      {upload.error !== null && <Callout tone="bad">{t.uploadInvalid}</Callout>}
      <DialogFoot>
        <Button variant="default" onClick={onClose}>
          {ui.cancel}
        </Button>
        <Button disabled={file === null} loading={upload.isPending} onClick={() => file !== null && send(file)}>
          {t.upload}
        </Button>
      </DialogFoot>
    </>
  );
}
