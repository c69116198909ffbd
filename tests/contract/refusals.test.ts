import { Type, type TSchema } from "typebox";
import { describe, expect, it } from "vitest";
import { compileRequestSchema } from "../../src/http/validation.ts";
import { accepts } from "../../src/kernel/accepts.ts";
import { ApiError } from "../../src/kernel/errors.ts";
import { publishedSchemaKeyword } from "../../src/kernel/schema.ts";
import { formatWords, patternWordsKeyword } from "../../src/kernel/schema-rules.ts";
import { operations } from "../../src/registry/registry.ts";
import { czechPatterns, findPattern } from "../../web/ui/rejections/pattern-messages.ts";
import { slovakPatterns } from "../../web/ui/rejections/pattern-messages.sk.ts";
import { company } from "../harness/factories/company.ts";
import { call } from "../harness/servers/mcp-client.ts";

type Json = Readonly<Record<string, unknown>>;

const isJson = (value: unknown): value is Json => typeof value === "object" && value !== null && !Array.isArray(value);

/** A value that breaks one rule of a schema, and what the refusal has to say. */
type Mistake = { readonly rule: string; readonly value: unknown; readonly params: Json };

const letters = (length: number): string => "x".repeat(length);

/** A short text that the pattern refuses. */
const findMismatch = ({ pattern }: Json): string | undefined =>
  typeof pattern === "string" ? ["\u0007", "  ", "!"].find((text) => !new RegExp(pattern, "u").test(text)) : undefined;

function mistakesIn(schema: Json): Mistake[] {
  const { type, enum: words, minLength, maxLength, minimum, maximum, minItems, maxItems } = schema;
  const types = [type].flat();
  const isText = types.includes("string");
  const mistakes: Mistake[] = [];
  const add = (rule: string, value: unknown, params: Json) => mistakes.push({ rule, value, params });
  if (typeof type === "string" && type !== "object") add("type", { no: "such" }, { type });
  if (Array.isArray(words)) add("enum", isText ? "no such word" : 123_456, { allowed: words });
  if (isText && typeof maxLength === "number") add("maxLength", letters(maxLength + 1), { max: maxLength });
  if (isText && typeof minLength === "number" && minLength > 0) add("minLength", "", { min: minLength });
  if (typeof minimum === "number") add("minimum", minimum - 1, { min: minimum });
  if (typeof maximum === "number") add("maximum", maximum + 1, { max: maximum });
  if (typeof minItems === "number" && minItems > 0) add("minItems", [], { min: minItems });
  if (typeof maxItems === "number") add("maxItems", Array.from({ length: maxItems + 1 }), { max: maxItems });
  const meaning = schema[patternWordsKeyword];
  const mismatch = findMismatch(schema);
  if (typeof meaning === "string" && mismatch !== undefined) {
    add("pattern", mismatch, { pattern: expect.stringContaining(meaning) });
  }
  return mistakes;
}

const catchRejection = (check: (value: unknown) => true, value: unknown): unknown => {
  try {
    return check(value);
  } catch (error) {
    return error instanceof ApiError ? { code: error.code, message: error.message, params: error.params } : error;
  }
};

/** Every field alone: the others are not required. */
const listFields = (schema: TSchema): [string, Json][] => {
  const properties: unknown = Reflect.get(schema, "properties");
  return isJson(properties)
    ? Object.entries(properties).flatMap(([name, field]) => (isJson(field) ? [[name, field]] : []))
    : [];
};

const withoutRequired = (schema: TSchema): TSchema => ({ ...schema, required: [] });

/** Operations of OAuth check their parameters themselves. */
const validated = operations.filter(({ protocol }) => protocol !== "oauth");

describe("a refused field of a body", () => {
  const withBody = validated.flatMap(({ name, body }) => (body === undefined ? [] : [{ name, body }]));

  it("names the field and says what is allowed, in every operation", () => {
    let mistakes = 0;
    for (const { name, body } of withBody) {
      const check = compileRequestSchema({ schema: withoutRequired(body), httpPart: "body" });
      for (const [field, schema] of listFields(body)) {
        for (const { rule, value, params } of mistakesIn(schema)) {
          mistakes += 1;
          expect({ name, field, rule, refusal: catchRejection(check, { [field]: value }) }).toEqual({
            name,
            field,
            rule,
            refusal: { code: "validation", message: field, params: expect.objectContaining(params) },
          });
        }
      }
    }
    expect(mistakes).toBeGreaterThan(500);
  });

  it("that is missing is said to be required, with what it may be, in every operation", () => {
    for (const { name, body } of withBody) {
      const [first]: unknown[] = [Reflect.get(body, "required")].flat();
      if (typeof first !== "string") continue;
      const refusal = catchRejection(compileRequestSchema({ schema: body, httpPart: "body" }), {});
      expect({ name, refusal }).toEqual({
        name,
        refusal: { code: "validation", message: first, params: expect.objectContaining({ required: true }) },
      });
    }
  });

  it("in a list or an object is named by its path in the JSON", () => {
    const Item = Type.Object({ size: Type.Integer({ minimum: 1, maximum: 3 }) });
    const schema = Type.Object({ box: Type.Object({ items: Type.Array(Item) }) });
    const check = compileRequestSchema({ schema, httpPart: "body" });
    expect(catchRejection(check, { box: { items: [{ size: 1 }, { size: 4 }] } })).toEqual({
      code: "validation",
      message: "box.items.1.size",
      params: { type: "integer", min: 1, max: 3 },
    });
    expect(catchRejection(check, { box: { items: [{}] } })).toEqual({
      code: "validation",
      message: "box.items.0.size",
      params: { required: true, type: "integer", min: 1, max: 3 },
    });
  });
});

it("a refused parameter of a query says what is allowed, in every operation", () => {
  for (const { name, query } of validated) {
    if (query === undefined) continue;
    const check = compileRequestSchema({ schema: withoutRequired(query), httpPart: "querystring" });
    for (const [field, schema] of listFields(query)) {
      for (const { rule, value, params } of mistakesIn(schema).filter((one) => one.rule !== "type")) {
        const sent = Array.isArray(value) ? value.map(() => "1") : String(value);
        expect({ name, field, rule, refusal: catchRejection(check, { [field]: sent }) }).toEqual({
          name,
          field,
          rule,
          refusal: { code: "validation", message: field, params: expect.objectContaining(params) },
        });
      }
    }
  }
});

it("says every pattern of the contracts in words", () => {
  const wordless: string[] = [];
  const visit = (value: unknown, path: string): void => {
    if (Array.isArray(value)) return value.forEach((one: unknown, index) => visit(one, `${path}.${index}`));
    if (!isJson(value)) return undefined;
    if (typeof value["pattern"] === "string" && typeof value[patternWordsKeyword] !== "string") wordless.push(path);
    for (const [key, inner] of Object.entries(value)) visit(inner, `${path}.${key}`);
  };
  for (const { name, body, query, params } of operations) visit({ body, query, params }, name);
  expect(wordless).toEqual([]);
});

it.each([
  ["Czech", czechPatterns],
  ["Slovak", slovakPatterns],
])("says the patterns of all forms of the web app in %s too", (_language, names) => {
  const rules: readonly object[] = Object.values(accepts);
  const ofServices = rules.flatMap((rule) => ("pattern" in rule ? String(rule.pattern) : []));
  const words = new Set<string>([...Object.values(formatWords), ...ofServices]);
  const visit = (value: unknown): void => {
    if (Array.isArray(value)) return value.forEach(visit);
    if (!isJson(value)) return undefined;
    if (typeof value[patternWordsKeyword] === "string") words.add(value[patternWordsKeyword]);
    // Rules of segments and nodes of automations have builders with words of their own.
    for (const [key, inner] of Object.entries(value)) if (key !== publishedSchemaKeyword) visit(inner);
  };
  for (const { body, protocol } of operations) if (protocol === "v1") visit(body);
  expect([...words].filter((one) => findPattern(names, one) === undefined)).toEqual([]);
});

describe("a refusal", () => {
  it("says the same through the API and to assistants", async () => {
    const own = await company();
    const body = { name: "Places", shopId: own.shopId, refresh: "hourly", definition: {} };
    const refused = await own.api.refused("createSegment", { body });
    expect(refused).toEqual({
      status: 400,
      code: "validation",
      message: "refresh",
      params: { type: "string", allowed: ["daily", "static"] },
    });
    const { status, ...error } = refused;
    const answer = await call(own, "api_write", { operation: "createSegment", arguments: body });
    expect(answer).toMatchObject({ isError: true, content: { status, error } });
    const missing = await call(own, "api_read", { operation: "getList", arguments: {} });
    expect(missing.content).toMatchObject({
      error: { message: "list_id", params: { required: true, type: "string", pattern: "an id: digits" } },
    });
  });

  it("of a rule of a segment has the path in the JSON and what is allowed there", async () => {
    const { api, shopId } = await company();
    const refusedRule = (...rules: unknown[]) =>
      api.refused("previewSegment", { body: { shopId, definition: { type: "group", match: "all", rules } } });
    const group = (rule: object) => ({ type: "group", match: "any", rules: [rule] });
    const order = { type: "order_count", operator: "gte", count: "1", shopId };
    expect(await refusedRule(order, group({ ...order, shopId: "999999" }))).toMatchObject({
      message: "definition.1.0.shopId",
      params: { path: "definition.rules.1.rules.0.shopId", reason: "unknown", kind: "shop" },
    });
    expect(await refusedRule({ ...order, operator: "eqq" })).toMatchObject({
      message: "definition.0.operator",
      params: { path: "definition.rules.0.operator", allowed: ["gte", "lte", "eq"] },
    });
    expect(await refusedRule({ ...order, count: 1 })).toMatchObject({
      params: { path: "definition.rules.0.count", type: "string", pattern: 'a text such as "2": Number of orders' },
    });
    expect(await refusedRule({ type: "orders" })).toMatchObject({
      message: "definition.0.type",
      params: { path: "definition.rules.0.type", allowed: expect.arrayContaining(["group", "order_count"]) },
    });
    const noMatch = { body: { shopId, definition: { type: "group", match: "some", rules: [] } } };
    expect(await api.refused("previewSegment", noMatch)).toMatchObject({ params: { allowed: ["all", "any"] } });
  });

  it("of a node of an automation says what is allowed in its place", async () => {
    const { api, shopId } = await company();
    const segmentRule = { type: "list", operator: "inside", listId: "1" };
    const nodes = [
      { id: "t", type: "no_trigger" },
      { id: "w", type: "wait", config: { spec: { kind: "delay", amount: 0, unit: "hours" } } },
      { id: "s", type: "set_field", config: { field: "nickname", value: "x" } },
      { id: "c", type: "condition", config: { definition: { type: "group", match: "all", rules: [segmentRule] } } },
    ];
    const { errors } = await api.ok("validateGraph", { body: { shopId, graph: { nodes, edges: [] } } });
    expect(errors).toEqual(
      expect.arrayContaining([
        expect.objectContaining({
          node: "t",
          field: "type",
          params: { allowed: expect.arrayContaining(["manual", "email"]) },
        }),
        expect.objectContaining({ node: "w", field: "spec.amount", params: expect.objectContaining({ min: 1 }) }),
        expect.objectContaining({
          node: "s",
          field: "field",
          params: { type: "string", pattern: expect.stringContaining("customFields.<id>, or one of") },
        }),
        expect.objectContaining({
          node: "c",
          field: "definition.0.operator",
          params: expect.objectContaining({ path: "definition.rules.0.operator", allowed: ["in", "not_in"] }),
        }),
      ]),
    );
  });

  it("of an edge has its index in what was sent", async () => {
    const { api, shopId } = await company();
    const graph = { nodes: [{ id: "t", type: "manual" }], edges: ["no edge", { from: "t", to: "nowhere" }] };
    const { errors } = await api.ok("validateGraph", { body: { shopId, graph } });
    expect(errors.map(({ field, path }) => ({ field, path }))).toEqual([
      { field: "edges.0", path: "graph.edges.0" },
      { field: "edges.1", path: "graph.edges.1" },
    ]);
  });

  it("of a service says what is allowed", async () => {
    const { api, shopId, aContact } = await company();
    const unknown = await api.refused("listOrders", { query: { shop: "999999" } });
    expect(unknown).toMatchObject({ message: "shop", params: { reason: "unknown", kind: "shop" } });
    const options = [{ name: "S" }, { name: "M" }];
    const size = await api.ok("createCustomField", { body: { name: "Size", type: "select", options } });
    const { id } = await aContact();
    const change = { params: { id }, body: { customFields: { [size.id]: "XL" } } };
    const allowed = size.options.map((option) => option.id);
    expect(await api.refused("updateContact", change)).toMatchObject({ params: { type: "string", allowed } });
    const event = { email: "jana@example.com", shopId, type: "cart", data: {} };
    expect(await api.refused("recordContactEvent", { body: event })).toMatchObject({
      message: "data",
      params: { path: "data.items", pattern: "an object with a list of items" },
    });
    const feed = { name: "Goods", shopId, kind: "csv", url: "https://x.example/f", mapping: { code: "a", name: "b" } };
    expect(await api.refused("createFeed", { body: feed })).toMatchObject({
      message: "mapping",
      params: { path: "mapping.url", required: true },
    });
    const folder = { body: { name: "a/b" } };
    expect(await api.refused("createFileFolder", folder)).toMatchObject({
      params: { type: "string", pattern: "a name without / and \\" },
    });
  });

  it("of an audience has the path in the JSON", async () => {
    const { api } = await company();
    expect(await api.refused("measureAudience", { body: { audience: { listIds: ["999999"] } } })).toMatchObject({
      message: "audience",
      params: { field: "listIds.0", path: "audience.listIds.0", reason: "unknown", kind: "list" },
    });
  });
});
