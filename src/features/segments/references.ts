import type { Context } from "../../context.ts";
import { freshenStatistics } from "../../db/statistics.ts";
import { validation } from "../../kernel/errors.ts";
import { listFields } from "../contacts/fields/queries.ts";
import { customRules, type Group, type Rule, type RuleOf } from "./grammar.ts";
import { nodeOf, problemOf, type Graph } from "./graph.ts";
import { fittingVariant, parseDefinition, refusal, rulesIn, type Path, type Placed } from "./parse.ts";
import * as queries from "./queries.ts";
import { split } from "./values.ts";
import { hasSnapshot, type World } from "./world.ts";

type RuleType = Rule["type"];

const named = (rules: readonly Placed[], idOf: (rule: Rule) => string | undefined): string[] => [
  ...new Set(rules.flatMap(({ rule }) => idOf(rule) ?? [])),
];

const is =
  <Name extends RuleType>(name: Name) =>
  (rule: Rule): rule is RuleOf<Name> =>
    rule.type === name;

const idsOf = (rules: readonly Placed[]): queries.NamedIds => ({
  lists: named(rules, (rule) => (is("list")(rule) ? rule.listId : undefined)),
  purposes: named(rules, (rule) => (is("purpose")(rule) ? rule.purposeId : undefined)),
  campaigns: named(rules, (rule) => (is("campaign")(rule) ? rule.campaignId : undefined)),
  shops: named(rules, (rule) => ("shopId" in rule ? rule.shopId : undefined)),
  segments: named(rules, (rule) => (is("segment")(rule) ? rule.segmentId : undefined)),
});

/** What rules name must be there: the first that names nothing is refused by its place and field. */
export async function refuseUnknown(ctx: Context, definition: Group, shopId: string): Promise<void> {
  const rules = rulesIn(definition);
  const needsFields = rules.some(({ rule }) => rule.type === "custom_field");
  const [known, fields] = await Promise.all([
    queries.findNamed(ctx.db, idsOf(rules)),
    needsFields ? listFields(ctx.db) : [],
  ]);
  for (const { rule, path } of rules) {
    const wrong = wrongFieldOf(rule, known, shopId);
    if (wrong !== undefined) throw refusal(path, wrong);
    if (rule.type === "custom_field") refuseUnfitting(rule, path, fields);
  }
}

function wrongFieldOf(rule: Rule, known: queries.Named, shopId: string): string | undefined {
  switch (rule.type) {
    case "list":
      return known.lists.includes(rule.listId) ? undefined : "listId";
    case "purpose":
      return known.purposes.includes(rule.purposeId) ? undefined : "purposeId";
    case "campaign":
      return known.campaigns.includes(rule.campaignId) ? undefined : "campaignId";
    case "segment":
      return known.segments.some((one) => one.id === rule.segmentId && one.shopId === shopId) ? undefined : "segmentId";
    case "order_value":
    case "order_count":
    case "order_attribute":
    case "last_order":
      return wrongOrderField(rule, known);
    case "field":
    case "engagement":
    case "custom_field":
      return undefined;
  }
}

function wrongOrderField(rule: Extract<Rule, { shopId?: string }>, known: queries.Named): string | undefined {
  if (rule.shopId === undefined) return undefined;
  const shop = known.shops.find(({ id }) => id === rule.shopId);
  if (shop === undefined) return "shopId";
  return rule.type !== "order_value" || shop.currencies.includes(rule.currency) ? undefined : "currency";
}

type Fields = Awaited<ReturnType<typeof listFields>>;

/** Which operators and values fit is a matter of the field's type and options. */
function refuseUnfitting(rule: RuleOf<"custom_field">, path: Path, fields: Fields): void {
  const field = fields.find(({ id }) => id === rule.fieldId);
  if (field === undefined) throw refusal(path, "fieldId");
  fittingVariant(customRules[field.type], rule, path);
  const isChoice = field.type === "select" || field.type === "multiselect";
  if (!isChoice || !("value" in rule)) return;
  const isOption = (id: string) => field.options.some((option) => option.id === id);
  if (!split(rule.value).every(isOption)) throw refusal(path, "value");
}

/** A definition that is only looked at has no id yet. */
const unsaved = "0";

/** Cycles and chains, with the segment as it would be. */
export async function refuseEntangled(ctx: Context, id: string | undefined, definition: Group): Promise<void> {
  const own = nodeOf(definition);
  if (own.targets.length === 0 && id === undefined) return;
  const relatives = await queries.listRelatives(ctx.db, { id: id ?? unsaved, targets: [...own.targets] });
  const graph: Graph = new Map([
    ...relatives.map((one) => [one.id, nodeOf(parseDefinition(one.definition))] as const),
    [id ?? unsaved, own] as const,
  ]);
  const problem = problemOf(graph, id ?? unsaved);
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
  "campaign_message",
] as const;

/** What is named by rules that were just checked, or that may name what is gone, is not looked up. */
export type Trusted = "nothing" | "own rules" | "everything";

/** All that the compiler must know beside the definition, and the planner too. */
export async function worldOf(ctx: Context, definition: Group, trusted: Trusted): Promise<World> {
  await freshenStatistics(ctx.db, joinedTables);
  const { targets } = nodeOf(definition);
  const segments = targets.length === 0 ? [] : await queries.listBelow(ctx.db, [...targets]);
  const named = segments.map((one) => ({ ...one, definition: parseDefinition(one.definition) }));
  const below = named.flatMap((one) => rulesIn(one.definition));
  const own = rulesIn(definition);
  const fields = [...own, ...below].some(({ rule }) => rule.type === "custom_field") ? await listFields(ctx.db) : [];
  const doubtful = { nothing: [...own, ...below], "own rules": below, everything: [] }[trusted];
  return {
    tenantId: ctx.db.tenantId,
    now: ctx.clock.now(),
    timeZone: ctx.company.timeZone,
    customFields: new Map(fields.map(({ id, type }) => [id, type])),
    segments: new Map(named.map((one) => [one.id, { isSnapshot: hasSnapshot(one), definition: one.definition }])),
    isBroken: doubtful.some(({ rule }) => lacksField(rule, fields)) || (await lacksNamed(ctx, doubtful)),
  };
}

/** Shops are never deleted, nor segments that another one names. */
async function lacksNamed(ctx: Context, rules: readonly Placed[]): Promise<boolean> {
  const { lists, purposes, campaigns } = idsOf(rules);
  if (lists.length + purposes.length + campaigns.length === 0) return false;
  const known = await queries.findNamed(ctx.db, { lists, purposes, campaigns, shops: [], segments: [] });
  return (
    known.lists.length < lists.length ||
    known.purposes.length < purposes.length ||
    known.campaigns.length < campaigns.length
  );
}

const lacksField = (rule: Rule, fields: Fields): boolean =>
  rule.type === "custom_field" && !fields.some(({ id }) => id === rule.fieldId);
