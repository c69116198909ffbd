import type { OutputOf } from "../../../api/operations.ts";
import { useMessages } from "../../../i18n/messages.tsx";
import { describeRules } from "../../../rules/describe-rules.ts";
import { rulesMessages } from "../../../rules/messages.ts";
import { ruleMessages } from "../../../rules/rule-messages.ts";
import type { Sources } from "../../../rules/sentences.ts";
import { parseTree } from "../../../rules/tree.ts";
import { useSources } from "../../../rules/use-sources.ts";
import { namedOptions } from "../../../ui/choices/options.ts";

type Editor = Pick<OutputOf<"GET /automations/{automation_id}/editor">, "automation" | "lists" | "segments">;

/** What the conditions of an automation may name. An automation without conditions reads nothing for them. */
export function useConditionSources({ automation, lists, segments }: Editor, isNeeded: boolean): Sources {
  const sources = useSources(automation.shopId, { isNeeded });
  return { ...sources, lists: namedOptions(lists), segments: namedOptions(segments) };
}

/** Rules as text. */
export function useRulesText(sources: Sources): (definition: unknown) => string {
  const rules = useMessages(ruleMessages);
  const { and, or } = useMessages(rulesMessages);
  return (definition) => describeRules(parseTree(definition), { rules, and, or }, sources);
}

/** The rules of a condition of the automation as text. */
export function useConditionText(editor: Editor): (definition: unknown) => string {
  const hasConditions = JSON.stringify(editor.automation.graph).includes('"definition"');
  return useRulesText(useConditionSources(editor, hasConditions));
}
