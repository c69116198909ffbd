import { Button, Checkbox, Select, Stack } from "@mantine/core";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { read, useChange } from "../../../api/queries.ts";
import { testLimitErrors, testLimitMessages } from "../../../editor/dialogs/test-limits.ts";
import { useMessages } from "../../../i18n/messages.tsx";
import { DialogFoot, FormDialog } from "../../../ui/dialog/form-dialog.tsx";
import { Callout } from "../../../ui/display/callout.tsx";
import { PageLink } from "../../../ui/display/page-link.tsx";
import { IconFlask } from "../../../ui/icons.ts";
import { Rejection } from "../../../ui/state/rejection.tsx";
import { useToasts } from "../../../ui/state/toasts.tsx";
import { Waiting } from "../../../ui/state/waiting.tsx";
import { uiMessages } from "../../../ui/messages.ts";
import { checkOperation } from "./review/checks.ts";
import type { StepProps } from "./steps.ts";
import { testMessages } from "./test-messages.ts";

type Props = Pick<StepProps, "campaign" | "autosave">;

export function TestEmailButton({ campaign, autosave }: Props) {
  const t = useMessages(testMessages);
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button
        variant="default"
        leftSection={<IconFlask size={16} />}
        onClick={() => void autosave.flush().then(() => setOpen(true))}
      >
        {t.send}
      </Button>
      <FormDialog isOpen={isOpen} onClose={() => setOpen(false)} title={t.title}>
        <TestForm campaign={campaign} onClose={() => setOpen(false)} />
      </FormDialog>
    </>
  );
}

function TestForm({ campaign, onClose }: Pick<Props, "campaign"> & { onClose: () => void }) {
  const t = useMessages(testMessages);
  const ui = useMessages(uiMessages);
  const limits = useMessages(testLimitMessages);
  const toast = useToasts();
  const client = useQueryClient();
  const { data, error, refetch } = useQuery(read("GET /test-recipients"));
  const [chosen, setChosen] = useState<readonly string[]>();
  const [language, setLanguage] = useState<string | null>(null);
  const send = useChange("POST /campaigns/{campaign_id}/test", {
    onDone: ({ emails, remaining }) => {
      toast.done(t.sent(emails.length, remaining));
      // The review says when a test was sent.
      void client.invalidateQueries({ queryKey: [checkOperation] });
      onClose();
    },
  });
  if (data === undefined) return <Waiting error={error} onRetry={refetch} />;
  const emails = chosen ?? data.emails;
  if (data.emails.length === 0)
    return (
      <Callout tone="warn">
        {t.none} <PageLink path="/deliverability">{t.add}</PageLink>
      </Callout>
    );
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        send.mutate({
          params: { campaign_id: campaign.id },
          body: { emails: [...emails], ...(language === null ? {} : { language }) },
        });
      }}
    >
      <Stack gap="sm">
        <Checkbox.Group label={t.to} description={t.hint} value={[...emails]} onChange={setChosen}>
          <Stack gap={10} mt={8}>
            {data.emails.map((email) => (
              <Checkbox key={email} value={email} label={email} />
            ))}
          </Stack>
        </Checkbox.Group>
        {campaign.languages.length > 0 && (
          <Select
            label={t.language}
            placeholder={t.mainLanguage}
            data={campaign.languages}
            value={language}
            onChange={setLanguage}
            clearable
          />
        )}
        <Rejection
          error={send.error}
          messages={{
            "rate_limited test-emails": t.limit,
            ...testLimitErrors(limits),
            "unavailable mail": t.off,
            "validation html": t.broken,
          }}
        />
      </Stack>
      <DialogFoot>
        <Button variant="default" onClick={onClose} data-autofocus>
          {ui.cancel}
        </Button>
        <Button type="submit" loading={send.isPending} disabled={emails.length === 0}>
          {t.sendTo(emails.length)}
        </Button>
      </DialogFoot>
    </form>
  );
}
