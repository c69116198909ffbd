import type { TObject } from "typebox";
import { Value } from "typebox/value";
import { validation, type ApiError, toRule, type RejectionRule } from "../../kernel/errors.ts";
import { rulesOf } from "../../kernel/schema-rules.ts";
import { discriminators, maxLevels, maxRules, Rule, ruleVariants, type RuleGroup, type RuleType } from "./grammar.ts";
import { isInCalendar } from "./values.ts";

/** Indexes from the root; they and the field identify an invalid rule. */
export type RulePath = readonly number[];

/** The message leaves the steps `rules` out (part 4); `params.path` is the place in the JSON, beside what is allowed there. */
export function definitionError(path: RulePath, field: string | undefined, rule: RejectionRule): ApiError {
  const last = field === undefined ? [] : [field];
  const steps = path.flatMap((index) => ["rules", index]);
  return validation(["definition", ...path, ...last].join("."), {
    path: ["definition", ...steps, ...last].join("."),
    ...rule,
  });
}

type Input = Readonly<Record<string, unknown>>;
const isObject = (input: unknown): input is Input =>
  typeof input === "object" && input !== null && !Array.isArray(input);

/** Parses a definition, or throws the error that names the invalid place. Unknown properties are dropped. */
export function parseDefinition(input: unknown): RuleGroup {
  if (!isObject(input)) throw definitionError([], undefined, { type: "object" });
  if (input["type"] !== "group") throw definitionError([], "type", { allowed: ["group"] });
  const root = parseGroup(input, []);
  if (flattenRules(root).length > maxRules) throw definitionError([], "rules", { max: maxRules });
  return root;
}

function parseNode(input: unknown, path: RulePath): RuleGroup | Rule {
  if (!isObject(input)) throw definitionError(path, undefined, { type: "object" });
  if (input["type"] !== "group") return parseRule(input, path);
  if (path.length >= maxLevels) throw definitionError(path, "type", { allowed: ruleTypeNames, maxLevels });
  const group = parseGroup(input, path);
  if (group.rules.length === 0) throw definitionError(path, "rules", { min: 1, max: maxRules });
  return group;
}

function parseGroup(input: Input, path: RulePath): RuleGroup {
  const { match, rules } = input;
  if (match !== "all" && match !== "any") throw definitionError(path, "match", { allowed: ["all", "any"] });
  // Longer than any valid definition; the rest is not parsed.
  if (!Array.isArray(rules) || rules.length > maxRules) {
    throw definitionError(path, "rules", { type: "array", max: maxRules });
  }
  return { type: "group", match, rules: rules.map((rule: unknown, index) => parseNode(rule, [...path, index])) };
}

function parseRule(input: Input, path: RulePath): Rule {
  const { type } = input;
  if (!isRuleType(type)) throw definitionError(path, "type", { allowed: ["group", ...ruleTypeNames] });
  const { properties } = selectVariant({ variants: ruleVariants[type], type }, input, path);
  const known = Object.keys(properties).filter((name) => input[name] !== undefined);
  const rule = Object.fromEntries(known.map((name) => [name, input[name]]));
  if (!Value.Check(Rule, rule)) throw definitionError(path, "type", { allowed: ["group", ...ruleTypeNames] });
  return rule;
}

const ruleTypeNames: readonly string[] = Object.keys(ruleVariants);

const isRuleType = (type: unknown): type is RuleType => typeof type === "string" && Object.hasOwn(ruleVariants, type);

type Variants = { readonly variants: readonly TObject[]; readonly type: RuleType };

/** The variant selected by the rule's discriminators, if the rule matches its schema. */
export function selectVariant({ variants, type }: Variants, input: Input, path: RulePath): TObject {
  const names: readonly string[] = discriminators[type];
  const fitting = names.reduce((left, name) => {
    const next = left.filter((variant) => isValidProperty(variant, name, input[name]));
    if (next.length === 0) throw definitionError(path, name, toRule(rulesOf({ anyOf: buildSchemas(left, name) })));
    return next;
  }, variants);
  const wrong = fitting.map((variant) => ({ variant, name: firstInvalidProperty(variant, input) }));
  const right = wrong.find(({ name }) => name === undefined);
  if (right !== undefined) return right.variant;
  const name = wrong[0]?.name ?? "type";
  throw definitionError(path, name, toRule(rulesOf({ anyOf: buildSchemas(fitting, name) })));
}

const buildSchemas = (variants: readonly TObject[], name: string): readonly unknown[] => [
  ...new Set(variants.flatMap(({ properties }) => properties[name] ?? [])),
];

const firstInvalidProperty = (variant: TObject, input: Input): string | undefined =>
  Object.keys(variant.properties).find((name) => !isValidProperty(variant, name, input[name]));

function isValidProperty({ properties, required }: TObject, name: string, value: unknown): boolean {
  const schema = properties[name];
  if (schema === undefined) return true;
  if (value === undefined) return !(required ?? []).some((needed) => needed === name);
  return Value.Check(schema, value) && isInCalendar(schema, value);
}

export type RuleWithPath = { readonly rule: Rule; readonly path: RulePath };

/** All rules in the order of the definition. */
export const flattenRules = (group: RuleGroup, path: RulePath = []): RuleWithPath[] =>
  group.rules.flatMap((node, index) =>
    node.type === "group" ? flattenRules(node, [...path, index]) : [{ rule: node, path: [...path, index] }],
  );
