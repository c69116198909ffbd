import { Select, Switch, TagsInput, TextInput } from "@mantine/core";
import { useDebouncedValue } from "@mantine/hooks";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { read } from "../../../api/queries.ts";
import { requestPreview } from "../../../editor/saving/use-preview.ts";
import { useTagInsertion } from "../../../editor/tags/use-tag-insertion.tsx";
import { useMessages } from "../../../i18n/messages.tsx";
import { Card, CardStack, TwoColumns } from "../../../ui/display/card.tsx";
import { PageLink } from "../../../ui/display/page-link.tsx";
import { uiMessages } from "../../../ui/messages.ts";
import { useReadableText } from "../../../ui/names/merge-tags.ts";
import { ContactSelect, type Contact } from "../../../ui/people/contact-select.tsx";
import type { Campaign } from "../appearance.ts";
import type { CampaignChange } from "./autosave.ts";
import { LanguageVariants } from "./language-variants.tsx";
import type { StepProps } from "./steps.ts";
import { wizardMessages } from "./wizard-messages.ts";
import classes from "./wizard.module.css";

const utmNames = ["source", "medium", "campaign", "term", "content"] as const;

export function SubjectStep({ campaign, autosave, foot }: StepProps) {
  const t = useMessages(wizardMessages);
  const [values, setValues] = useState<Settings>(() => settingsOf(campaign));
  const change = (changes: Partial<Settings>) => {
    setValues({ ...values, ...changes });
    autosave.save(changes);
  };
  const field = autosave.failure?.field;
  return (
    <TwoColumns
      main={
        <CardStack>
          <Card title={t.envelope}>
            <Envelope campaign={campaign} values={values} change={change} field={field} />
          </Card>
          <LanguageVariants campaign={campaign} />
          {foot}
        </CardStack>
      }
      side={
        <CardStack>
          <Inbox campaign={campaign} values={values} />
          <Measuring values={values} change={change} />
        </CardStack>
      }
    />
  );
}

type Settings = Pick<
  Campaign,
  "senderId" | "fromName" | "subject" | "preheader" | "replyTo" | "trackOpens" | "trackClicks" | "utm" | "tags"
>;

const settingsOf = (campaign: Campaign): Settings => {
  const { senderId, fromName, subject, preheader, replyTo, trackOpens, trackClicks, utm, tags } = campaign;
  return { senderId, fromName, subject, preheader, replyTo, trackOpens, trackClicks, utm, tags };
};

type PartProps = { readonly values: Settings; readonly change: (changes: Partial<Settings> & CampaignChange) => void };

function Envelope({ campaign, values, change, field }: PartProps & { campaign: Campaign; field: string | undefined }) {
  const t = useMessages(wizardMessages);
  const ui = useMessages(uiMessages);
  const { data: senders } = useQuery(read("GET /senders", { query: { shop: campaign.shopId } }));
  const chosen = senders?.items.find(({ id }) => id === values.senderId);
  const isEmpty = senders?.items.length === 0;
  const errorAt = (name: string) => (field === name ? ui.invalid.value : undefined);
  const subjectTags = useTagInsertion(t.subject, values.subject, (subject) => change({ subject }));
  const preheaderTags = useTagInsertion(t.preheader, values.preheader, (preheader) => change({ preheader }));
  return (
    <div className={classes["fields"]}>
      <Select
        label={t.sender}
        description={isEmpty ? <NoSenders /> : t.senderHint}
        data={(senders?.items ?? []).map(({ id, name, email }) => ({ value: id, label: `${name} <${email}>` }))}
        value={values.senderId}
        onChange={(senderId) => change({ senderId })}
        error={errorAt("senderId")}
        allowDeselect={false}
        searchable
      />
      <div className={classes["pair"]}>
        <TextInput
          label={t.fromName}
          placeholder={chosen?.name ?? ""}
          value={values.fromName}
          maxLength={200}
          onChange={(event) => change({ fromName: event.currentTarget.value })}
        />
        <Select
          label={t.replyTo}
          data={[
            { value: "", label: t.replyToSender },
            ...campaign.replyToOptions.map((email) => ({ value: email, label: email })),
          ]}
          value={values.replyTo}
          onChange={(replyTo) => change({ replyTo: replyTo ?? "" })}
          error={errorAt("replyTo")}
          allowDeselect={false}
        />
      </div>
      <TextInput
        {...subjectTags}
        label={t.subject}
        description={t.subjectHint}
        value={values.subject}
        maxLength={500}
        error={errorAt("subject")}
        onChange={(event) => change({ subject: event.currentTarget.value })}
        inputWrapperOrder={["label", "description", "input", "error"]}
      />
      <TextInput
        {...preheaderTags}
        label={t.preheader}
        description={t.preheaderHint}
        value={values.preheader}
        maxLength={500}
        onChange={(event) => change({ preheader: event.currentTarget.value })}
      />
    </div>
  );
}

function NoSenders() {
  const t = useMessages(wizardMessages);
  return (
    <>
      {t.noSenders} <PageLink path="/deliverability">{t.addSender}</PageLink>
    </>
  );
}

/** The line of the mailbox, as wide as on a phone; for a chosen contact with their data. */
function Inbox({ campaign, values }: { campaign: Campaign; values: Settings }) {
  const t = useMessages(wizardMessages);
  const readable = useReadableText();
  const [reader, setReader] = useState<Contact>();
  const [settled] = useDebouncedValue(values, 250);
  const { shopId, footerId } = campaign;
  const { data: filled } = useQuery({
    ...requestPreview({
      kind: "html",
      html: "",
      subject: settled.subject,
      preheader: settled.preheader,
      shopId,
      footerId,
      contactId: reader?.id ?? null,
    }),
    enabled: reader !== undefined,
    placeholderData: keepPreviousData,
  });
  const shown =
    reader === undefined || filled === undefined
      ? { subject: readable(values.subject), preheader: readable(values.preheader) }
      : filled;
  const name = values.fromName === "" ? (campaign.sender?.name ?? t.sender) : values.fromName;
  const length = values.subject.length;
  return (
    <Card title={t.inbox} aside={length === 0 ? undefined : t.length(length)}>
      <ContactSelect
        label={t.inboxFor}
        placeholder={t.inboxFor}
        value={reader}
        onChange={setReader}
        clearable
        clearButtonProps={{ "aria-label": t.inboxForNobody }}
      />
      <div className={classes["inbox"]}>
        <i aria-hidden="true">{name.slice(0, 1).toUpperCase()}</i>
        <b>{name}</b>
        <small>{t.now}</small>
        <p>
          <b>{shown.subject === "" ? t.noSubject : shown.subject}</b>
        </p>
        <p>{shown.preheader === "" ? t.noPreheader : shown.preheader}</p>
      </div>
    </Card>
  );
}

function Measuring({ values, change }: PartProps) {
  const t = useMessages(wizardMessages);
  const utm = values.utm ?? {};
  return (
    <Card title={t.tracking}>
      <div className={classes["switches"]}>
        <Switch
          label={t.trackOpens}
          checked={values.trackOpens}
          onChange={(event) => change({ trackOpens: event.currentTarget.checked })}
        />
        <Switch
          label={t.trackClicks}
          checked={values.trackClicks}
          onChange={(event) => change({ trackClicks: event.currentTarget.checked })}
        />
        <Switch
          label={t.utm}
          description={t.utmHint}
          checked={values.utm !== null}
          onChange={(event) =>
            change({ utm: event.currentTarget.checked ? { source: "newsletter", medium: "email" } : null })
          }
        />
        {values.utm !== null &&
          utmNames.map((name) => (
            <TextInput
              key={name}
              label={t.utmFields[name]}
              value={utm[name] ?? ""}
              maxLength={200}
              onChange={(event) => change({ utm: { ...utm, [name]: event.currentTarget.value } })}
            />
          ))}
        <TagsInput label={t.tags} description={t.tagsHint} value={values.tags} onChange={(tags) => change({ tags })} />
      </div>
    </Card>
  );
}
