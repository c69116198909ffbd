import { ActionIcon, Button, TextInput } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { useState } from "react";
import type { OutputOf } from "../../../api/operations.ts";
import { read, useChange } from "../../../api/queries.ts";
import { useFormats, useMessages } from "../../../i18n/messages.tsx";
import { FormDialog } from "../../../ui/dialog/form-dialog.tsx";
import { Card } from "../../../ui/display/card.tsx";
import { DialogForm } from "../../../ui/form/dialog-form.tsx";
import { LanguageField } from "../../../ui/form/place-fields.tsx";
import { useApiForm } from "../../../ui/form/use-api-form.ts";
import { IconPlus, IconTrash } from "../../../ui/icons.ts";
import { Failure, Notice } from "../../../ui/state/failure.tsx";
import { useToasts } from "../../../ui/state/toasts.tsx";
import type { Campaign } from "../appearance.ts";
import { wizardMessages } from "./wizard-messages.ts";
import classes from "./wizard.module.css";

type Variant = OutputOf<"GET /campaigns/{campaign_id}/variants">["items"][number];

const refresh = ["GET /campaigns/{campaign_id}", "GET /campaigns/{campaign_id}/variants"] as const;

/** The e-mail in other languages: subject and preheader of each; contacts get the one of their language. */
export function LanguageVariants({ campaign }: { campaign: Campaign }) {
  const t = useMessages(wizardMessages);
  const [isAdding, setAdding] = useState(false);
  const params = { campaign_id: campaign.id };
  const { data, error, refetch } = useQuery(read("GET /campaigns/{campaign_id}/variants", { params }));
  const toast = useToasts();
  const set = useChange("PUT /campaigns/{campaign_id}/variants", {
    refresh,
    onFailed: (failure) => toast.failed(failure),
  });
  const variants = data?.items ?? [];
  const replace = (next: readonly Pick<Variant, "language" | "subject" | "preheader">[]) =>
    set.mutate({
      params,
      body: { variants: next.map(({ language, subject, preheader }) => ({ language, subject, preheader })) },
    });
  return (
    <Card
      title={t.languages}
      flush
      aside={
        <Button variant="subtle" size="xs" leftSection={<IconPlus size={15} />} onClick={() => setAdding(true)}>
          {t.addLanguage}
        </Button>
      }
    >
      {error !== null && <Failure error={error} what={t.languages} onRetry={() => void refetch()} />}
      {data?.items.length === 0 && <Notice title={t.noLanguages} text={t.languagesHint} />}
      <ul className={classes["languages"]}>
        {variants.map((variant) => (
          <VariantRow
            key={variant.id}
            campaignId={campaign.id}
            variant={variant}
            onChange={(changed) =>
              replace(variants.map((one) => (one.id === variant.id ? { ...one, ...changed } : one)))
            }
            onRemove={() => replace(variants.filter(({ id }) => id !== variant.id))}
          />
        ))}
      </ul>
      <FormDialog isOpen={isAdding} onClose={() => setAdding(false)} title={t.addLanguage}>
        <AddLanguage campaignId={campaign.id} onClose={() => setAdding(false)} />
      </FormDialog>
    </Card>
  );
}

type VariantText = Pick<Variant, "subject" | "preheader">;

function VariantRow({
  campaignId,
  variant,
  onChange,
  onRemove,
}: {
  campaignId: string;
  variant: Variant;
  onChange: (changed: VariantText) => void;
  onRemove: () => void;
}) {
  const t = useMessages(wizardMessages);
  const { language } = useFormats();
  const [text, setText] = useState<VariantText>({ subject: variant.subject, preheader: variant.preheader });
  const name = new Intl.DisplayNames(language, { type: "language" }).of(variant.language) ?? variant.language;
  const saveChanged = () => {
    if (text.subject !== variant.subject || text.preheader !== variant.preheader) onChange(text);
  };
  return (
    <li>
      <span>{name}</span>
      <div>
        <TextInput
          aria-label={`${t.subject}, ${name}`}
          placeholder={t.subject}
          value={text.subject}
          maxLength={500}
          onChange={(event) => setText({ ...text, subject: event.currentTarget.value })}
          onBlur={saveChanged}
        />
      </div>
      <div>
        <TextInput
          aria-label={`${t.preheader}, ${name}`}
          placeholder={t.preheader}
          value={text.preheader}
          maxLength={500}
          onChange={(event) => setText({ ...text, preheader: event.currentTarget.value })}
          onBlur={saveChanged}
        />
      </div>
      <Link
        to="/campaigns/$campaignId/content"
        params={{ campaignId }}
        search={{ variant: variant.id }}
        className={classes["link"]}
      >
        {t.languageContent}
      </Link>
      <ActionIcon aria-label={t.removeLanguage(name)} onClick={onRemove}>
        <IconTrash size={16} />
      </ActionIcon>
    </li>
  );
}

function AddLanguage({ campaignId, onClose }: { campaignId: string; onClose: () => void }) {
  const t = useMessages(wizardMessages);
  const add = useChange("POST /campaigns/{campaign_id}/variants", { refresh });
  const form = useApiForm({
    initial: { language: "" },
    messages: { "conflict language": t.languageTaken, "conflict limit": t.languageLimit },
    fields: { "conflict limit": "language" },
    send: async ({ language }) => {
      await add.mutateAsync({ params: { campaign_id: campaignId }, body: { language } });
      onClose();
    },
  });
  return (
    <DialogForm form={form} submit={t.addLanguage} onClose={onClose}>
      <LanguageField form={form} name="language" label={t.language} hint={t.languagesHint} />
    </DialogForm>
  );
}
