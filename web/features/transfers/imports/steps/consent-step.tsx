import { Button, Checkbox, MultiSelect, Radio, Select, Stack, Switch } from "@mantine/core";
import { useMessages } from "../../../../i18n/messages.tsx";
import { useListChoices, usePurposeChoices, useShops } from "../../../../ui/choices/use-choices.ts";
import { Card, CardStack, TwoColumns } from "../../../../ui/display/card.tsx";
import { choiceOf } from "../../../../ui/grid/use-grid.ts";
import { needsConsent } from "../draft.ts";
import { usePreview } from "../preview.ts";
import { startMessages } from "../start-messages.ts";
import { wizardMessages } from "../wizard-messages.ts";
import { CountsCard } from "./counts-card.tsx";
import { KeptTextInput } from "./kept-text-input.tsx";
import type { StepProps } from "./mapping-step.tsx";
import classes from "./steps.module.css";

const modes = ["upsert", "update_only", "unsubscribe", "remove", "blacklist"] as const;

export function ConsentStep(props: StepProps) {
  const { draft, change, onBack, onNext } = props;
  const messages = useMessages(wizardMessages);
  const { consent: t } = useMessages(startMessages);
  const preview = usePreview(draft);
  const isConsented = !needsConsent(draft) || draft.consentConfirmed;
  const lacksList = draft.mode === "remove" && draft.listIds.length === 0;
  return (
    <TwoColumns
      main={
        <CardStack>
          <Card title={t.modeTitle}>
            <Radio.Group
              aria-label={t.modeTitle}
              value={draft.mode}
              onChange={(value) => change({ mode: choiceOf(t.modes, value) ?? "upsert" })}
            >
              <Stack gap={12}>
                {modes.map((mode) => (
                  <Radio key={mode} value={mode} label={t.modes[mode]} description={t.modeHints[mode]} />
                ))}
              </Stack>
            </Radio.Group>
          </Card>
          {draft.mode !== "blacklist" && <ListsCard {...props} lacksList={lacksList} />}
          {needsConsent(draft) && <ConsentCard {...props} />}
          {needsConsent(draft) && <MoreCard {...props} />}
          <div className={classes["foot"]}>
            <Button variant="default" onClick={() => onBack("mapping")}>
              {messages.back}
            </Button>
            <Button disabled={!isConsented || lacksList} onClick={() => onNext("review")}>
              {messages.next}
            </Button>
          </div>
        </CardStack>
      }
      side={
        <>
          <CountsCard preview={preview} />
          {needsConsent(draft) && <WhatHappens />}
        </>
      }
    />
  );
}

function ListsCard({ draft, change, lacksList }: StepProps & { lacksList: boolean }) {
  const { consent: t } = useMessages(startMessages);
  const lists = useListChoices({ editable: true });
  const { options: shops } = useShops();
  const shopId = draft.shopId ?? shops[0]?.value ?? null;
  return (
    <Card title={t.listsTitle}>
      <div className={classes["fields"]}>
        <MultiSelect
          label={needsConsent(draft) ? t.lists : t.listsFrom}
          data={lists}
          value={draft.listIds}
          onChange={(listIds) => change({ listIds })}
          placeholder={draft.listIds.length === 0 ? t.listsNone : ""}
          error={lacksList ? t.listNeeded : undefined}
          searchable
          hidePickedOptions
          maw={480}
        />
        {shops.length > 1 && (
          <Select
            label={t.shop}
            data={shops}
            value={shopId}
            onChange={(value) => change({ shopId: value })}
            allowDeselect={false}
            maw={320}
          />
        )}
      </div>
    </Card>
  );
}

function ConsentCard({ draft, change }: StepProps) {
  const { consent: t } = useMessages(startMessages);
  const purposes = usePurposeChoices();
  const hasConsentColumn = draft.kind !== "shoptet_newsletter";
  return (
    <Card title={t.title}>
      <div className={classes["fields"]}>
        <Select
          label={t.purpose}
          data={purposes}
          value={draft.purposeId ?? purposes[0]?.value ?? null}
          onChange={(purposeId) => change({ purposeId })}
          allowDeselect={false}
          maw={320}
        />
        <KeptTextInput
          label={t.source}
          hint={t.sourceHint}
          value={draft.source}
          onKeep={(source) => change({ source })}
          maxLength={500}
        />
        <Checkbox
          label={t.confirm}
          description={draft.consentConfirmed ? undefined : t.confirmNeeded}
          checked={draft.consentConfirmed}
          onChange={(event) => change({ consentConfirmed: event.currentTarget.checked })}
        />
        <Checkbox
          label={t.weak}
          description={t.weakHint}
          checked={draft.options.consentWeak ?? false}
          onChange={(event) => change({ options: { ...draft.options, consentWeak: event.currentTarget.checked } })}
        />
        {!hasConsentColumn && (
          <Checkbox
            label={t.subscribers}
            description={t.subscribersHint}
            checked={draft.subscribersConfirmed}
            onChange={(event) => change({ subscribersConfirmed: event.currentTarget.checked })}
          />
        )}
      </div>
    </Card>
  );
}

function MoreCard({ draft, change }: StepProps) {
  const { consent: t } = useMessages(startMessages);
  return (
    <Card title={t.more}>
      <div className={classes["fields"]}>
        <Switch
          label={t.emptyOverwrites}
          checked={draft.options.emptyOverwrites ?? false}
          onChange={(event) => change({ options: { ...draft.options, emptyOverwrites: event.currentTarget.checked } })}
        />
        <Switch
          label={t.runAutomations}
          description={t.runAutomationsHint}
          checked={draft.runAutomations}
          onChange={(event) => change({ runAutomations: event.currentTarget.checked })}
        />
      </div>
    </Card>
  );
}

function WhatHappens() {
  const {
    consent: { whatTitle, what: t },
  } = useMessages(startMessages);
  return (
    <Card title={whatTitle}>
      <dl className={classes["what"]}>
        <dt>{t.existing}</dt>
        <dd>{t.existingText}</dd>
        <dt>{t.unsubscribed}</dt>
        <dd>{t.unsubscribedText}</dd>
        <dt>{t.duplicates}</dt>
        <dd>{t.duplicatesText}</dd>
        <dt>{t.erased}</dt>
        <dd>{t.erasedText}</dd>
      </dl>
    </Card>
  );
}
