import * as fc from "fast-check";
import { cities, graphOfNodes, randomTargets, type PlannedNode } from "./random-graphs.ts";

/** The objects that the steps name. */
export type StepObjects = {
  readonly listIds: readonly string[];
  readonly purposeId: string;
  readonly dateFieldId: string;
  readonly stackId: string;
  readonly automationId: string;
  /** The config of an e-mail. */
  readonly email: Record<string, unknown>;
};

export const stepKinds = [
  "wait",
  "wait_for_date",
  "city",
  "list",
  "status",
  "consent",
  "birthday",
  "date",
  "updated",
  "set_city",
  "set_date",
  "add",
  "remove",
  "unsubscribe",
  "leave",
  "email",
  "coupon",
  "label",
  "start",
  "goal",
  "end",
] as const;

/** A step whose decision or effect concerns the steps behind it. */
export type EffectStep = {
  readonly kind: (typeof stepKinds)[number];
  readonly city: string;
  readonly list: number;
  /** Length of a wait or a deadline. */
  readonly hours: number;
  readonly hasDeadline: boolean;
  /** Days until a date that is set, and of conditions on dates. */
  readonly days: number;
  readonly targets: readonly [number, number];
};

const randomStep = (index: number, count: number): fc.Arbitrary<EffectStep> =>
  fc.record({
    kind: fc.constantFrom(...stepKinds),
    city: fc.constantFrom(...cities),
    list: fc.nat({ max: 1 }),
    hours: fc.integer({ min: 1, max: 100 }),
    hasDeadline: fc.boolean(),
    days: fc.integer({ min: 1, max: 6 }),
    targets: randomTargets(index, count),
  });

export const randomEffects: fc.Arbitrary<EffectStep[]> = fc
  .integer({ min: 4, max: 14 })
  .chain((count) => fc.tuple(...Array.from({ length: count }, (_, index) => randomStep(index, count))));

const dayAfter = (start: Date, days: number): string =>
  new Date(start.getTime() + days * 86_400_000).toISOString().slice(0, 10);

type Rule = Record<string, unknown>;

function toRule({ kind, city, list, days }: EffectStep, objects: StepObjects): Rule | undefined {
  const field = (name: string, operator: string, value: string) => ({ type: "field", field: name, operator, value });
  switch (kind) {
    case "city":
      return field("city", "eq", city);
    case "list":
      return { type: "list", operator: "in", listId: objects.listIds[list] };
    case "status":
      return field("status", "eq", "unsubscribed");
    case "consent":
      return { type: "purpose", operator: "valid", purposeId: objects.purposeId };
    case "birthday":
      return field("birthday", "in_next_days", String(days));
    case "date":
      return { type: "custom_field", fieldId: objects.dateFieldId, operator: "in_last_days", value: String(days) };
    case "updated":
      return field("updatedAt", "in_last_days", String(days));
    default:
      return undefined;
  }
}

function toStep(step: EffectStep, objects: StepObjects, start: Date): Omit<PlannedNode, "targets" | "outputs"> {
  const { kind, city, hours, days } = step;
  const listId = objects.listIds[step.list];
  const dateField = `customFields.${objects.dateFieldId}`;
  switch (kind) {
    case "wait":
      return { type: "wait", config: { spec: { kind: "delay", amount: hours, unit: "hours" } } };
    case "wait_for_date":
      return { type: "wait", config: { spec: { kind: "field", field: dateField, offsetDays: 1, time: "12:00" } } };
    case "set_city":
      return { type: "set_field", config: { field: "city", value: city } };
    case "set_date":
      return { type: "set_field", config: { field: dateField, value: dayAfter(start, days) } };
    case "add":
      return { type: "add_to_list", config: { listId } };
    case "remove":
      return { type: "remove_from_list", config: { listId } };
    case "unsubscribe":
      return { type: "unsubscribe", config: {} };
    case "leave":
      return { type: "unsubscribe", config: { listId } };
    case "email":
      return { type: "email", config: objects.email };
    case "coupon":
      return { type: "assign_coupon", config: { stackId: objects.stackId } };
    case "label":
      return { type: "add_label", config: { label: city } };
    case "start":
      return { type: "start_automation", config: { automationId: objects.automationId } };
    case "goal":
      return { type: "goal", config: { name: "Here" } };
    case "end":
      return { type: "end", config: {} };
    default:
      throw new Error(`${kind} is a condition`);
  }
}

/** The dates that steps set are counted from `start`. */
export const graphOfEffects = (steps: readonly EffectStep[], objects: StepObjects, start: Date) =>
  graphOfNodes(
    steps.map((step): PlannedNode => {
      const { targets, hours, hasDeadline } = step;
      const rule = toRule(step, objects);
      if (rule === undefined)
        return { ...toStep(step, objects, start), outputs: step.kind === "end" ? [] : ["next"], targets };
      const definition = { type: "group", match: "all", rules: [rule] };
      const spec = { kind: "delay", amount: hours, unit: "hours" };
      const config = { definition, ...(hasDeadline ? { spec } : {}) };
      return { type: "condition", config, outputs: ["yes", "no"], targets };
    }),
  );
