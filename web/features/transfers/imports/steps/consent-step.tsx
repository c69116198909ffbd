import { Button, MultiSelect, Radio, Select, Stack, Switch } from "@mantine/core";
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
          <CountsCard preview={preview} draft={draft} />
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
  const { consentWeak = false } = draft.options;
  const proof = draft.consentConfirmed ? (consentWeak ? "some" : "all") : null;
  const setProof = (chosen: "all" | "some") =>
    change({
      consentConfirmed: true,
      // Asked for by exports of subscribers without a column of consents: the same statement.
      subscribersConfirmed: true,
      options: { ...draft.options, consentWeak: chosen === "some" },
    });
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
        <Radio.Group
          label={t.proof}
          description={proof === null ? t.proofNeeded : undefined}
          value={proof}
          onChange={(value) => setProof(choiceOf(t.proofs, value) ?? "all")}
        >
          <Stack gap={12} mt={8}>
            {(["all", "some"] as const).map((key) => (
              <Radio key={key} value={key} label={t.proofs[key]} description={t.proofHints[key]} />
            ))}
          </Stack>
        </Radio.Group>
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
          description={t.emptyOverwritesHint}
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
