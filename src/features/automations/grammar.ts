import { Type } from "typebox";
import { profileFields } from "../../kernel/contact-columns.ts";
import { ApiError } from "../../kernel/errors.ts";
import { Id, OneOf, noControlPattern, nodeKeyPattern } from "../../kernel/schema.ts";
import { definitionSchema } from "../segments/grammar.ts";
import { parseDefinition } from "../segments/parse.ts";
import {
  checked,
  customFieldIdOf,
  dateFieldReference,
  defineField,
  defineId,
  defineIds,
  asList,
  optional,
  parsedBy,
  defineTime,
  type ConfigField,
  type ConfigProblem,
} from "./graph/config-field.ts";
import { isObject, type JsonObject } from "./graph/json.ts";
import { fitsProfileField } from "./graph/profile-values.ts";
import { findMissingCredentials, webhookFields } from "./graph/webhook.ts";
import { ClockTime, DateField, Delay, OffsetDays } from "./time/spec.ts";
import { matching } from "../../kernel/schema-rules.ts";

/**
 * Every trigger and step, once: the parser, the published schema, the editor and the rules about transactional automations
 * are functions of these tables.
 */
export type NodeType = {
  readonly summary: string;
  readonly fields: Readonly<Record<string, ConfigField>>;
  /** Undefined while the config does not name them. */
  readonly outputs: (config: JsonObject) => readonly string[] | undefined;
  /** A rule over several fields that are valid by themselves. */
  readonly check?: (config: JsonObject) => readonly ConfigProblem[];
};

export type TriggerType = NodeType & {
  /** Allowed in a transactional automation. */
  readonly isTransactional: boolean;
};

/**
 * What a step does outside the company's own data. One that changes contacts may start another automation, so it counts as
 * one that sends.
 */
export type StepEffect = "sends" | "discloses" | "none";

export type StepType = NodeType & {
  readonly effect: StepEffect;
  /** Contacts may wait at it. */
  readonly canWait: boolean;
  /** It may be saved, but not activated. */
  readonly isImplemented: boolean;
};

const line = (maxLength: number, description?: string) =>
  Type.String({
    minLength: 1,
    maxLength,
    ...noControlPattern,
    ...(description === undefined ? {} : { description }),
  });

const next = (): readonly string[] => ["next"];

const reentry = optional(defineField(OneOf(["after_end", "once", "always"])));

/** A field of triggers whose contacts join a list or give a consent, which runs are bound to. */
const continueAfterLeaving = optional(
  defineField(
    Type.Boolean({
      default: false,
      description: "Runs do not end when the contact leaves the list or withdraws the consent that let it in",
    }),
  ),
);

const trigger = (
  summary: string,
  fields: NodeType["fields"] = {},
  more: Partial<Pick<TriggerType, "isTransactional" | "check">> = {},
): TriggerType => ({ summary, fields: { ...fields, reentry }, outputs: next, isTransactional: false, ...more });

const transactional = { isTransactional: true } as const;

const eventConditions = defineField(
  Type.Array(
    Type.Object({
      field: line(200, "Path in `data`, such as items.0.code"),
      operator: OneOf(["eq", "neq", "contains", "not_contains", "gt", "gte", "lt", "lte", "is_empty", "is_not_empty"]),
      value: Type.Optional(Type.Union([line(500), Type.Number(), Type.Boolean()])),
    }),
    { maxItems: 20 },
  ),
);

const emailFields = {
  campaignId: optional(defineId("campaign")),
  automationId: optional(defineId("automation")),
  node: optional(defineField(Type.String({ ...nodeKeyPattern, description: "An e-mail of the automation" }))),
  url: optional(defineField(line(2000, "Only this link"))),
};

const dateFields = {
  field: defineField(DateField, dateFieldReference),
  offsetDays: optional(defineField(OffsetDays)),
  time: {
    ...defineField(ClockTime),
    read: (name: string, value: unknown) => {
      const { problems, ...reading } = defineField(ClockTime).read(name, value);
      return problems === undefined
        ? reading
        : { problems: problems.map((problem) => ({ ...problem, code: "time" as const })) };
    },
  },
};

export const triggerTypes = {
  manual: trigger("Contacts are added by hand or through the API", {}, transactional),
  contact_created: trigger("A contact was created"),
  subscribed: trigger("A contact became subscribed, also at creation", { continueAfterLeaving }),
  unsubscribed: trigger("A contact unsubscribed"),
  list_added: trigger("A contact became a member of one of the lists", {
    listIds: defineIds("list", 100),
    continueAfterLeaving,
  }),
  segment_entered: trigger("A contact entered the segment", { segmentId: defineId("segment") }),
  order_created: trigger("An order was created", {}, transactional),
  order_state: trigger(
    "An order got one of the states",
    { states: defineField(Type.Array(line(200), { minItems: 1, maxItems: 50 })) },
    transactional,
  ),
  order_paid: trigger("An order was paid", {}, transactional),
  event: trigger(
    "A contact event of this name, optionally with conditions on its data",
    { name: defineField(line(200)), conditions: optional(eventConditions) },
    transactional,
  ),
  page_visit: trigger("A visit of a page", {
    url: defineField(line(2000)),
    operator: optional(defineField(OneOf(["contains", "eq", "starts_with", "ends_with"]))),
  }),
  cart_abandoned: trigger("A cart was left without an order", { after: defineTime(Delay, ["delay"]) }),
  email_opened: trigger("A person opened an e-mail for the first time", emailFields),
  email_clicked: trigger("A person clicked a link in an e-mail", emailFields),
  form_submitted: trigger("A form was submitted", { formId: defineId("form"), continueAfterLeaving }, transactional),
  survey_answered: trigger("A survey was answered", { surveyId: defineId("survey") }, transactional),
  coupon_used: trigger("A coupon was used", { stackId: optional(defineId("coupon_stack")) }),
  date: trigger("A birthday or name day every year, or a custom field on its date", dateFields),
  action_failed: trigger("An action of an automation failed", {}, transactional),
} as const satisfies Record<string, TriggerType>;

const step = (
  summary: string,
  effect: StepEffect,
  fields: NodeType["fields"],
  more: Partial<Omit<StepType, "summary" | "effect" | "fields">> = {},
): StepType => ({ summary, effect, fields, outputs: next, canWait: false, isImplemented: true, ...more });

/** A definition without rules would hold for everybody. */
const definition = parsedBy(Type.Unsafe<unknown>(definitionSchema), parseDefinition, (error, name) =>
  error instanceof ApiError ? { field: error.message.replace(/^definition/, name), params: error.params } : undefined,
);

const hasNoRules = ({ definition: value }: JsonObject): ConfigProblem[] =>
  isObject(value) && asList(value["rules"]).length === 0 ? [{ field: "definition", code: "missing" }] : [];

const Shares = Type.Array(
  Type.Object({
    output: Type.String({ ...nodeKeyPattern }),
    percent: Type.Integer({ minimum: 1, maximum: 99 }),
  }),
  { minItems: 2, maxItems: 20, description: "Percents add up to 100" },
);

const outputsOfShares = (shares: unknown): string[] =>
  asList(shares).flatMap((share) => (isObject(share) ? [String(share["output"])] : []));

function findShareProblems(shares: unknown, field: string): ConfigProblem[] {
  const sum = asList(shares).reduce<number>((all, one) => all + (isObject(one) ? Number(one["percent"]) : 0), 0);
  if (sum !== 100) return [{ field, code: "config", params: { sum } }];
  const outputs = outputsOfShares(shares);
  const repeated = outputs.findIndex((output, index) => outputs.indexOf(output) < index);
  return repeated < 0 ? [] : [{ field: `${field}.${repeated}.output`, code: "config" }];
}

const writableFields = [...profileFields] as const;

const setFieldName = defineField(
  Type.String({
    ...matching(
      `^(${writableFields.join("|")}|customFields\\.[1-9][0-9]{0,15})$`,
      `customFields.<id>, or one of ${writableFields.join(", ")}`,
    ),
    description: `customFields.<id>, or one of ${writableFields.join(", ")}`,
  }),
  (value, field) => {
    const id = customFieldIdOf(value);
    return id === undefined ? [] : [{ kind: "custom_field", id, field }];
  },
);

const fieldValue: ConfigField = {
  schema: Type.Unsafe<unknown>({ description: "As in a contact; null empties the field" }),
  isRequired: true,
  isNullable: true,
  read: (_name, value) => ({ value }),
};

/** Values of custom fields are checked with the field itself. */
function findValueProblems({ field, value }: JsonObject): ConfigProblem[] {
  if (typeof field !== "string" || value === undefined || customFieldIdOf(field) !== undefined) return [];
  return fitsProfileField(field, value) ? [] : [{ field: "value", code: "config" }];
}

export const stepTypes = {
  email: step("Send the published template", "sends", {
    senderId: defineId("sender"),
    fromName: optional(defineField(line(200))),
    subject: defineField(line(500)),
    preheader: optional(defineField(line(500, "Left out: that of the template"))),
    templateId: defineId("template"),
    trackOpens: optional(defineField(Type.Boolean({ default: true }))),
    trackClicks: optional(defineField(Type.Boolean({ default: true }))),
  }),
  wait: step("Wait until a moment", "none", { spec: defineTime() }, { canWait: true }),
  condition: step(
    "Go on by `yes` or `no`; with `spec` wait until it holds, at most to that moment",
    "none",
    { definition, spec: optional(defineTime()) },
    { outputs: () => ["yes", "no"], canWait: true, check: hasNoRules },
  ),
  split: step(
    "Divide contacts at random",
    "none",
    { shares: checked(defineField(Shares), findShareProblems) },
    { outputs: ({ shares }) => (shares === undefined ? undefined : outputsOfShares(shares)) },
  ),
  add_to_list: step("Add to a list", "sends", { listId: defineId("list") }),
  remove_from_list: step("Remove from a list", "sends", { listId: defineId("list") }),
  unsubscribe: step("Unsubscribe from a list, or from everything", "sends", { listId: optional(defineId("list")) }),
  set_field: step(
    "Set a field of the contact",
    "sends",
    { field: setFieldName, value: fieldValue },
    { check: findValueProblems },
  ),
  add_label: step("Add a label", "none", { label: defineField(line(200)) }),
  assign_coupon: step("Assign a coupon of a stack", "none", { stackId: defineId("coupon_stack") }),
  webhook: step("Call a URL; the run does not wait for the answer", "discloses", webhookFields, {
    check: findMissingCredentials,
  }),
  notify: step("Send an e-mail to members of the company", "sends", {
    memberIds: defineIds("member", 50),
    subject: defineField(line(500)),
    text: defineField(Type.String({ minLength: 1, maxLength: 10_000 })),
  }),
  start_automation: step("Start another automation", "sends", { automationId: defineId("automation") }),
  goal: step("Count contacts that got here", "none", { name: defineField(line(200)) }),
  end: step("End the run", "none", {}, { outputs: () => [] }),
  sms: step(
    "Send a text message; not available until a provider exists",
    "sends",
    { templateId: optional(defineField(Id)), text: optional(defineField(Type.String({ maxLength: 1000 }))) },
    { isImplemented: false },
  ),
} as const satisfies Record<string, StepType>;

export type TriggerName = keyof typeof triggerTypes;
export type StepName = keyof typeof stepTypes;

const isTriggerName = (type: string): type is TriggerName => Object.hasOwn(triggerTypes, type);
const isStepName = (type: string): type is StepName => Object.hasOwn(stepTypes, type);

export const findTrigger = (type: string): TriggerType | undefined =>
  isTriggerName(type) ? triggerTypes[type] : undefined;
export const findStep = (type: string): StepType | undefined => (isStepName(type) ? stepTypes[type] : undefined);

export const maxNodes = 300;
export const maxEdges = 600;
export const maxEdgeIdLength = 200;
