import { Button, Select, Switch } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { read } from "../../../../api/queries.ts";
import { useCan } from "../../../../api/session.tsx";
import { useMessages } from "../../../../i18n/messages.tsx";
import { FormDialog } from "../../../../ui/dialog/form-dialog.tsx";
import { FieldForm } from "../../../../ui/custom-fields/field-form.tsx";
import { optionsOf } from "../../../../ui/choices/options.ts";
import { Callout } from "../../../../ui/display/callout.tsx";
import { Card, CardStack, TwoColumns } from "../../../../ui/display/card.tsx";
import { choiceOf } from "../../../../ui/grid/use-grid.ts";
import { Loading } from "../../../../ui/state/loading.tsx";
import { contactFieldMessages } from "../../../../ui/names/contact-fields.ts";
import { transfersMessages } from "../../messages.ts";
import { isWorkbook, type ChangeDraft, type Draft, type ImportOptions, type StepKey } from "../draft.ts";
import { usePreview, type ImportPreview } from "../preview.ts";
import { wizardMessages } from "../wizard-messages.ts";
import { CountsCard } from "./counts-card.tsx";
import { PreviewRejection } from "./preview-rejection.tsx";
import classes from "./steps.module.css";

export type StepProps = {
  readonly draftId: string;
  readonly draft: Draft;
  readonly change: ChangeDraft;
  readonly onBack: (step: StepKey) => void;
  readonly onNext: (step: StepKey) => void;
};

export function MappingStep({ draft, change, onBack, onNext }: StepProps) {
  const t = useMessages(wizardMessages);
  const preview = usePreview(draft);
  const { data } = preview;
  const hasEmail = data?.columns.some(({ target }) => target === "email") ?? false;
  return (
    <TwoColumns
      main={
        <CardStack>
          <PreviewRejection error={preview.error} />
          {data !== undefined && (
            <Card title={t.mapping.readTitle}>
              <ReadingOptions preview={data} draft={draft} change={change} />
            </Card>
          )}
          <Card
            title={t.mapping.title}
            aside={
              data === undefined
                ? undefined
                : t.mapping.recognised(
                    data.columns.filter(({ target }) => target !== "ignore").length,
                    data.columns.length,
                  )
            }
            flush
          >
            {data === undefined ? <Loading lines={6} /> : <Columns preview={data} draft={draft} change={change} />}
          </Card>
          {data !== undefined && !hasEmail && <Callout tone="warn">{t.mapping.noEmail}</Callout>}
          <div className={classes["foot"]}>
            <Button variant="default" onClick={() => onBack("file")}>
              {t.back}
            </Button>
            <Button disabled={!hasEmail || preview.error !== null} onClick={() => onNext("consent")}>
              {t.next}
            </Button>
          </div>
        </CardStack>
      }
      side={<CountsCard preview={preview} draft={draft} />}
    />
  );
}

type PartProps = Pick<StepProps, "draft" | "change"> & { preview: ImportPreview };

/** Another encoding, delimiter or header changes the columns, so the mapping is proposed again. */
function ReadingOptions({ preview, draft, change }: PartProps) {
  const { mapping: t } = useMessages(wizardMessages);
  const { delimiters, encodings } = useMessages(transfersMessages);
  const set = (options: ImportOptions) => change({ options: { ...draft.options, ...options }, mapping: null });
  const { auto, ...formats } = t.dateFormats;
  return (
    <div className={classes["reading"]}>
      {!isWorkbook(draft) && (
        <>
          <Select
            label={t.encoding}
            data={optionsOf(encodings)}
            value={draft.options.encoding ?? preview.encoding}
            onChange={(value) => set({ encoding: choiceOf(encodings, value ?? "") ?? preview.encoding })}
            allowDeselect={false}
            w={240}
          />
          <Select
            label={t.delimiter}
            data={optionsOf(delimiters)}
            value={draft.options.delimiter ?? preview.delimiter}
            onChange={(value) => set({ delimiter: choiceOf(delimiters, value ?? "") ?? preview.delimiter })}
            allowDeselect={false}
            w={140}
          />
        </>
      )}
      <Select
        label={t.dateFormat}
        data={[{ value: "", label: auto }, ...optionsOf(formats)]}
        value={draft.options.dateFormat ?? ""}
        onChange={(value) => {
          const { dateFormat: _, ...rest } = draft.options;
          const dateFormat = choiceOf(formats, value ?? "");
          change({ options: dateFormat === undefined ? rest : { ...rest, dateFormat } });
        }}
        allowDeselect={false}
        w={150}
      />
      <Switch
        label={t.header}
        checked={draft.options.hasHeader ?? preview.hasHeader}
        onChange={(event) => set({ hasHeader: event.currentTarget.checked })}
        mb={7}
      />
    </div>
  );
}

function Columns({ preview, draft, change }: PartProps) {
  const { mapping: t } = useMessages(wizardMessages);
  const targets = useTargets();
  const used = new Set(preview.columns.map(({ target }) => target));
  const isFixed = draft.kind !== "csv";
  const [newFieldFor, setNewFieldFor] = useState<string>();
  const setTarget = (column: string, target: string) =>
    change({
      mapping: preview.columns.map((one) => ({
        column: one.column,
        target: one.column === column ? target : one.target,
      })),
    });
  return (
    <>
      {isFixed && <Callout tone="accent">{t.fixed}</Callout>}
      <table className={classes["columns"]}>
        <thead>
          <tr>
            <th scope="col">{t.column}</th>
            <th scope="col">{t.samples}</th>
            <th scope="col">{t.target}</th>
          </tr>
        </thead>
        <tbody>
          {preview.columns.map(({ column, target, samples }) => (
            <tr key={column}>
              <td>{column}</td>
              <td className={classes["samples"]}>
                {describeSamples(samples, t.empty).map((sample) => (
                  <span key={sample}>{sample}</span>
                ))}
              </td>
              <td>
                <Select
                  aria-label={t.targetOf(column)}
                  data={targets((value) => value !== target && used.has(value))}
                  value={target}
                  onChange={(value) =>
                    value === newField ? setNewFieldFor(column) : setTarget(column, value ?? "ignore")
                  }
                  allowDeselect={false}
                  disabled={isFixed}
                  searchable
                />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      <FormDialog isOpen={newFieldFor !== undefined} onClose={() => setNewFieldFor(undefined)} title={t.newFieldTitle}>
        <FieldForm
          field={undefined}
          name={newFieldFor ?? ""}
          onAdded={({ id }) => newFieldFor !== undefined && setTarget(newFieldFor, `customFields.${id}`)}
          onClose={() => setNewFieldFor(undefined)}
        />
      </FormDialog>
    </>
  );
}

/** The first three different values. */
function describeSamples(samples: readonly string[], empty: string): string[] {
  const given = [...new Set(samples.filter((sample) => sample.trim() !== ""))];
  return given.length === 0 ? [empty] : given.slice(0, 3);
}

/** The entry of the targets that asks for a custom field. */
const newField = "new";

/** A field can be filled by one column only; taken ones are not offered. */
function useTargets() {
  const { mapping: t } = useMessages(wizardMessages);
  const { data: exported } = useQuery({ ...read("GET /export-fields"), staleTime: 60_000 });
  const names: Readonly<Record<string, string>> = useMessages(contactFieldMessages);
  const canAdd = useCan()("settings", "full");
  const importable = exported?.items.filter((field) => field.importable) ?? [];
  return (isTaken: (value: string) => boolean) => {
    const items = importable.map(({ field, name }) => ({
      value: field,
      label: names[field] ?? name,
      disabled: isTaken(field),
    }));
    const isCustom = ({ value }: { value: string }) => value.startsWith("customFields.");
    return [
      { value: "ignore", label: t.ignore },
      { group: t.groups.contact, items: items.filter((item) => !isCustom(item)) },
      ...(canAdd ? [{ value: newField, label: t.newField, disabled: false }] : []),
      ...(items.some(isCustom) ? [{ group: t.groups.custom, items: items.filter(isCustom) }] : []),
    ];
  };
}
