import { useMessages } from "../../../../i18n/messages.tsx";
import { describeShares, useContactFieldName, useTimeText } from "../../detail/step-text.ts";
import { useConditionSources, useRulesText } from "../../detail/use-condition-sources.ts";
import { useAutomationEditor } from "../editor-context.ts";
import { fieldMessages } from "../panel/field-messages.ts";
import { asText, asTexts } from "../panel/field-props.ts";
import type { FieldShape } from "../panel/field-shape.ts";
import { useReferenceOptions } from "../panel/use-reference-options.ts";
import { versionMessages } from "./messages.ts";

type Props<Kind extends FieldShape["kind"]> = {
  readonly name: string;
  readonly shape: Extract<FieldShape, { kind: Kind }>;
  readonly value: unknown;
};

/** Whether a value of this shape can be shown in one line; the others are lists, and may hold what is secret. */
export const isShownInLine = ({ kind }: FieldShape): boolean => kind !== "rows" && kind !== "group";

/** The value of a field as text. */
export function FieldValue({ name, shape, value }: Props<FieldShape["kind"]>) {
  const t = useMessages(versionMessages);
  const fields = useMessages(fieldMessages);
  const { data } = useAutomationEditor();
  const timeText = useTimeText(data);
  const contactField = useContactFieldName(data);
  if (value === undefined || value === null) return t.empty;
  switch (shape.kind) {
    case "reference":
      return <ReferenceValue name={name} shape={shape} value={value} />;
    case "definition":
      return <RulesValue value={value} />;
    case "contactField":
      return contactField(value);
    case "choice": {
      const choices: Readonly<Record<string, Readonly<Record<string, string>>>> = fields.choices;
      return choices[name]?.[asText(value)] ?? asText(value);
    }
    case "time":
      return timeText(value);
    case "shares":
      return describeShares(value);
    default:
      if (typeof value === "boolean") return value ? t.yes : t.no;
      return Array.isArray(value) ? asTexts(value).join(", ") : asText(value);
  }
}

function ReferenceValue({ shape, value }: Props<"reference">) {
  const options = useReferenceOptions(shape.of);
  const ids = shape.isList ? asTexts(value) : [asText(value)];
  return ids.map((id) => options.find((option) => option.value === id)?.label ?? id).join(", ");
}

function RulesValue({ value }: { value: unknown }) {
  const { data } = useAutomationEditor();
  return useRulesText(useConditionSources(data, true))(value);
}
