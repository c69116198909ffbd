import { Button } from "@mantine/core";
import { useMessages } from "../../../../i18n/messages.tsx";
import { IconPlus } from "../../../../ui/icons.ts";
import { useAutomationEditor } from "../editor-context.ts";
import { asList, asRecord, asText, type FieldProps } from "./field-props.ts";
import { fieldMessages } from "./field-messages.ts";
import { ShareRow } from "./share-row.tsx";
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
      {shares.map((share, index) => (
        <ShareRow
          key={`${shares.length} ${index}`}
          index={index}
          share={share}
          field={`${path}.${index}.output`}
          error={issueOf(`${path}.${index}.output`, share.output)}
          taken={new Set(shares.toSpliced(index, 1).map(({ output }) => output))}
          onRename={(output) => onChange(shares.toSpliced(index, 1, { ...share, output }))}
          onPercent={(percent) => onChange(changePercent(shares, index, percent))}
          onRemove={shares.length > 2 ? () => onChange(removeShare(shares, index)) : undefined}
        />
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
