import { useState } from "react";
import { useFormats, useMessages } from "../../../../i18n/messages.tsx";
import { Group } from "../../../../rules/group.tsx";
import { toDefinition, findRejection, rulesOf, parseTree, type GroupNode } from "../../../../rules/tree.ts";
import { useBuilder } from "../../../../rules/use-builder.ts";
import { useCount } from "../../../../rules/use-live-preview.ts";
import { useConditionSources } from "../../detail/use-condition-sources.ts";
import { useAutomationEditor } from "../editor-context.ts";
import type { FieldProps } from "./field-props.ts";
import { fieldMessages } from "./field-messages.ts";
import { useNodeId } from "./shown-node.ts";
import { useFieldName } from "./use-field-input.ts";
import { useFieldIssue } from "./use-field-issue.ts";
import classes from "./panel.module.css";

/** The rules of a condition, as segments have them, with the contacts that meet them now. */
export function DefinitionField({ path, name, value, onChange }: FieldProps<"definition">) {
  const { data, canEdit, issues } = useAutomationEditor();
  const fieldName = useFieldName();
  const issue = useFieldIssue()(path, value);
  const nodeId = useNodeId();
  const { shopId } = data.automation;
  const [initial] = useState(() => parseTree(value));
  const builder = useBuilder(initial, {
    shopId,
    sources: useConditionSources(data, true),
    onChange: (tree) => onChange(toDefinition(tree), `${rulesOf(tree).length} rules`),
  });
  const refused = issues.find(({ node, field }) => node === nodeId && field?.startsWith(`${path}.`) === true);
  const rejection = refused === undefined ? undefined : findRejection(builder.tree, refused.field ?? "");
  return (
    <fieldset className={classes["nested"]} disabled={!canEdit} data-field={path} tabIndex={-1}>
      <legend>{fieldName(name)}</legend>
      <Group group={builder.tree} builder={{ ...builder, rejection }} />
      <MatchedNow shopId={shopId} group={builder.tree} />
      {issue !== undefined && <p className={classes["error"]}>{issue}</p>}
    </fieldset>
  );
}

function MatchedNow({ shopId, group }: { shopId: string; group: GroupNode }) {
  const t = useMessages(fieldMessages);
  const { number } = useFormats();
  const { matched, total, isCounting } = useCount(shopId, group);
  if (matched === undefined || total === undefined) return null;
  return (
    <p className={classes["note"]} role="status" data-counting={isCounting || undefined}>
      {t.meetNow(number(matched), number(total))}
    </p>
  );
}
