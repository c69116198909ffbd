/** A pattern of a schema in words, for people and assistants whose value it refused. */
export const patternWordsKeyword = "x-pattern";

/** A pattern and what it means: `Type.String({ ...matching("^[A-Z]{2}$", "two capital letters") })`. */
export const matching = (pattern: string, words: string) => ({ pattern, [patternWordsKeyword]: words });

/** The formats that request validation knows, in words. */
export const formatWords = {
  date: "a day that exists, YYYY-MM-DD",
  "month-day": "a day of the year, MM-DD",
  "date-time": "a time in ISO 8601, such as 2026-05-01T10:00:00.000Z",
  line: "one line without control characters",
  email: "an e-mail address",
} as const;

export type FormatName = keyof typeof formatWords;

type SchemaRules = {
  type?: string | readonly string[];
  /** All values there are. */
  allowed?: readonly unknown[];
  /** Least value of a number, length of a text, or number of elements. */
  min?: number;
  max?: number;
  pattern?: string;
  unique?: true;
};

type Json = Readonly<Record<string, unknown>>;

const isJson = (value: unknown): value is Json => typeof value === "object" && value !== null && !Array.isArray(value);

/** What a schema of a value allows: the `params` of a refusal. */
export function rulesOf(schema: unknown): SchemaRules {
  if (!isJson(schema)) return {};
  const { $ref, $defs } = schema;
  if (typeof $ref === "string" && isJson($defs)) return rulesOf($defs[$ref.replace("#/$defs/", "")]);
  const branches = schema["anyOf"] ?? schema["oneOf"];
  if (Array.isArray(branches)) return rulesOfUnion(schema, branches);
  const type = parseType(schema["type"]);
  const allowed = allowedBy(schema);
  const min = firstNumber(schema, ["minimum", "minLength", "minItems"]);
  const max = firstNumber(schema, ["maximum", "maxLength", "maxItems"]);
  const pattern = describePattern(schema);
  return {
    ...(type === undefined ? {} : { type }),
    ...(allowed === undefined ? {} : { allowed }),
    ...(min === undefined ? {} : { min }),
    ...(max === undefined ? {} : { max }),
    ...(pattern === undefined ? {} : { pattern }),
    ...(schema["uniqueItems"] === true ? { unique: true } : {}),
  };
}

/** The same of the part at a path of the value, such as `conditions.0.operator`. */
export const rulesAt = (schema: unknown, path: readonly string[]): SchemaRules => rulesOf(schemaAt(schema, path));

function schemaAt(schema: unknown, path: readonly string[]): unknown {
  const [step, ...rest] = path;
  if (step === undefined || !isJson(schema)) return schema;
  const branches = schema["anyOf"] ?? schema["oneOf"];
  if (Array.isArray(branches)) {
    return branches.map((branch: unknown) => schemaAt(branch, path)).find((part) => part !== undefined);
  }
  const { properties, items } = schema;
  const part = isJson(properties) && Object.hasOwn(properties, step) ? properties[step] : items;
  return schemaAt(part, rest);
}

/** A value or null has the rules of the value, values that are all named have their names, others have the types. */
function rulesOfUnion(base: Json, branches: readonly unknown[]): SchemaRules {
  const rules = branches.map(rulesOf);
  const types = [...new Set(rules.flatMap((rule) => rule.type ?? []))];
  const type = types.length > 1 ? types : (types[0] ?? parseType(base["type"]));
  const typed = type === undefined ? {} : { type };
  if (rules.every(({ allowed }) => allowed !== undefined)) {
    return { ...typed, allowed: [...new Set(rules.flatMap(({ allowed = [] }) => allowed))] };
  }
  const values = rules.filter((rule) => rule.type !== "null");
  return values.length === 1 ? { ...values[0], ...typed } : typed;
}

function parseType(type: unknown): SchemaRules["type"] {
  if (typeof type === "string") return type;
  return Array.isArray(type) ? type.map(String) : undefined;
}

function allowedBy(schema: Json): readonly unknown[] | undefined {
  if ("const" in schema) return [schema["const"]];
  return Array.isArray(schema["enum"]) ? schema["enum"] : undefined;
}

const firstNumber = (schema: Json, names: readonly string[]): number | undefined =>
  names.map((name) => schema[name]).find((value) => typeof value === "number");

const isFormat = (format: unknown): format is FormatName =>
  typeof format === "string" && Object.hasOwn(formatWords, format);

function describePattern(schema: Json): string | undefined {
  const words = schema[patternWordsKeyword];
  const format = schema["format"];
  const parts = [...(typeof words === "string" ? [words] : []), ...(isFormat(format) ? [formatWords[format]] : [])];
  return parts.length === 0 ? undefined : parts.join("; ");
}
