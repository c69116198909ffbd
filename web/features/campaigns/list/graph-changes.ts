import { isNodeName, type NodeName } from "../../../ui/names/automation-nodes.ts";

/** A step of an automation that an assistant wants to add, change or remove. */
export type StepChange = {
  readonly kind: "added" | "changed" | "removed";
  readonly key: string;
  /** Undefined for a type that this version of the app does not know. */
  readonly type: NodeName | undefined;
  /** The subject of an e-mail or the host of a webhook. */
  readonly text: string;
};

const kinds = ["added", "changed", "removed"] as const;

/** The steps of a preview of `saveAutomationGraph`; none in other previews. */
export const stepChangesIn = (preview: object): StepChange[] =>
  kinds.flatMap((kind) => listIn(readField(readField(preview, "changes"), kind)).map((step) => stepChange(kind, step)));

function stepChange(kind: StepChange["kind"], step: unknown): StepChange {
  const type = textIn(step, "type");
  return {
    kind,
    key: textIn(step, "key"),
    type: isNodeName(type) ? type : undefined,
    text: textIn(step, "subject") || textIn(step, "host"),
  };
}

const readField = (value: unknown, name: string): unknown =>
  typeof value === "object" && value !== null ? Reflect.get(value, name) : undefined;
const listIn = (value: unknown): unknown[] => (Array.isArray(value) ? value : []);
function textIn(value: unknown, name: string): string {
  const found = readField(value, name);
  return typeof found === "string" ? found : "";
}
