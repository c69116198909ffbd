import { Button } from "@mantine/core";
import { useState, type ReactNode } from "react";
import { useMessages } from "../../i18n/messages.tsx";
import { ConfirmDialog } from "../dialog/confirm-dialog.tsx";
import { DialogFoot, FormDialog } from "../dialog/form-dialog.tsx";
import { Callout } from "../display/callout.tsx";
import { IconInfoCircle } from "../icons.ts";
import classes from "./unknown-callout.module.css";
import { unknownMessages } from "./messages.ts";

type Props = {
  readonly count: number;
  /** A button that shows the addresses. */
  readonly show: ReactNode;
  readonly canDecide: boolean;
  readonly canSendAgain: boolean;
  readonly isBusy: boolean;
  /** The dialog closes when it is done. */
  readonly onDecide: (decision: "mark_sent" | "send_again") => Promise<unknown>;
};

/** Messages with an unknown outcome; a member decides whether they count as sent. */
export function UnknownCallout({ count, show, canDecide, canSendAgain, isBusy, onDecide }: Props) {
  const t = useMessages(unknownMessages);
  const [open, setOpen] = useState<"choose" | "send">();
  const close = () => setOpen(undefined);
  const decide = (decision: "mark_sent" | "send_again") => void onDecide(decision).then(close, () => undefined);
  return (
    <Callout tone="plum" icon={<IconInfoCircle size={18} />}>
      <b>{t.title(count)}</b> {t.text}
      <div className={classes["actions"]}>
        {show}
        {canDecide && (
          <Button variant="default" size="xs" onClick={() => setOpen("choose")}>
            {t.decide}
          </Button>
        )}
      </div>
      <FormDialog isOpen={open === "choose"} onClose={close} title={t.dialog}>
        <div className={classes["choices"]}>
          <p>
            <b>{t.markSent}.</b> {t.markSentText}
          </p>
          {canSendAgain && (
            <p>
              <b>{t.sendAgain(count)}.</b> {t.sendAgainText}
            </p>
          )}
        </div>
        <DialogFoot>
          {canSendAgain && (
            <Button variant="default" onClick={() => setOpen("send")}>
              {t.sendAgain(count)}…
            </Button>
          )}
          <Button loading={isBusy} onClick={() => decide("mark_sent")} data-autofocus>
            {t.markSent}
          </Button>
        </DialogFoot>
      </FormDialog>
      <ConfirmDialog
        isOpen={open === "send"}
        onClose={close}
        title={t.sendAgain(count)}
        action={t.sendAgain(count)}
        typed={count}
        isDestructive
        isBusy={isBusy}
        onConfirm={() => decide("send_again")}
      >
        {t.sendAgainText}
      </ConfirmDialog>
    </Callout>
  );
}
