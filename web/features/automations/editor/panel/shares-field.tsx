import { ActionIcon, Button, NumberInput, TextInput } from "@mantine/core";
import { useMessages } from "../../../../i18n/messages.tsx";
import { IconPlus, IconTrash } from "../../../../ui/icons.ts";
import { useAutomationEditor } from "../editor-context.ts";
import { asList, asRecord, asText, type FieldProps } from "./field-props.ts";
import { fieldMessages } from "./field-messages.ts";
import { addShare, changePercent, divideEvenly, removeShare, type Share } from "./shares.ts";
import { useFieldName } from "./use-field-input.ts";
import { useFieldIssue } from "./use-field-issue.ts";
import classes from "./panel.module.css";

/** Branches of a split: what one gets, the others lose, so that the sum stays 100 %. */
export function SharesField({ path, name, value, onChange }: FieldProps<"shares">) {
  const t = useMessages(fieldMessages);
  const { canEdit } = useAutomationEditor();
  const fieldName = useFieldName();
  const issueOf = useFieldIssue();
  const shares = asList(value).map(readShare);
  const issue = issueOf(path, value);
  return (
    <fieldset className={classes["nested"]} disabled={!canEdit}>
      <legend>{fieldName(name)}</legend>
      {shares.map(({ output, percent }, index) => (
        <div key={String(index)} className={classes["share"]}>
          <TextInput
            aria-label={`${t.share} ${index + 1}`}
            value={output}
            error={issueOf(`${path}.${index}.output`, output)}
            onChange={(event) => onChange(shares.toSpliced(index, 1, { output: event.currentTarget.value, percent }))}
            data-field={`${path}.${index}.output`}
          />
          <NumberInput
            aria-label={`${t.percent}: ${output}`}
            value={percent}
            min={1}
            max={99}
            allowDecimal={false}
            suffix=" %"
            onChange={(next) => onChange(changePercent(shares, index, Number(next)))}
            w={92}
          />
          {shares.length > 2 && (
            <ActionIcon aria-label={t.remove(output, index + 1)} onClick={() => onChange(removeShare(shares, index))}>
              <IconTrash size={15} />
            </ActionIcon>
          )}
        </div>
      ))}
      {issue !== undefined && (
        <p className={classes["error"]} role="alert">
          {issue}
        </p>
      )}
      <div className={classes["shareActions"]}>
        {shares.length < 20 && (
          <Button
            variant="subtle"
            size="xs"
            leftSection={<IconPlus size={15} />}
            onClick={() => onChange(addShare(shares))}
          >
            {t.add}
          </Button>
        )}
        <Button variant="subtle" color="gray" size="xs" onClick={() => onChange(divideEvenly(shares))}>
          {t.even}
        </Button>
      </div>
    </fieldset>
  );
}

function readShare(value: unknown): Share {
  const { output, percent } = asRecord(value);
  return { output: asText(output), percent: Number(percent) || 0 };
}
