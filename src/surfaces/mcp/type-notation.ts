import { isJson, type Json } from "./arguments.ts";

/**
 * JSON Schemas written as TypeScript: about a quarter of the size. What occurs more than once becomes a type with a name
 * and is written once; variants of a union share what is the same in all of them. `elsewhere` names types that are not
 * written out, with where they are found.
 */
export function typeNotation(
  roots: ReadonlyMap<string, Json>,
  elsewhere: Readonly<Record<string, string>> = {},
): string {
  const definitions = new Map([...roots.values()].flatMap((root) => [...definitionsIn(root)]));
  const bodies = new Map([...definitions, ...roots].filter(([name]) => !Object.hasOwn(elsewhere, name)));
  const shared = repeatedIn([...bodies.values()], new Set([...roots.keys(), ...definitions.keys()]));
  for (const [json, name] of shared) bodies.set(name, parsed(json));
  const used = new Set(roots.keys());
  const write = writer(shared, used);
  const lines = new Map<string, string>();
  for (let open = [...used]; open.length > 0; open = [...used].filter((name) => !lines.has(name))) {
    for (const name of open) {
      const body = bodies.get(name);
      lines.set(name, `type ${name} = ${body === undefined ? (elsewhere[name] ?? idText) : write(body, name)}`);
    }
  }
  return [...lines.values()].join("\n");
}

const idText = "string // digits";
const idPattern = "^[1-9][0-9]{0,15}$";

const parsed = (json: string): Json => {
  const value: unknown = JSON.parse(json);
  return isJson(value) ? value : {};
};

/** The bodies of all definitions, by name. */
function definitionsIn(value: unknown): Map<string, Json> {
  const found = new Map<string, Json>();
  for (const inner of isJson(value) || Array.isArray(value) ? Object.values(value) : []) {
    for (const [name, body] of definitionsIn(inner)) found.set(name, body);
  }
  const own = isJson(value) ? value["$defs"] : undefined;
  for (const [name, body] of isJson(own) ? Object.entries(own) : []) if (isJson(body)) found.set(name, body);
  return found;
}

/** Every schema inside, without definitions, and the property that holds it. */
function visit(value: unknown, see: (schema: Json, property: string) => void, property = ""): void {
  if (Array.isArray(value)) return value.forEach((inner) => visit(inner, see, property));
  if (!isJson(value)) return;
  see(value, property);
  const { $defs: _, properties, ...rest } = value;
  if (isJson(properties)) for (const [key, inner] of Object.entries(properties)) visit(inner, see, key);
  for (const inner of Object.values(rest)) visit(inner, see, property);
}

const minSharedBytes = 50;

/** A name for the JSON of every part that is repeated: that of the property that holds it. */
function repeatedIn(schemas: readonly Json[], taken: Set<string>): ReadonlyMap<string, string> {
  const seen = new Map<string, { readonly property: string; readonly times: number }>();
  for (const schema of schemas) {
    visit(schema, (part, property) => {
      const json = JSON.stringify(part);
      const earlier = seen.get(json);
      // A variant of an argument itself is held by no property; the same schema elsewhere may be.
      const holder = property === "" ? (earlier?.property ?? "") : property;
      seen.set(json, { property: holder, times: (earlier?.times ?? 0) + 1 });
    });
  }
  const repeated = [...seen].filter(
    ([json, { property, times }]) =>
      property !== "" && times > 1 && json.length >= minSharedBytes && isComposed(parsed(json)),
  );
  return new Map(repeated.map(([json, { property }]) => [json, freeName(property, taken)]));
}

const isComposed = (schema: Json): boolean =>
  isJson(schema["properties"]) || Array.isArray(schema["enum"]) || variantsOf(schema).length > 0;

function variantsOf({ anyOf, oneOf }: Json): Json[] {
  const variants = anyOf ?? oneOf;
  return Array.isArray(variants) ? variants.filter(isJson) : [];
}

export function freeName(property: string, taken: Set<string>): string {
  const base = `${property.charAt(0).toUpperCase()}${property.slice(1)}`.replaceAll(/\W/g, "");
  let name = base;
  for (let index = 2; taken.has(name); index += 1) name = `${base}${index}`;
  taken.add(name);
  return name;
}

type Write = (schema: unknown, ownName?: string) => string;

function writer(shared: ReadonlyMap<string, string>, used: Set<string>): Write {
  const named = (name: string) => {
    used.add(name);
    return name;
  };
  const write: Write = (schema, ownName) => {
    if (!isJson(schema)) return "any";
    const name = shared.get(JSON.stringify(schema));
    if (name !== undefined && name !== ownName) return named(name);
    if (typeof schema["$ref"] === "string") return named(schema["$ref"].replace("#/$defs/", ""));
    if (schema["pattern"] === idPattern) return named("Id");
    const variants = variantsOf(schema);
    if (variants.length > 0) return union(variants);
    if ("const" in schema) return JSON.stringify(schema["const"]);
    if (Array.isArray(schema["enum"])) return schema["enum"].map((one) => JSON.stringify(one)).join("|");
    if (isJson(schema["properties"])) return object(schema["properties"], requiredOf(schema));
    if (schema["items"] !== undefined) return `${bracketed(write(schema["items"]))}[]${bounds(schema, "Items")}`;
    if (isJson(schema["additionalProperties"])) return `Record<string,${write(schema["additionalProperties"])}>`;
    return primitive(schema);
  };
  const object = (properties: Json, required: ReadonlySet<string>): string =>
    `{${Object.entries(properties)
      .map(([key, inner]) => `${key}${required.has(key) ? "" : "?"}:${write(inner)}${toNote(inner)}`)
      .join(", ")}}`;
  const union = (variants: readonly Json[]): string => {
    const common = commonProperties(variants);
    const isSimple = variants.every(({ properties }) => !isJson(properties));
    if (isSimple) return variants.map((variant) => write(variant)).join("|");
    const lines = variants.map((variant) => {
      const rest = Object.entries(isJson(variant["properties"]) ? variant["properties"] : {}).filter(
        ([key]) => !common.has(key),
      );
      const isReference = !isJson(variant["properties"]);
      const body = isReference ? write(variant) : object(Object.fromEntries(rest), requiredOf(variant));
      return `\n| ${body}${lineNote(variant)}`;
    });
    const [first] = variants;
    const base =
      common.size === 0 || first === undefined ? "" : `${object(Object.fromEntries(common), requiredOf(first))} & (`;
    return `${base}${lines.join("")}${base === "" ? "" : ")"}`;
  };
  return write;
}

const bracketed = (text: string): string => (text.includes("|") ? `(${text})` : text);

const requiredOf = ({ required }: Json): ReadonlySet<string> =>
  new Set(Array.isArray(required) ? required.map(String) : []);

/** Properties that every variant has with the same schema. */
function commonProperties(variants: readonly Json[]): ReadonlyMap<string, unknown> {
  const [first, ...others] = variants;
  if (first === undefined || others.length === 0 || !isJson(first["properties"])) return new Map();
  return new Map(
    Object.entries(first["properties"]).filter(([key, schema]) =>
      others.every(
        (other) =>
          isJson(other["properties"]) &&
          JSON.stringify(other["properties"][key]) === JSON.stringify(schema) &&
          requiredOf(other).has(key) === requiredOf(first).has(key),
      ),
    ),
  );
}

function primitive(schema: Json): string {
  const { type, default: preset } = schema;
  const name = Array.isArray(type) ? type.join("|") : typeof type === "string" ? type : "any";
  const range = name === "integer" || name === "number" ? bounds(schema, "imum") : "";
  return `${name}${range}${preset === undefined ? "" : `=${JSON.stringify(preset)}`}`;
}

/** Limits as `<1..9>`: the smallest and largest value of a number, the length of an array. */
function bounds(schema: Json, suffix: "imum" | "Items"): string {
  const [min, max] = [schema[`min${suffix}`], schema[`max${suffix}`]].map((bound) => JSON.stringify(bound) ?? "");
  return min === "" && max === "" ? "" : `<${min}..${max}>`;
}

/** What a property is for; of a text without words, the pattern or the length that it must have. */
function toNote(schema: unknown): string {
  if (!isJson(schema) || schema["pattern"] === idPattern) return plainNote(schema);
  const { description, pattern, maxLength, type } = schema;
  if (typeof description === "string") return ` /* ${description} */`;
  if (typeof pattern === "string" && pattern.length <= 40 && !pattern.startsWith(anyLetters))
    return ` /* ${pattern} */`;
  return typeof maxLength === "number" && type === "string" ? ` /* at most ${maxLength} characters */` : "";
}

/** Any letters but control characters. */
const anyLetters = String.raw`^[^\u0000`;

function plainNote(schema: unknown): string {
  const description = isJson(schema) ? schema["description"] : undefined;
  return typeof description === "string" && description !== "Id: digits" ? ` /* ${description} */` : "";
}

/** Title and description of a variant; a title that repeats its type says nothing. */
function lineNote({ title, description, properties }: Json): string {
  const type = isJson(properties) && isJson(properties["type"]) ? properties["type"]["const"] : undefined;
  const words = [title === type ? undefined : title, description].filter((word) => typeof word === "string");
  return words.length === 0 ? "" : ` // ${words.join(": ")}`;
}
