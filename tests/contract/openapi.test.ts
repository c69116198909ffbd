import { readFileSync } from "node:fs";
import path from "node:path";
import { Validator } from "@seriousme/openapi-schema-validator";
import { Ajv2020, type ValidateFunction } from "ajv/dist/2020.js";
import { describe, expect, it } from "vitest";
import { openApiDocument } from "../../src/http/openapi/document.ts";
import { isCalendarDay, isMonthDay } from "../../src/kernel/local-time.ts";
import { statusOf } from "../../src/kernel/errors.ts";
import { oauthStatusOf } from "../../src/kernel/oauth-error.ts";
import { operations, type Operation } from "../../src/registry/registry.ts";
import { company } from "../harness/factories/company.ts";
import { resolveReferences } from "../harness/oracles/openapi-document.ts";
import { asList, asNode, type SchemaNode } from "../../src/surfaces/docs/shape.ts";
import { request } from "../harness/servers/api-client.ts";

const document = openApiDocument(["http://localhost"]);
const schemas = asNode(asNode(document["components"])["schemas"]);
const described = Object.entries(asNode(resolveReferences(document)["paths"])).flatMap(([url, methods]) =>
  Object.entries(asNode(methods)).map(([method, operation]) => ({ url, method, operation: asNode(operation) })),
);

const ajv = new Ajv2020({
  strict: false,
  validateFormats: true,
  formats: {
    date: isCalendarDay,
    "month-day": isMonthDay,
    "date-time": (text: string) => !Number.isNaN(Date.parse(text)),
    email: /^[^@\s]+@[^@\s]+$/,
    uuid: /^[0-9a-f-]{36}$/,
    uri: (text: string) => URL.canParse(text),
    line: true,
  },
});
ajv.addSchema({ $id: "http://document/", components: document["components"] });

const compiled = new Map<string, ValidateFunction>();

/** References are resolved against the document; many parameters and answers share a schema. */
function compile(schema: unknown): ValidateFunction {
  const text = JSON.stringify(schema).replaceAll('"#/components/', '"http://document/#/components/');
  const check = compiled.get(text) ?? ajv.compile(JSON.parse(text));
  compiled.set(text, check);
  return check;
}

type Example = { place: string; schema: unknown; example: unknown };

const listExamples = (node: SchemaNode, place: string): Example[] =>
  Object.entries(asNode(node["content"])).flatMap(([mediaType, media]) =>
    mediaType === "application/json" && "example" in asNode(media)
      ? [{ place, schema: asNode(media)["schema"], example: asNode(media)["example"] }]
      : [],
  );

const allExamples = described.flatMap(({ operation }) => {
  const id = String(operation["operationId"]);
  return [
    ...asList(operation["parameters"])
      .map(asNode)
      .map(({ name, schema, example }) => ({ place: `${id} ${String(name)}`, schema, example })),
    ...listExamples(asNode(operation["requestBody"]), `${id} body`),
    ...Object.entries(asNode(operation["responses"])).flatMap(([status, response]) =>
      listExamples(asNode(response), `${id} ${status}`),
    ),
  ];
});

const schemaNameOf = (schema: unknown): string | undefined =>
  /^#\/components\/schemas\/(\w+)$/.exec(String(asNode(schema)["$ref"]))?.[1];

/** An example of its own, of its named schema, or of the named schema of the items of a list. */
function hasExample(media: SchemaNode): boolean {
  if ("example" in media) return true;
  const schema = asNode(schemas[schemaNameOf(media["schema"]) ?? ""]);
  const item = schemas[schemaNameOf(asNode(asNode(schema["properties"])["items"])["items"]) ?? ""];
  return "examples" in schema || "examples" in asNode(item);
}

const responsesOf = (operationId: string): SchemaNode =>
  asNode(described.find(({ operation }) => operation["operationId"] === operationId)?.operation["responses"]);
const wordsOf = (operationId: string, status: number): string[] =>
  String(asNode(responsesOf(operationId)[String(status)])["description"]).split(" · ");
const headersOf = (operationId: string, status: number): string[] =>
  Object.keys(asNode(asNode(responsesOf(operationId)[String(status)])["headers"]));
const parametersIn = (operationId: string, place: string): unknown[] =>
  asList(described.find(({ operation }) => operation["operationId"] === operationId)?.operation["parameters"])
    .map(asNode)
    .filter((parameter) => parameter["in"] === place)
    .map(({ name, required }) => (required === true ? `${String(name)}!` : name));

describe("the OpenAPI document", () => {
  it("lists every operation, itself included, under a unique id", () => {
    const ids = described.map(({ operation }) => String(operation["operationId"]));
    expect(new Set(ids).size).toBe(ids.length);
    expect(ids.toSorted()).toEqual(operations.map(({ name }) => name).toSorted());
    expect(ids).toContain("getOpenApi");
  });

  it("names no credentials exactly where none are needed", () => {
    expect(document["security"]).toEqual([{ bearer: [] }, { basic: [] }, { session: [] }]);
    const open = described.flatMap(({ operation: { security, operationId } }) =>
      security !== undefined && asList(security).length === 0 ? [operationId] : [],
    );
    expect(open).toEqual(operations.filter(({ access }) => access === "public").map(({ name }) => name));
    expect(open).toEqual(expect.arrayContaining(["getPriceList", "getOpenApi"]));
  });

  it("declares each parameter of a path once, as required", () => {
    for (const { url, operation } of described) {
      const inPath = [...url.matchAll(/\{(\w+)\}/g)].map(([, name]) => name);
      const declared = asList(operation["parameters"]).map(asNode);
      const names = declared.filter((parameter) => parameter["in"] === "path" && parameter["required"] === true);
      expect({ url, names: names.map(({ name }) => name) }).toEqual({ url, names: inPath });
      expect(new Set(declared.map((parameter) => `${String(parameter["in"])} ${String(parameter["name"])}`)).size).toBe(
        declared.length,
      );
    }
  });

  it("resolves every reference", () => {
    const references = [...JSON.stringify(document).matchAll(/"\$ref":"([^"]+)"/g)].map(([, target = ""]) => target);
    const known = Object.entries(asNode(document["components"])).flatMap(([kind, members]) =>
      Object.keys(asNode(members)).map((name) => `#/components/${kind}/${name}`),
    );
    const targets = new Set(references);
    expect(references.filter((target) => !known.includes(target))).toEqual([]);
    expect(references.length).toBeGreaterThan(1000);
    const unused = known.filter((target) => !targets.has(target) && !target.includes("/securitySchemes/"));
    expect(unused).toEqual([]);
  });

  it("has an example for every parameter, JSON body and JSON answer, valid by its own schema", () => {
    const wrong = allExamples.flatMap(({ place, schema, example }) => {
      const check = compile(schema);
      return check(example) ? [] : [{ place, example, errors: check.errors?.slice(0, 2) }];
    });
    expect(wrong).toEqual([]);
    const missing = described.flatMap(({ operation }) =>
      Object.entries(asNode(operation["responses"]))
        .filter(([status, response]) => {
          const media = asNode(asNode(asNode(response)["content"])["application/json"]);
          return Number(status) < 400 && media["schema"] !== undefined && !hasExample(media);
        })
        .map(([status]) => `${String(operation["operationId"])} ${status}`),
    );
    expect(missing).toEqual([]);
    const wrongOfSchemas = Object.entries(schemas).filter(([, schema]) =>
      asList(asNode(schema)["examples"]).some((example) => !compile(schema)(example)),
    );
    expect(wrongOfSchemas.map(([name]) => name)).toEqual([]);
  }, 120_000);
});

/** Method and path of each operation that the specification names. */
const specifiedOperations = readFileSync(path.resolve("tests/fixtures/specified-operations.txt"), "utf8")
  .trim()
  .split("\n");

it("describes every operation of the specification", () => {
  const placeless = (url: string) => url.replaceAll(/\{[^}]+\}/g, "{}");
  const known = new Set(described.map(({ method, url }) => `${method.toUpperCase()} ${placeless(url)}`));
  const missing = specifiedOperations.filter((operation) => !known.has(placeless(operation)));
  expect(missing).toEqual([]);
  expect(specifiedOperations).toHaveLength(351);
});

it("is valid by the official schema of OpenAPI 3.1", { timeout: 120_000 }, async () => {
  const findErrors = async (checked: Record<string, unknown>) => {
    const { errors = [] } = await new Validator().validate(structuredClone(checked));
    return typeof errors === "string"
      ? [errors]
      : errors.map(({ instancePath, message }) => ({ instancePath, message }));
  };
  expect(await findErrors(document)).toEqual([]);
  // The validator is not silent: the same document without its title, and with a parameter in no place.
  expect(await findErrors({ ...document, info: { version: "1" } })).toContainEqual({
    instancePath: "/info",
    message: "must have required property 'title'",
  });
  const parameters = [{ name: "id", in: "nowhere", schema: {} }];
  expect(await findErrors({ ...document, paths: { "/x": { parameters } } })).not.toEqual([]);
});

/** What the schema cannot say, as the specification of OpenAPI requires it. */
describe("beyond the schema of OpenAPI", () => {
  const paths = Object.keys(asNode(document["paths"]));

  it("has paths that differ by more than the names of their parameters, complete and without a slash at the end", () => {
    const templates = paths.map((url) => url.replaceAll(/\{[^}]+\}/g, "{}"));
    expect(new Set(templates).size).toBe(paths.length);
    expect(paths.filter((url) => !url.startsWith("/") || url.endsWith("/") || /\{\}|[?#]/.test(url))).toEqual([]);
  });

  it("has operation ids that are safe in addresses", () => {
    expect(described.filter(({ operation }) => !/^\w+$/.test(String(operation["operationId"])))).toEqual([]);
  });

  it("names only defined schemes of security, and some or none for every operation", () => {
    const defined = Object.keys(asNode(asNode(document["components"])["securitySchemes"]));
    const named = [document, ...described.map(({ operation }) => operation)].flatMap(({ security }) =>
      asList(security).flatMap((scheme) => Object.keys(asNode(scheme))),
    );
    expect([...new Set(named)].toSorted()).toEqual(defined.toSorted());
  });

  it("lists in each enumeration only values of the stated type", () => {
    const wrong = enumerationsIn(document).filter(({ type, values }) => {
      const types = [type].flat();
      return type !== undefined && values.some((value) => !types.some((name) => isOfType(value, name)));
    });
    expect(wrong).toEqual([]);
    expect(enumerationsIn(document).length).toBeGreaterThan(100);
  });
});

type Enumeration = { readonly type: unknown; readonly values: readonly unknown[] };

function enumerationsIn(node: unknown): Enumeration[] {
  if (Array.isArray(node)) return node.flatMap(enumerationsIn);
  if (typeof node !== "object" || node === null) return [];
  const { type, enum: values } = asNode(node);
  const own = Array.isArray(values) ? [{ type, values }] : [];
  return [...own, ...Object.values(node).flatMap(enumerationsIn)];
}

const isOfType = (value: unknown, type: unknown): boolean => {
  if (type === "null") return value === null;
  if (type === "integer") return Number.isInteger(value);
  if (type === "array") return Array.isArray(value);
  return typeof value === type;
};

describe("GET /api/openapi.json", () => {
  const ask = async (search = "", headers = {}) => {
    const { server } = await company();
    return request(server, { method: "GET", url: `/api/openapi.json${search}`, headers });
  };
  const tagsOf = (body: unknown) =>
    asList(asNode(body)["tags"])
      .map((tag) => String(asNode(tag)["name"]))
      .toSorted();

  it("answers without credentials, with an ETag, and 304 for the known version", async () => {
    const { status, body, headers } = await ask();
    expect(status).toBe(200);
    expect(body).toMatchObject({ openapi: "3.1.0", info: { version: "1.0.0" } });
    const etag = String(headers["etag"]);
    expect(etag).toMatch(/^"[\w-]{43}"$/);
    for (const known of [etag, `W/${etag}`, `"other", ${etag}`, "*"]) {
      const answer = await ask("", { "if-none-match": known });
      expect(answer).toMatchObject({ status: 304, body: "", headers: { etag } });
    }
    expect((await ask("", { "if-none-match": '"other"' })).status).toBe(200);
  });

  it("returns only the named groups, each set with an ETag of its own", async () => {
    const one = await ask("?tag=Contacts");
    expect(tagsOf(one.body)).toEqual(["Contacts"]);
    const two = await ask("?tag=lists,%20contacts");
    expect(tagsOf(two.body)).toEqual(["Contacts", "Lists"]);
    expect((await ask("?tag=Contacts&tag=Lists")).headers["etag"]).toBe(two.headers["etag"]);
    expect(two.headers["etag"]).not.toBe(one.headers["etag"]);
    expect(tagsOf((await ask("?tag=nothing")).body)).toEqual([]);
    expect(tagsOf((await ask("?tag=nothing,openapi")).body)).toEqual(["OpenAPI"]);
    expect(tagsOf((await ask("?tag=")).body).length).toBeGreaterThan(10);
  });
});

const rateHeaders = ["X-RateLimit-Limit", "X-RateLimit-Remaining", "X-RateLimit-Reset"];

describe("errors and headers", () => {
  it("documents every error of every operation by its words", () => {
    const missing = operations.flatMap(({ name, errors }) => {
      const documented = new Set(
        Object.values(responsesOf(name)).flatMap((response) => String(asNode(response)["description"]).split(" · ")),
      );
      return errors.filter((error) => !documented.has(error)).map((error) => `${name}: ${error}`);
    });
    expect(missing).toEqual([]);
  });

  it("names the reasons of 403: company, second factor, module, scope, support, session", () => {
    expect(wordsOf("createContact", 403)).toEqual([
      "forbidden tenant",
      "forbidden two_factor",
      "forbidden contacts",
      "forbidden scope",
      "forbidden read_only",
      "csrf csrf",
    ]);
    expect(wordsOf("listContacts", 403)).toEqual(["forbidden tenant", "forbidden two_factor", "forbidden contacts"]);
    expect(wordsOf("createApiKey", 403)).toContain("forbidden api_key");
    expect(wordsOf("createWebHookV3", 403)).toEqual(["forbidden settings", "forbidden scope"]);
  });

  it("names both buckets of 429, 405 with Allow, and 500, for every operation of a company", () => {
    const inCompanies = operations.filter(({ access }) => access === "member_or_key" || access === "member");
    expect(inCompanies.length).toBeGreaterThan(350);
    for (const { name } of inCompanies) {
      expect(wordsOf(name, 429)).toEqual(
        expect.arrayContaining(["rate_limited per-second", "rate_limited daily-limit"]),
      );
      expect(headersOf(name, 429)).toEqual([...rateHeaders, "Retry-After"]);
      expect(wordsOf(name, 405)).toEqual(["method_not_allowed <method>"]);
      expect(headersOf(name, 405)).toContain("Allow");
      expect(wordsOf(name, 500)).toEqual(["server unexpected"]);
    }
  });

  it("lists the codes of errors", () => {
    const enumOf = (name: string, ...path: string[]) =>
      path.reduce((node, key) => asNode(asNode(node["properties"])[key]), asNode(schemas[name]))["enum"];
    expect(enumOf("Error", "error", "code")).toEqual(Object.keys(statusOf));
    expect(enumOf("OAuthError", "error")).toEqual(Object.keys(oauthStatusOf));
  });

  it("describes the headers of successes, redirects and versions", () => {
    expect(headersOf("listContacts", 200)).toEqual(rateHeaders);
    expect(headersOf("createContact", 201)).toEqual([...rateHeaders, "Idempotent-Replay"]);
    expect(headersOf("downloadExport", 200)).toContain("Content-Disposition");
    expect(headersOf("getPriceList", 200)).toEqual([]);
    expect(headersOf("getOpenApi", 200)).toEqual(["ETag"]);
    expect(responsesOf("getOpenApi")).toHaveProperty("304");
    const redirects = operations.filter(({ answers }) => "302" in answers);
    expect(redirects.length).toBeGreaterThan(0);
    for (const { name } of redirects) expect(headersOf(name, 302)).toContain("Location");
  });

  it("has the headers of requests as parameters", () => {
    expect(parametersIn("createContact", "header")).toEqual(["X-CSRF-Token", "Idempotency-Key"]);
    expect(parametersIn("updateContact", "header")).toEqual(["X-CSRF-Token"]);
    expect(parametersIn("createApiKey", "header")).toEqual(["X-CSRF-Token!"]);
    expect(parametersIn("listContacts", "header")).toEqual([]);
    expect(parametersIn("postCredentialsV3", "header")).toEqual(["Idempotency-Key"]);
    expect(parametersIn("getOpenApi", "header")).toEqual(["If-None-Match"]);
  });

  it("describes every group", () => {
    const undescribed = asList(document["tags"]).filter((tag) => typeof asNode(tag)["description"] !== "string");
    expect(undescribed).toEqual([]);
  });
});

describe("named schemas", () => {
  const jsonSchemaOf = (operation: Operation, status: number): unknown =>
    asNode(asNode(asNode(responsesOf(operation.name)[String(status)])["content"])["application/json"])["schema"];

  it("names what every GET of one object answers, and what a list holds", () => {
    const reads = operations.filter(
      ({ method, protocol, answers }) => method === "GET" && protocol === "v1" && 200 in answers,
    );
    const unnamed = reads.filter((operation) => {
      const schema = jsonSchemaOf(operation, 200);
      return schema !== undefined && schemaNameOf(schema) === undefined;
    });
    expect(unnamed.map(({ name }) => name)).toEqual(["getOpenApi"]);
    for (const [name, component] of [
      ["getContact", "Contact"],
      ["getCampaign", "Campaign"],
      ["listContacts", "ContactRowPage"],
      ["getTemplate", "Template"],
    ]) {
      const operation = operations.find((one) => one.name === name);
      expect(operation && schemaNameOf(jsonSchemaOf(operation, 200))).toBe(component);
    }
  });

  it("repeats no resource: the document has 1.26 MB, 110 KB compressed", () => {
    expect(JSON.stringify(document).length).toBeLessThan(1_260_000);
  });
});
