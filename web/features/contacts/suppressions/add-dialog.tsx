import { Button, Progress, Textarea, TextInput } from "@mantine/core";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { asFailure } from "../../../api/api-failure.ts";
import { call } from "../../../api/client.ts";
import { toQueryKey } from "../../../api/queries.ts";
import { useMessages } from "../../../i18n/messages.tsx";
import { DialogFoot, FormDialog } from "../../../ui/dialog/form-dialog.tsx";
import { useUnsavedInput } from "../../../ui/dialog/unsaved-input.ts";
import { Callout } from "../../../ui/display/callout.tsx";
import { choiceOf } from "../../../ui/grid/use-grid.ts";
import { Rejection } from "../../../ui/state/rejection.tsx";
import { useToasts } from "../../../ui/state/toasts.tsx";
import { uiMessages } from "../../../ui/messages.ts";
import { suppressionsMessages } from "./messages.ts";
import classes from "./suppressions.module.css";

type RejectedAddress = { readonly email: string; readonly why: string };

const maxAddresses = 200;
const addressesIn = (text: string): string[] => [...new Set(text.split(/[\s,;]+/).filter(Boolean))];

export function AddSuppressionsDialog({ isOpen, onClose }: { isOpen: boolean; onClose: () => void }) {
  const { form: t } = useMessages(suppressionsMessages);
  return (
    <FormDialog isOpen={isOpen} onClose={onClose} title={t.title}>
      <AddSuppressions onClose={onClose} />
    </FormDialog>
  );
}

function AddSuppressions({ onClose }: { onClose: () => void }) {
  const ui = useMessages(uiMessages);
  const { form: t } = useMessages(suppressionsMessages);
  const [text, setText] = useState("");
  const [detail, setDetail] = useState("");
  const emails = addressesIn(text);
  const { add, done, refused, sent } = useAddMany(detail, onClose);
  // Addresses that were sent are blocked or listed with the reason, so closing the dialog loses none of them.
  useUnsavedInput(emails.length === 0 ? detail !== "" : emails.some((email) => !sent.includes(email)));
  const isTooMany = emails.length > maxAddresses;
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        if (emails.length > 0 && !isTooMany) add.mutate(emails);
      }}
    >
      <Textarea
        label={t.emails}
        description={t.hint}
        error={isTooMany ? t.tooMany(emails.length) : undefined}
        value={text}
        onChange={(event) => setText(event.currentTarget.value)}
        rows={5}
        data-autofocus
      />
      <TextInput
        mt={14}
        label={
          <>
            {t.detail} <span>{ui.optional}</span>
          </>
        }
        value={detail}
        onChange={(event) => setDetail(event.currentTarget.value)}
        maxLength={500}
      />
      {add.isPending && emails.length > 1 && (
        <Progress
          mt={14}
          value={(100 * done) / Math.max(1, emails.length)}
          aria-label={t.progress(done, emails.length)}
        />
      )}
      {refused.length > 0 && <RejectedAddresses refused={refused} />}
      <Rejection error={add.error} />
      <DialogFoot>
        <Button variant="default" onClick={onClose}>
          {ui.cancel}
        </Button>
        <Button type="submit" loading={add.isPending} disabled={emails.length === 0 || isTooMany}>
          {t.doing(emails.length)}
        </Button>
      </DialogFoot>
    </form>
  );
}

function RejectedAddresses({ refused }: { refused: readonly RejectedAddress[] }) {
  const { form: t } = useMessages(suppressionsMessages);
  return (
    <Callout tone="warn">
      {t.refused(refused.length)}
      <ul className={classes["refused"]}>
        {refused.map(({ email, why }) => (
          <li key={email}>
            <b>{email}</b> {why}
          </li>
        ))}
      </ul>
    </Callout>
  );
}

/** The API takes one address at a time; refused ones are listed with the reason, the others stay added. */
function useAddMany(detail: string, onClose: () => void) {
  const { form: t } = useMessages(suppressionsMessages);
  const toast = useToasts();
  const client = useQueryClient();
  const [done, setDone] = useState(0);
  const [refused, setRefused] = useState<readonly RejectedAddress[]>([]);
  const [sent, setSent] = useState<readonly string[]>([]);
  const describeReason = (error: unknown): string => {
    const failure = asFailure(error);
    if (failure.is("validation email")) return t.invalid;
    const reason = failure.is("suppression_locked reason")
      ? choiceOf(t.already, String(failure.params["reason"]))
      : undefined;
    if (reason === undefined) throw failure;
    return t.already[reason];
  };
  const add = useMutation({
    mutationFn: async (emails: readonly string[]) => {
      const failed: RejectedAddress[] = [];
      for (const [index, email] of emails.entries()) {
        const body = { email, detail: detail.trim() === "" ? null : detail.trim() };
        await call("POST /suppressions", { body }).catch((error: unknown) =>
          failed.push({ email, why: describeReason(error) }),
        );
        setDone(index + 1);
      }
      return { failed, added: emails.length - failed.length };
    },
    onSuccess: ({ failed, added }, emails) => {
      setSent(emails);
      setRefused(failed);
      if (added > 0) toast.done(t.added(added));
      if (failed.length === 0) onClose();
    },
    onSettled: () =>
      Promise.all(
        (["GET /suppressions", "GET /contacts"] as const).map((name) =>
          client.invalidateQueries({ queryKey: toQueryKey(name) }),
        ),
      ),
  });
  return { add, done, refused, sent };
}
