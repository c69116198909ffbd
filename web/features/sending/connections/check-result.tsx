import { Button } from "@mantine/core";
import { useMessages } from "../../../i18n/messages.tsx";
import { DialogFoot } from "../../../ui/dialog/form-dialog.tsx";
import { Callout } from "../../../ui/display/callout.tsx";
import { Facts } from "../../../ui/display/card.tsx";
import { Status } from "../../../ui/display/status.tsx";
import type { ConnectionCheck } from "./connection.ts";
import { connectionsMessages } from "./messages.ts";
import classes from "../sending.module.css";

/** What the server offers, or why the sign-in failed, in words and as the server said it. */
export function CheckResult({ check, onClose }: { check: ConnectionCheck; onClose: () => void }) {
  const { checked: t, reasons } = useMessages(connectionsMessages);
  const { failure } = check;
  const flag = (has: boolean) => (
    <Status
      appearance={has ? { shape: "tick", tone: "good" } : { shape: "dashed", tone: "mute" }}
      label={has ? t.yes : t.no}
    />
  );
  return (
    <>
      {failure === null ? (
        <Callout tone="good">{t.ok}</Callout>
      ) : (
        <Callout tone="warn">
          <b>{t.failed}.</b> {reasons[failure.reason]}
        </Callout>
      )}
      <div className={classes["gap"]}>
        {failure === null ? (
          <Facts
            items={[
              [t.encrypted, flag(check.encrypted)],
              [t.startTls, flag(check.startTls)],
              [t.pipelining, flag(check.pipelining)],
              [t.chunking, flag(check.chunking)],
              [t.size, check.maxBytes === null ? t.noSize : t.megabytes(check.maxBytes)],
            ]}
          />
        ) : (
          <Facts items={[[t.reply, failure.reply]]} />
        )}
      </div>
      <DialogFoot>
        <Button onClick={onClose}>{t.close}</Button>
      </DialogFoot>
    </>
  );
}
