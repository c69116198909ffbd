import { useMessages } from "../../../../i18n/messages.tsx";
import { stepMessages } from "../../detail/step-messages.ts";
import { asList, asRecord, type FieldProps } from "./field-props.ts";
import { useFieldName } from "./use-field-input.ts";
import { useFieldIssue } from "./use-field-issue.ts";
import classes from "./panel.module.css";

export function DefinitionField({ path, name, value }: FieldProps<"definition">) {
  const t = useMessages(stepMessages);
  const fieldName = useFieldName();
  const issue = useFieldIssue()(path, value);
  return (
    <div>
      <p>{fieldName(name)}</p>
      <p className={classes["note"]}>{t.conditionRules(asList(asRecord(value)["rules"]).length)}</p>
      {issue !== undefined && <p className={classes["error"]}>{issue}</p>}
    </div>
  );
}
