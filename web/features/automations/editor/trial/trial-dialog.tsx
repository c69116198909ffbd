import { Button } from "@mantine/core";
import { useState } from "react";
import { useChange } from "../../../../api/queries.ts";
import { useCan } from "../../../../api/session.tsx";
import { useMessages } from "../../../../i18n/messages.tsx";
import { FormDialog } from "../../../../ui/dialog/form-dialog.tsx";
import { DialogForm } from "../../../../ui/form/dialog-form.tsx";
import { TextField } from "../../../../ui/form/text-fields.tsx";
import { useApiForm } from "../../../../ui/form/use-api-form.ts";
import { IconFlask } from "../../../../ui/icons.ts";
import { Rejection } from "../../../../ui/state/rejection.tsx";
import { detailMessages } from "../../detail/messages.ts";
import { traceContact } from "../../detail/trace-contact.ts";
import { useAutomationEditor } from "../editor-context.ts";
import { isTrigger } from "../model/grammar.ts";
import { trialMessages } from "../../trial/messages.ts";
import classes from "./trial.module.css";

/** Starts a trial of the saved version, with everybody or with one contact. */
export function TrialButton({ version, isDisabled }: { version: number; isDisabled: boolean }) {
  const t = useMessages(trialMessages);
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button
        variant="default"
        leftSection={<IconFlask size={16} />}
        disabled={isDisabled}
        onClick={() => setOpen(true)}
      >
        {t.open}
      </Button>
      <FormDialog isOpen={isOpen} onClose={() => setOpen(false)} title={t.title}>
        <p className={classes["text"]}>{t.text(version)}</p>
        <WithEverybody onDone={() => setOpen(false)} />
        <WithOne onClose={() => setOpen(false)} />
      </FormDialog>
    </>
  );
}

function WithEverybody({ onDone }: { onDone: () => void }) {
  const t = useMessages(trialMessages);
  const { traceIncomplete } = useMessages(detailMessages);
  const { data, graph, grammar, showTrial } = useAutomationEditor();
  const test = useChange("POST /automations/{automation_id}/test", {
    onDone: (result) => {
      showTrial({ kind: "everybody", result });
      onDone();
    },
  });
  const triggers = graph.nodes.filter((node) => isTrigger(grammar, node));
  const isManual = triggers.every(({ type }) => type === "manual");
  return (
    <div className={classes["choice"]}>
      <h3>{t.everybody}</h3>
      <p className={classes["text"]}>{isManual ? t.manual : t.everybodyText}</p>
      {!isManual && (
        <Button
          variant="default"
          loading={test.isPending}
          onClick={() => test.mutate({ params: { automation_id: data.automation.id }, body: {} })}
        >
          {t.everybodyDo}
        </Button>
      )}
      <Rejection error={test.error} messages={{ "validation graph": traceIncomplete }} />
    </div>
  );
}

function WithOne({ onClose }: { onClose: () => void }) {
  const t = useMessages(trialMessages);
  const detail = useMessages(detailMessages);
  const can = useCan();
  const { data, showTrial } = useAutomationEditor();
  const form = useApiForm({
    initial: { email: "" },
    messages: { "validation graph": detail.traceIncomplete },
    send: async ({ email }) => {
      const steps = await traceContact(data.automation.id, email);
      if (steps === undefined) {
        form.setError("email", { message: detail.traceUnknown }, { shouldFocus: true });
        return;
      }
      showTrial({ kind: "contact", email: email.trim(), steps });
      onClose();
    },
  });
  if (!can("contacts")) return null;
  return (
    <div className={classes["one"]}>
      <DialogForm form={form} submit={detail.traceDo} onClose={onClose}>
        <TextField form={form} name="email" type="email" label={`${t.one}: ${detail.traceEmail}`} />
      </DialogForm>
    </div>
  );
}
