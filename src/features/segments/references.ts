import type { Context } from "../../context.ts";
import { analyzeStaleTables } from "../../db/planner-statistics.ts";
import { accepts, existing } from "../../kernel/accepts.ts";
import { validation } from "../../kernel/errors.ts";
import { findRemovedOptions, listFields } from "../contacts/fields/queries.ts";
import { customRules, maxChain, type RuleGroup, type Rule, type RuleOf } from "./grammar.ts";
import { toSegmentNode, findGraphProblem, type SegmentGraph } from "./graph.ts";
import {
  selectVariant,
  parseDefinition,
  definitionError,
  flattenRules,
  type RulePath,
  type RuleWithPath,
} from "./parse.ts";
import * as queries from "./queries.ts";
import { joinedTables, referencesOf, type RuleReference } from "./rule-types.ts";
import { splitList } from "./values.ts";
import { hasSnapshot, type CompileContext } from "./compile-context.ts";

const referencesIn = (rules: readonly RuleWithPath[]): RuleReference[] =>
  rules.flatMap(({ rule }) => [...referencesOf(rule)]);

function referencedIds(rules: readonly RuleWithPath[]): queries.ReferencedIds {
  const references = referencesIn(rules);
  const idsOf = (kind: RuleReference["kind"]) => [
    ...new Set(references.flatMap((reference) => (reference.kind === kind ? [reference.id] : []))),
  ];
  return {
    lists: idsOf("list"),
    purposes: idsOf("purpose"),
    campaigns: idsOf("campaign"),
    shops: idsOf("shop"),
    segments: idsOf("segment"),
  };
}

/** Rejects the first rule that references an object the company does not have, by its path and property. */
export async function rejectUnknownReferences(ctx: Context, definition: RuleGroup, shopId: string): Promise<void> {
  const rules = flattenRules(definition);
  const needsFields = rules.some(({ rule }) => rule.type === "custom_field");
  const [known, fields] = await Promise.all([
    queries.findExistingReferences(ctx.db, referencedIds(rules)),
    needsFields ? listFields(ctx.db) : [],
  ]);
  for (const { rule, path } of rules) {
    const wrong = findUnknownReference(rule, known, shopId);
    if (wrong !== undefined) throw definitionError(path, wrong.property, existing(wrong.kind));
    if (rule.type === "custom_field") rejectInvalidCustomFieldRule(rule, path, fields);
  }
}

const findUnknownReference = (rule: Rule, known: queries.ExistingReferences, shopId: string) =>
  referencesOf(rule).find((reference) => !isExisting(reference, known, shopId));

function isExisting(reference: RuleReference, known: queries.ExistingReferences, shopId: string): boolean {
  const { kind, id } = reference;
  switch (kind) {
    case "list":
      return known.lists.includes(id);
    case "purpose":
      return known.purposes.includes(id);
    case "campaign":
      return known.campaigns.includes(id);
    case "segment":
      return known.segments.some((segment) => segment.id === id && segment.shopId === shopId);
    case "shop":
      return known.shops.some((shop) => shop.id === id);
    case "currency":
      return known.shops.some((shop) => shop.id === reference.shopId && shop.currencies.includes(id));
    case "custom_field":
      // Checked with its type and options by rejectInvalidCustomFieldRule.
      return true;
  }
}

type Fields = Awaited<ReturnType<typeof listFields>>;

/** Valid operators and values depend on the field's type and options. */
function rejectInvalidCustomFieldRule(rule: RuleOf<"custom_field">, path: RulePath, fields: Fields): void {
  const field = fields.find(({ id }) => id === rule.fieldId);
  if (field === undefined) throw definitionError(path, "fieldId", existing("custom_field"));
  selectVariant({ variants: customRules[field.type], type: rule.type }, rule, path);
  const isChoice = field.type === "select" || field.type === "multiselect";
  if (!isChoice || !("value" in rule)) return;
  const isOption = (id: string) => field.options.some((option) => option.id === id);
  if (!splitList(rule.value).every(isOption)) {
    throw definitionError(path, "value", { allowed: field.options.map(({ id }) => id) });
  }
}

/** A previewed definition has no id yet. */
const unsavedId = "0";

/** Checks cycles and depth with the segment as it would be saved. */
export async function rejectCycles(ctx: Context, id: string | undefined, definition: RuleGroup): Promise<void> {
  const own = toSegmentNode(definition);
  if (own.targets.length === 0 && id === undefined) return;
  const connected = await queries.listConnectedSegments(ctx.db, { id: id ?? unsavedId, targets: [...own.targets] });
  const graph: SegmentGraph = new Map([
    ...connected.map((item) => [item.id, toSegmentNode(parseDefinition(item.definition))] as const),
    [id ?? unsavedId, own] as const,
  ]);
  const problem = findGraphProblem(graph, id ?? unsavedId);
  if (problem !== undefined)
    throw validation(`definition.${problem}`, {
      path: "definition",
      ...(problem === "segmentDepth" ? { max: maxChain, unit: "segments" } : accepts.noCircle),
    });
}

/** Which references are trusted without a lookup: those just checked, or all if deleted objects do not matter. */
export type ReferenceCheck = "nothing" | "own rules" | "everything";

/** Loads the compile context of a definition and refreshes the planner statistics of its tables. */
export async function loadCompileContext(
  ctx: Context,
  definition: RuleGroup,
  trusted: ReferenceCheck,
): Promise<CompileContext> {
  await analyzeStaleTables(ctx.db, joinedTables);
  const { targets } = toSegmentNode(definition);
  const segments = targets.length === 0 ? [] : await queries.listReferencedSegments(ctx.db, [...targets]);
  const referenced = segments.map((segment) => ({ ...segment, definition: parseDefinition(segment.definition) }));
  const below = referenced.flatMap((item) => flattenRules(item.definition));
  const own = flattenRules(definition);
  const hasCustomField = [...own, ...below].some(({ rule }) => rule.type === "custom_field");
  const fields = hasCustomField ? await listFields(ctx.db) : [];
  const unverified = { nothing: [...own, ...below], "own rules": below, everything: [] }[trusted];
  return {
    tenantId: ctx.db.tenantId,
    now: ctx.clock.now(),
    timeZone: ctx.company.timeZone,
    customFields: new Map(fields.map(({ id, type }) => [id, type])),
    removedOptions: hasCustomField ? await findRemovedOptions(ctx.db) : new Map(),
    segments: new Map(referenced.map((one) => [one.id, { isSnapshot: hasSnapshot(one), definition: one.definition }])),
    hasMissingReference:
      unverified.some(({ rule }) => isFieldMissing(rule, fields)) || (await hasMissingIds(ctx, unverified)),
  };
}

/** Shops are never deleted, nor are referenced segments. */
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
  referencesOf(rule).some(({ kind, id }) => kind === "custom_field" && !fields.some((field) => field.id === id));
