import type { Context } from "../../context.ts";
import { analyzeStaleTables } from "../../db/planner-statistics.ts";
import { validation } from "../../kernel/errors.ts";
import { listFields } from "../contacts/fields/queries.ts";
import { customRules, type RuleGroup, type Rule, type RuleOf } from "./grammar.ts";
import { segmentNodeOf, findGraphProblem, type SegmentGraph } from "./graph.ts";
import {
  selectVariant,
  parseDefinition,
  definitionError,
  flattenRules,
  type RulePath,
  type RuleWithPath,
} from "./parse.ts";
import * as queries from "./queries.ts";
import { splitList } from "./values.ts";
import { hasSnapshot, type CompileContext } from "./compile-context.ts";

type RuleType = Rule["type"];

const distinctIds = (rules: readonly RuleWithPath[], idOf: (rule: Rule) => string | undefined): string[] => [
  ...new Set(rules.flatMap(({ rule }) => idOf(rule) ?? [])),
];

const isRuleType =
  <Name extends RuleType>(name: Name) =>
  (rule: Rule): rule is RuleOf<Name> =>
    rule.type === name;

const referencedIds = (rules: readonly RuleWithPath[]): queries.ReferencedIds => ({
  lists: distinctIds(rules, (rule) => (isRuleType("list")(rule) ? rule.listId : undefined)),
  purposes: distinctIds(rules, (rule) => (isRuleType("purpose")(rule) ? rule.purposeId : undefined)),
  campaigns: distinctIds(rules, (rule) => (isRuleType("campaign")(rule) ? rule.campaignId : undefined)),
  shops: distinctIds(rules, (rule) => ("shopId" in rule ? rule.shopId : undefined)),
  segments: distinctIds(rules, (rule) => (isRuleType("segment")(rule) ? rule.segmentId : undefined)),
});

/** What rules name must be there: the first that names nothing is refused by its place and field. */
export async function rejectUnknownReferences(ctx: Context, definition: RuleGroup, shopId: string): Promise<void> {
  const rules = flattenRules(definition);
  const needsFields = rules.some(({ rule }) => rule.type === "custom_field");
  const [existing, fields] = await Promise.all([
    queries.findExistingReferences(ctx.db, referencedIds(rules)),
    needsFields ? listFields(ctx.db) : [],
  ]);
  for (const { rule, path } of rules) {
    const wrong = findUnknownReference(rule, existing, shopId);
    if (wrong !== undefined) throw definitionError(path, wrong);
    if (rule.type === "custom_field") rejectInvalidCustomFieldRule(rule, path, fields);
  }
}

function findUnknownReference(rule: Rule, existing: queries.ExistingReferences, shopId: string): string | undefined {
  switch (rule.type) {
    case "list":
      return existing.lists.includes(rule.listId) ? undefined : "listId";
    case "purpose":
      return existing.purposes.includes(rule.purposeId) ? undefined : "purposeId";
    case "campaign":
      return existing.campaigns.includes(rule.campaignId) ? undefined : "campaignId";
    case "segment":
      return existing.segments.some((one) => one.id === rule.segmentId && one.shopId === shopId)
        ? undefined
        : "segmentId";
    case "order_value":
    case "order_count":
    case "order_attribute":
    case "last_order":
      return findUnknownOrderReference(rule, existing);
    case "field":
    case "engagement":
    case "custom_field":
      return undefined;
  }
}

function findUnknownOrderReference(
  rule: Extract<Rule, { shopId?: string }>,
  existing: queries.ExistingReferences,
): string | undefined {
  if (rule.shopId === undefined) return undefined;
  const shop = existing.shops.find(({ id }) => id === rule.shopId);
  if (shop === undefined) return "shopId";
  return rule.type !== "order_value" || shop.currencies.includes(rule.currency) ? undefined : "currency";
}

type Fields = Awaited<ReturnType<typeof listFields>>;

/** Which operators and values fit is a matter of the field's type and options. */
function rejectInvalidCustomFieldRule(rule: RuleOf<"custom_field">, path: RulePath, fields: Fields): void {
  const field = fields.find(({ id }) => id === rule.fieldId);
  if (field === undefined) throw definitionError(path, "fieldId");
  selectVariant(customRules[field.type], rule, path);
  const isChoice = field.type === "select" || field.type === "multiselect";
  if (!isChoice || !("value" in rule)) return;
  const isOption = (id: string) => field.options.some((option) => option.id === id);
  if (!splitList(rule.value).every(isOption)) throw definitionError(path, "value");
}

/** A definition that is only looked at has no id yet. */
const unsavedId = "0";

/** Cycles and chains, with the segment as it would be. */
export async function rejectCycles(ctx: Context, id: string | undefined, definition: RuleGroup): Promise<void> {
  const own = segmentNodeOf(definition);
  if (own.targets.length === 0 && id === undefined) return;
  const connected = await queries.listConnectedSegments(ctx.db, { id: id ?? unsavedId, targets: [...own.targets] });
  const graph: SegmentGraph = new Map([
    ...connected.map((one) => [one.id, segmentNodeOf(parseDefinition(one.definition))] as const),
    [id ?? unsavedId, own] as const,
  ]);
  const problem = findGraphProblem(graph, id ?? unsavedId);
  if (problem !== undefined) throw validation(`definition.${problem}`);
}

/** All that a statement of a definition may join. */
const joinedTables = [
  "contact",
  "suppression",
  "consent",
  "list_member",
  "segment_member",
  "shop_order",
  "order_item",
  "contact_order_total",
  "message",
] as const;

/** What is named by rules that were just checked, or that may name what is gone, is not looked up. */
export type ReferenceCheck = "nothing" | "own rules" | "everything";

/** All that the compiler must know beside the definition, and the planner too. */
export async function loadCompileContext(
  ctx: Context,
  definition: RuleGroup,
  trusted: ReferenceCheck,
): Promise<CompileContext> {
  await analyzeStaleTables(ctx.db, joinedTables);
  const { targets } = segmentNodeOf(definition);
  const segments = targets.length === 0 ? [] : await queries.listReferencedSegments(ctx.db, [...targets]);
  const referenced = segments.map((one) => ({ ...one, definition: parseDefinition(one.definition) }));
  const below = referenced.flatMap((one) => flattenRules(one.definition));
  const own = flattenRules(definition);
  const fields = [...own, ...below].some(({ rule }) => rule.type === "custom_field") ? await listFields(ctx.db) : [];
  const unverified = { nothing: [...own, ...below], "own rules": below, everything: [] }[trusted];
  return {
    tenantId: ctx.db.tenantId,
    now: ctx.clock.now(),
    timeZone: ctx.company.timeZone,
    customFields: new Map(fields.map(({ id, type }) => [id, type])),
    segments: new Map(referenced.map((one) => [one.id, { isSnapshot: hasSnapshot(one), definition: one.definition }])),
    hasMissingReference:
      unverified.some(({ rule }) => isFieldMissing(rule, fields)) || (await hasMissingIds(ctx, unverified)),
  };
}

/** Shops are never deleted, nor segments that another one names. */
async function hasMissingIds(ctx: Context, rules: readonly RuleWithPath[]): Promise<boolean> {
  const { lists, purposes, campaigns } = referencedIds(rules);
  if (lists.length + purposes.length + campaigns.length === 0) return false;
  const existing = await queries.findExistingReferences(ctx.db, {
    lists,
    purposes,
    campaigns,
    shops: [],
    segments: [],
  });
  return (
    existing.lists.length < lists.length ||
    existing.purposes.length < purposes.length ||
    existing.campaigns.length < campaigns.length
  );
}

const isFieldMissing = (rule: Rule, fields: Fields): boolean =>
  rule.type === "custom_field" && !fields.some(({ id }) => id === rule.fieldId);
