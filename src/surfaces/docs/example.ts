import { isNull, asList, mergeAll, asNode, typesOf, exampleValue, variantsOf, type SchemaNode } from "./shape.ts";

/** The number of properties in an example request. Responses show all. */
const maxRequestProperties = 6;

type ExampleKind = "request" | "answer";
type ExampleContext = {
  readonly aim: ExampleKind;
  readonly name: string;
  /** Values for this operation, before those of all. */
  readonly values: Readonly<Record<string, string>>;
  readonly definitions: SchemaNode;
  /** Definitions being expanded. */
  readonly open: readonly string[];
};

/** A request body, and the response for a new object without history. */
export const requestExample = (schema: unknown, values: ExampleContext["values"] = {}): unknown =>
  example(schema, { ...start("request"), values });
export const answerExample = (schema: unknown): unknown => example(schema, start("answer"));
export const valueExample = (schema: unknown, name: string): unknown => example(schema, { ...start("request"), name });

const start = (aim: ExampleKind): ExampleContext => ({
  aim,
  name: "",
  values: {},
  definitions: {},
  open: [],
});

export const companyGuid = "6f1c2a7e-4b0d-4c55-9a3e-1d2f3b4c5d6e";

const byFormat: Readonly<Record<string, string>> = {
  email: "jana@example.com",
  date: "2026-05-01",
  "date-time": "2026-05-01T08:30:00.000Z",
  "month-day": "05-01",
  uuid: companyGuid,
  uri: "https://example.com/",
};

/** Example values by property name; a value that the schema rejects is skipped. */
const byName: Readonly<Record<string, string>> = {
  email: "jana@example.com",
  firstName: "Jana",
  lastName: "Nováková",
  vocativeFirstName: "Jano",
  vocativeLastName: "Nováková",
  titleBefore: "Ing.",
  titleAfter: "Ph.D.",
  salutation: "Milá Jano",
  salutationFormal: "Vážená paní Nováková",
  company: "Květinářství Jana",
  companyId: "27074358",
  phone: "+420 224 123 456",
  mobile: "+420 601 234 567",
  street: "Dlouhá 12",
  city: "Praha",
  postalCode: "110 00",
  note: "Prefers e-mail in the morning",
  detail: "Asked by phone",
  name: "Spring flowers",
  title: "Opened an e-mail",
  description: "News and offers, at most twice a month",
  text: "I agree to receive news by e-mail.",
  source: "manual",
  ip: "203.0.113.7",
  url: "https://example.com/",
  timeZone: "Europe/Prague",
  currency: "CZK",
  language: "cs",
  country: "CZ",
  amount: "1290.00",
  price: "1290.00",
  total: "1290.00",
  password: "correct horse battery staple",
  code: "123456",
  tenant: companyGuid,
  guid: companyGuid,
  web: "https://example.com/",
  token: "Zk3v9mQpX2",
  key: `pst_${"x".repeat(43)}`,
  sort: "-createdAt",
  q: "jana",
};

/** The first match is used. A contract with an unusual pattern gives its schema `examples`. */
const byPattern = [
  "spring",
  "#1d5bd8",
  "https://example.com/",
  "1",
  "cs",
  "CZ",
  "CZK",
  "10:30",
  "2026-05-01",
  "1290.00",
  "id",
  "at",
  "name",
  "createdAt",
  "filledAt",
  "abc",
  "x".repeat(43),
];

function example(schema: unknown, outer: ExampleContext): unknown {
  const node = mergeAll(asNode(schema));
  const place = { ...outer, definitions: { ...outer.definitions, ...asNode(node["$defs"]) } };
  if (typeof node["$ref"] === "string") return follow(node["$ref"], place);
  if (isNull(node)) return null;
  if (place.aim === "answer" && mayBeNull(node) && byName[place.name] === undefined) return null;
  const given = givenBy(node);
  if (given !== undefined) return given;
  const variant = variantsOf(node).find((candidate) => !isNull(candidate));
  if (variant !== undefined) return example(variant, place);
  const [type] = typesOf(node).filter((word) => word !== "null");
  if (type === "string") return textFor(node, { ...byName, ...place.values }[place.name]);
  if (type === "integer" || type === "number") return numberFor(node, place.name);
  if (type === "boolean") return place.aim === "request";
  if (type === "array") return arrayFor(node, place);
  if (type === "object") return objectFor(node, place);
  return type === undefined ? "any value" : null;
}

const mayBeNull = (node: SchemaNode): boolean =>
  variantsOf(node).some(isNull) || (typesOf(node).length > 1 && typesOf(node).includes("null"));

function givenBy(node: SchemaNode): unknown {
  if ("const" in node) return node["const"];
  return asList(node["examples"])[0] ?? node["default"] ?? asList(node["enum"])[0];
}

/** A recursive definition has no example: an array of it stays empty, a property of it is omitted. */
function follow(reference: string, place: ExampleContext): unknown {
  const name = reference.split("/").at(-1) ?? reference;
  if (place.open.includes(name)) return undefined;
  return example(place.definitions[name], { ...place, open: [...place.open, name] });
}

function textFor(node: SchemaNode, known: string | undefined): string {
  const format = typeof node["format"] === "string" ? byFormat[node["format"]] : undefined;
  const candidates = [format, known, ...(node["pattern"] === undefined ? ["text"] : byPattern)];
  return candidates.find((text) => text !== undefined && fits(node, text)) ?? "text";
}

function fits(node: SchemaNode, text: string): boolean {
  const { pattern, minLength, maxLength } = node;
  if (typeof pattern === "string" && !new RegExp(pattern, "u").test(text)) return false;
  if (typeof minLength === "number" && text.length < minLength) return false;
  return typeof maxLength !== "number" || text.length <= maxLength;
}

const numbersByName: Readonly<Record<string, number>> = { page: 1, pageSize: 25, total: 1 };

function numberFor(node: SchemaNode, name: string): number {
  const { minimum, maximum } = node;
  const preferred = numbersByName[name] ?? 12;
  if (typeof minimum === "number" && minimum > preferred) return minimum;
  return typeof maximum === "number" && maximum < preferred ? maximum : preferred;
}

function arrayFor(node: SchemaNode, place: ExampleContext): unknown[] {
  const item = example(node["items"], { ...place, name: singular(place.name) });
  return item === undefined ? [] : [item];
}

const singular = (name: string): string => name.replace(/s$/, "");

function objectFor(node: SchemaNode, place: ExampleContext): unknown {
  const properties = Object.entries(asNode(node["properties"]));
  if (properties.length === 0 && exampleValue(node) !== undefined) {
    return { "1": example(exampleValue(node), { ...place, name: "" }) };
  }
  return Object.fromEntries(
    chosen(properties, node, place.aim)
      .map(([name, schema]) => [name, example(schema, { ...place, name })] as const)
      .filter(([, value]) => value !== undefined),
  );
}

function chosen(properties: [string, unknown][], node: SchemaNode, aim: ExampleKind): [string, unknown][] {
  if (aim === "answer") return properties;
  const required = new Set(asList(node["required"]));
  const room = Math.max(0, maxRequestProperties - required.size);
  const optional = properties.map(([name]) => name).filter((name) => !required.has(name) && !isReference(name));
  const taken = new Set<unknown>([...required, ...optional.slice(0, room)]);
  return properties.filter(([name]) => taken.has(name));
}

/** Ids of other objects are shown only where they are required; every company has a shop. */
const isReference = (name: string): boolean => /Ids?$/.test(name) && name !== "shopId";
