import { Button, Checkbox } from "@mantine/core";
import { useState } from "react";
import { useChange } from "../../../api/queries.ts";
import { useMessages } from "../../../i18n/messages.tsx";
import { DialogFoot } from "../../../ui/dialog/form-dialog.tsx";
import { Callout } from "../../../ui/display/callout.tsx";
import { CopyButton } from "../../../ui/display/copy-button.tsx";
import { SelectField } from "../../../ui/form/choice-fields.tsx";
import { DialogForm } from "../../../ui/form/dialog-form.tsx";
import { useApiForm } from "../../../ui/form/use-api-form.ts";
import { hooksMessages } from "./messages.ts";
import classes from "../sending.module.css";

const providers = ["ses", "postmark"] as const;
type Provider = (typeof providers)[number];

/** The address is a secret: it is shown once. */
export function NewHook({ onClose }: { onClose: () => void }) {
  const t = useMessages(hooksMessages);
  const [url, setUrl] = useState<string>();
  const add = useChange("POST /sending/hooks", { refresh: ["GET /sending/hooks"] });
  const initial: { provider: Provider } = { provider: "ses" };
  const form = useApiForm({
    initial,
    messages: { "conflict limit": t.limit },
    send: async ({ provider }) => setUrl((await add.mutateAsync({ body: { provider } })).url),
  });
  if (url !== undefined) return <SecretUrl url={url} onClose={onClose} />;
  return (
    <DialogForm form={form} submit={t.add} onClose={onClose}>
      <SelectField
        form={form}
        name="provider"
        label={t.provider}
        options={providers.map((provider) => ({ value: provider, label: t.providers[provider] }))}
      />
    </DialogForm>
  );
}

function SecretUrl({ url, onClose }: { url: string; onClose: () => void }) {
  const t = useMessages(hooksMessages);
  const [isKept, setKept] = useState(false);
  return (
    <>
      <span className={classes["value"]}>
        <code>{url}</code>
        <CopyButton text={url} name={t.url} withLabel />
      </span>
      <div className={classes["gap"]}>
        <Callout tone="warn">{t.once}</Callout>
        <Checkbox label={t.kept} checked={isKept} onChange={(event) => setKept(event.currentTarget.checked)} />
      </div>
      <DialogFoot>
        <Button disabled={!isKept} onClick={onClose}>
          {t.done}
        </Button>
      </DialogFoot>
    </>
  );
}
