import { Button } from "@mantine/core";
import { Link } from "@tanstack/react-router";
import { useState } from "react";
import { useChange } from "../../../api/queries.ts";
import { useCan } from "../../../api/session.tsx";
import { useWords } from "../../../i18n/words.tsx";
import { ConfirmDialog } from "../../../ui/dialog/confirm-dialog.tsx";
import { DialogFoot, FormDialog } from "../../../ui/dialog/form-dialog.tsx";
import { Callout } from "../../../ui/display/callout.tsx";
import { IconInfoCircle } from "../../../ui/icons.ts";
import { useToasts } from "../../../ui/state/toasts.tsx";
import type { Campaign } from "../looks.ts";
import { detailWords } from "./detail-words.ts";
import classes from "./unknown-callout.module.css";

/** Messages with an unknown outcome; a member decides whether they count as sent. */
export function UnknownCallout({ campaign }: { campaign: Campaign }) {
  const t = useWords(detailWords);
  const can = useCan();
  const [open, setOpen] = useState<"choose" | "send">();
  const { id, unknown, status } = campaign;
  return (
    <Callout tone="plum" icon={<IconInfoCircle size={18} />}>
      <b>{t.unknownTitle(unknown)}</b> {t.unknownText}
      <div className={classes["actions"]}>
        <Button
          variant="default"
          size="xs"
          renderRoot={(props) => (
            <Link
              to="/campaigns/$campaignId"
              params={{ campaignId: id }}
              search={{ tab: "recipients", state: "unknown" }}
              {...props}
            />
          )}
        >
          {t.unknownShow(unknown)}
        </Button>
        {can("campaigns", "full") && (
          <Button variant="default" size="xs" onClick={() => setOpen("choose")}>
            {t.unknownDecide}
          </Button>
        )}
      </div>
      <DecisionDialogs
        campaign={campaign}
        open={open}
        canSendAgain={status !== "cancelled"}
        onOpen={setOpen}
        onClose={() => setOpen(undefined)}
      />
    </Callout>
  );
}

type DialogProps = {
  readonly campaign: Campaign;
  readonly open: "choose" | "send" | undefined;
  readonly canSendAgain: boolean;
  readonly onOpen: (dialog: "send") => void;
  readonly onClose: () => void;
};

function DecisionDialogs({ campaign: { id, unknown }, open, canSendAgain, onOpen, onClose }: DialogProps) {
  const t = useWords(detailWords);
  const toast = useToasts();
  const decide = useChange("POST /campaigns/{campaign_id}/unknown", {
    refresh: ["GET /campaigns/{campaign_id}", "GET /stats/campaigns/{campaign_id}/recipients"],
    onDone: ({ messages }) => {
      toast.done(t.decided(messages));
      onClose();
    },
    onFailed: (error) => toast.failed(error),
  });
  const params = { campaign_id: id };
  return (
    <>
      <FormDialog isOpen={open === "choose"} onClose={onClose} title={t.unknownDialog}>
        <div className={classes["choices"]}>
          <p>
            <b>{t.markSent}.</b> {t.markSentText}
          </p>
          {canSendAgain && (
            <p>
              <b>{t.sendAgain(unknown)}.</b> {t.sendAgainText}
            </p>
          )}
        </div>
        <DialogFoot>
          {canSendAgain && (
            <Button variant="default" onClick={() => onOpen("send")}>
              {t.sendAgain(unknown)}…
            </Button>
          )}
          <Button
            loading={decide.isPending}
            onClick={() => decide.mutate({ params, body: { decision: "mark_sent" } })}
            data-autofocus
          >
            {t.markSent}
          </Button>
        </DialogFoot>
      </FormDialog>
      <ConfirmDialog
        isOpen={open === "send"}
        onClose={onClose}
        title={t.sendAgain(unknown)}
        action={t.sendAgain(unknown)}
        typed={unknown}
        isDestructive
        isBusy={decide.isPending}
        onConfirm={() => decide.mutate({ params, body: { decision: "send_again" } })}
      >
        {t.sendAgainText}
      </ConfirmDialog>
    </>
  );
}
