import { Button } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { asFailure, type ApiFailure } from "../../api/api-failure.ts";
import { read } from "../../api/queries.ts";
import { useMessages } from "../../i18n/messages.tsx";
import { DialogFoot, FormDialog } from "../../ui/dialog/form-dialog.tsx";
import { IconFlask } from "../../ui/icons.ts";
import { Rejection } from "../../ui/state/rejection.tsx";
import { useToasts } from "../../ui/state/toasts.tsx";
import { Waiting } from "../../ui/state/waiting.tsx";
import { uiMessages } from "../../ui/messages.ts";
import type { EmailStore } from "../email-store.ts";
import { TestAddresses } from "./test-addresses.tsx";
import { testLimitErrors, testLimitMessages } from "./test-limits.ts";
import { testMessages } from "./test-messages.ts";
import classes from "./dialogs.module.css";

type Props = Pick<EmailStore, "sendTest"> & {
  /** The test shows what is saved. */
  readonly saveFirst?: () => Promise<void>;
  readonly note?: string | undefined;
  readonly onClose: () => void;
};

/** Sends the e-mail to some of the company's test addresses. */
export function TestDialog({ isOpen, ...props }: Props & { isOpen: boolean }) {
  const t = useMessages(testMessages);
  return (
    <FormDialog isOpen={isOpen} onClose={props.onClose} title={t.title}>
      <TestForm {...props} />
    </FormDialog>
  );
}

function TestForm({ sendTest, saveFirst, note, onClose }: Props) {
  const t = useMessages(testMessages);
  const ui = useMessages(uiMessages);
  const limits = useMessages(testLimitMessages);
  const toast = useToasts();
  const { data, error, refetch } = useQuery(read("GET /test-recipients"));
  const [skipped, setSkipped] = useState<ReadonlySet<string>>(new Set());
  const [failure, setFailure] = useState<ApiFailure>();
  const [isBusy, setBusy] = useState(false);
  if (data === undefined) return <Waiting error={error} onRetry={refetch} />;
  const chosen = data.emails.filter((email) => !skipped.has(email));
  const toggle = (email: string) => {
    const next = new Set(skipped);
    if (!next.delete(email)) next.add(email);
    setSkipped(next);
  };
  const send = async () => {
    setBusy(true);
    setFailure(undefined);
    try {
      await saveFirst?.();
      const { emails, leftOut, remaining } = await sendTest(chosen);
      toast.done(leftOut.length === 0 ? t.sent(emails.length, remaining) : t.sentSome(emails.length, leftOut.length));
      onClose();
    } catch (problem) {
      setFailure(asFailure(problem));
    } finally {
      setBusy(false);
    }
  };
  return (
    <>
      <p className={classes["text"]}>{t.text}</p>
      {note !== undefined && <p className={classes["text"]}>{note}</p>}
      <TestAddresses emails={data.emails} skipped={skipped} onToggle={toggle} />
      <Rejection
        error={failure}
        messages={{
          "rate_limited test-emails": t.limit,
          ...testLimitErrors(limits),
          "unavailable mail": t.noMail,
          "validation emails": t.notTestAddress,
        }}
      />
      <DialogFoot>
        <Button variant="default" onClick={onClose} data-autofocus>
          {ui.cancel}
        </Button>
        <Button
          leftSection={<IconFlask size={16} />}
          loading={isBusy}
          disabled={chosen.length === 0}
          onClick={() => void send()}
        >
          {t.send(chosen.length)}
        </Button>
      </DialogFoot>
    </>
  );
}
