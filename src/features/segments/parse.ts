import type { TObject } from "typebox";
import { Value } from "typebox/value";
import { validation } from "../../kernel/errors.ts";
import { grammar, maxLevels, maxRules, Rule, type Group } from "./grammar.ts";
import { isInCalendar } from "./values.ts";

/** Indexes from the root; a wrong rule is named by them and by its field. */
export type Path = readonly number[];

export const refusal = (path: Path, field: string) => validation(["definition", ...path, field].join("."));

type Input = Readonly<Record<string, unknown>>;
const isObject = (input: unknown): input is Input =>
  typeof input === "object" && input !== null && !Array.isArray(input);

/** What came in as a definition, or the error that names what is wrong with it. Properties that no rule has are left out. */
export function parseDefinition(input: unknown): Group {
  if (!isObject(input)) throw validation("definition");
  if (input["type"] !== "group") throw refusal([], "type");
  const root = groupOf(input, []);
  if (rulesIn(root).length > maxRules) throw refusal([], "rules");
  return root;
}

function nodeOf(input: unknown, path: Path): Group | Rule {
  if (!isObject(input)) throw validation(["definition", ...path].join("."));
  if (input["type"] !== "group") return ruleOf(input, path);
  if (path.length >= maxLevels) throw refusal(path, "type");
  const group = groupOf(input, path);
  if (group.rules.length === 0) throw refusal(path, "rules");
  return group;
}

function groupOf(input: Input, path: Path): Group {
  const { match, rules } = input;
  if (match !== "all" && match !== "any") throw refusal(path, "match");
  // Longer than any definition may be; the rest is not worth reading.
  if (!Array.isArray(rules) || rules.length > maxRules) throw refusal(path, "rules");
  return { type: "group", match, rules: rules.map((rule: unknown, index) => nodeOf(rule, [...path, index])) };
}

function ruleOf(input: Input, path: Path): Rule {
  const variants = grammar.get(input["type"]);
  if (variants === undefined) throw refusal(path, "type");
  const { properties } = fittingVariant(variants, input, path);
  const known = Object.keys(properties).filter((name) => input[name] !== undefined);
  const rule = Object.fromEntries(known.map((name) => [name, input[name]]));
  if (!Value.Check(Rule, rule)) throw refusal(path, "type");
  return rule;
}

/** These decide which variant is meant; the other properties are then held against that one. */
const deciding = ["field", "attribute", "operator"] as const;

export function fittingVariant(variants: readonly TObject[], input: Input, path: Path): TObject {
  const fitting = deciding.reduce((left, name) => {
    const next = left.filter((variant) => isRight(variant, name, input[name]));
    if (next.length === 0) throw refusal(path, name);
    return next;
  }, variants);
  const wrong = fitting.map((variant) => ({ variant, name: firstWrong(variant, input) }));
  const right = wrong.find(({ name }) => name === undefined);
  if (right === undefined) throw refusal(path, wrong[0]?.name ?? "type");
  return right.variant;
}

const firstWrong = (variant: TObject, input: Input): string | undefined =>
  Object.keys(variant.properties).find((name) => !isRight(variant, name, input[name]));

function isRight({ properties, required }: TObject, name: string, value: unknown): boolean {
  const schema = properties[name];
  if (schema === undefined) return true;
  if (value === undefined) return !(required ?? []).some((needed) => needed === name);
  return Value.Check(schema, value) && isInCalendar(schema, value);
}

export type Placed = { readonly rule: Rule; readonly path: Path };

/** All rules in the order of the definition. */
export const rulesIn = (group: Group, path: Path = []): Placed[] =>
  group.rules.flatMap((node, index) =>
    node.type === "group" ? rulesIn(node, [...path, index]) : [{ rule: node, path: [...path, index] }],
  );
