import { Button, TextInput } from "@mantine/core";
import { useNavigate } from "@tanstack/react-router";
import { useState } from "react";
import type { InputOf } from "../../../../api/operations.ts";
import { useChange } from "../../../../api/queries.ts";
import { useFormats, useMessages } from "../../../../i18n/messages.tsx";
import { useListChoices, usePurposeChoices, useShops } from "../../../../ui/choices/use-choices.ts";
import { Card, CardStack, Facts, TwoColumns } from "../../../../ui/display/card.tsx";
import { ReachBar } from "../../../../ui/display/reach-bar.tsx";
import { Loading } from "../../../../ui/state/loading.tsx";
import { Rejection } from "../../../../ui/state/rejection.tsx";
import { uiMessages } from "../../../../ui/messages.ts";
import { contactFieldMessages } from "../../../../ui/names/contact-fields.ts";
import { needsConsent, type Draft } from "../draft.ts";
import { usableRows, useCountParts, usePreview, type ImportPreview } from "../preview.ts";
import { ProblemCards } from "../problems-table.tsx";
import { startMessages } from "../start-messages.ts";
import { wizardMessages } from "../wizard-messages.ts";
import { KeptTextInput } from "./kept-text-input.tsx";
import type { StepProps } from "./mapping-step.tsx";
import { PreviewRejection } from "./preview-rejection.tsx";
import classes from "./steps.module.css";

export function ReviewStep(props: StepProps) {
  const { review: t } = useMessages(startMessages);
  const preview = usePreview(props.draft);
  const { data } = preview;
  return (
    <TwoColumns
      main={
        <CardStack>
          <PreviewRejection error={preview.error} />
          {data === undefined ? (
            <Card flush>{preview.error === null && <Loading lines={6} />}</Card>
          ) : (
            <SummaryCard preview={data} draft={props.draft} />
          )}
          <ProblemCards problems={data?.problems ?? []} rejected={t.problems} leftOut={t.leftOut} />
        </CardStack>
      }
      side={data !== undefined && <StartCard {...props} preview={data} />}
    />
  );
}

function SummaryCard({ preview, draft }: { preview: ImportPreview; draft: Draft }) {
  const { counts } = useMessages(wizardMessages);
  const { review: t, consent } = useMessages(startMessages);
  const { number } = useFormats();
  const names: Readonly<Record<string, string>> = useMessages(contactFieldMessages);
  const lists = useListChoices();
  const purposes = usePurposeChoices();
  const toParts = useCountParts();
  const used = preview.columns.filter(({ target }) => target !== "ignore");
  const purposeId = draft.purposeId ?? purposes[0]?.value;
  const facts: [string, string | undefined][] = [
    [t.facts.mode, consent.modes[draft.mode]],
    [t.facts.file, draft.fileName],
    [t.facts.columns, used.map(({ column, target }) => names[target] ?? column).join(", ")],
    [t.facts.lists, draft.listIds.map((id) => lists.find(({ value }) => value === id)?.label ?? id).join(", ")],
    [t.facts.purpose, needsConsent(draft) ? purposes.find(({ value }) => value === purposeId)?.label : ""],
    [t.facts.source, draft.source],
  ];
  return (
    <Card title={t.title}>
      <div className={classes["fields"]}>
        <p>
          <b className={classes["figure"]}>{number(usableRows(preview.counts, draft))}</b>{" "}
          <span className={classes["inline"]}>{counts.usable(preview.counts.rows)}</span>
        </p>
        <ReachBar {...toParts(preview.counts, draft)} height={12} />
        <Facts items={facts.filter(([, value]) => value !== undefined && value !== "")} />
      </div>
    </Card>
  );
}

/** Acts that cannot be undone need the number of addresses to be typed. */
function StartCard({ draftId, draft, change, onBack, preview }: StepProps & { preview: ImportPreview }) {
  const messages = useMessages(wizardMessages);
  const ui = useMessages(uiMessages);
  const { review: t, consent } = useMessages(startMessages);
  const navigate = useNavigate();
  const toBody = useImportBody(draftId, draft);
  const [typed, setTyped] = useState("");
  const usable = usableRows(preview.counts, draft);
  const isTyped = needsConsent(draft) || typed.replaceAll(/\s/g, "") === String(usable);
  const start = useChange("POST /imports", {
    refresh: ["GET /imports", "GET /contacts", "GET /lists", "GET /suppressions", "GET /running-actions"],
    onDone: ({ id }) => void navigate({ to: "/transfers/imports/$importId", params: { importId: id } }),
  });
  const body = toBody(preview);
  return (
    <Card title={t.start}>
      <div className={classes["fields"]}>
        <KeptTextInput label={t.name} value={draft.name} onKeep={(name) => change({ name })} maxLength={200} />
        {!needsConsent(draft) && (
          <TextInput
            label={ui.confirm.typeNumber(usable)}
            value={typed}
            onChange={(event) => setTyped(event.currentTarget.value)}
            inputMode="numeric"
            autoComplete="off"
          />
        )}
        <Rejection
          error={start.error}
          messages={{
            "validation fileId": messages.fileGone,
            "validation subscribers": consent.subscribersHint,
            "validation mapping": messages.mapping.noEmail,
            "conflict locked": t.locked,
          }}
        />
        {usable === 0 && <p className={classes["error"]}>{t.nothing}</p>}
        <Button
          size="md"
          fullWidth
          disabled={usable === 0 || !isTyped || body === undefined}
          loading={start.isPending}
          {...(needsConsent(draft) ? {} : { color: "red" })}
          onClick={() => body !== undefined && start.mutate({ body })}
        >
          {t.doing[draft.mode](usable)}
        </Button>
        <Button variant="default" fullWidth onClick={() => onBack("consent")}>
          {messages.back}
        </Button>
        <p className={classes["help"]}>{t.note}</p>
      </div>
    </Card>
  );
}

/** The request, or nothing until shops and purposes are known. */
function useImportBody(draftId: string, draft: Draft) {
  const { options: shops } = useShops();
  const purposes = usePurposeChoices();
  const shopId = draft.shopId ?? shops[0]?.value;
  const purposeId = draft.purposeId ?? purposes[0]?.value;
  return (preview: ImportPreview): InputOf<"POST /imports">["body"] | undefined => {
    if (shopId === undefined || purposeId === undefined) return undefined;
    const { fileId, kind, mode, options, source, runAutomations, subscribersConfirmed, consentConfirmed } = draft;
    return {
      name: draft.name.trim() === "" ? draft.fileName : draft.name,
      source,
      fileId,
      kind,
      mode,
      options,
      mapping: preview.mapping,
      shopId,
      listIds: mode === "blacklist" ? [] : draft.listIds,
      draftId,
      ...(needsConsent(draft) ? { purposeId, consentConfirmed, runAutomations, subscribersConfirmed } : {}),
    };
  };
}
