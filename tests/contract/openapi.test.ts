import { execFile } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { promisify } from "node:util";
import { createConfig, lintFromString } from "@redocly/openapi-core";
import { Ajv2020, type ValidateFunction } from "ajv/dist/2020.js";
import { describe, expect, it } from "vitest";
import { openApiDocument } from "../../src/http/openapi.ts";
import { isCalendarDay, isMonthDay } from "../../src/kernel/local-time.ts";
import { operations } from "../../src/registry.ts";
import { company } from "../harness/factories/company.ts";
import { clientSource } from "../harness/oracles/openapi-client.ts";
import { listOf, nodeOf, type SchemaNode } from "../../src/surfaces/docs/shape.ts";
import { request } from "../harness/servers/api-client.ts";

const document = openApiDocument(["http://localhost"]);
const described = Object.entries(nodeOf(document["paths"])).flatMap(([url, methods]) =>
  Object.entries(nodeOf(methods)).map(([method, operation]) => ({ url, method, operation: nodeOf(operation) })),
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

const examplesOf = (node: SchemaNode, place: string): Example[] =>
  Object.entries(nodeOf(node["content"])).flatMap(([mediaType, media]) =>
    mediaType === "application/json" && "example" in nodeOf(media)
      ? [{ place, schema: nodeOf(media)["schema"], example: nodeOf(media)["example"] }]
      : [],
  );

const allExamples = described.flatMap(({ operation }) => {
  const id = String(operation["operationId"]);
  return [
    ...listOf(operation["parameters"])
      .map(nodeOf)
      .map(({ name, schema, example }) => ({ place: `${id} ${String(name)}`, schema, example })),
    ...examplesOf(nodeOf(operation["requestBody"]), `${id} body`),
    ...Object.entries(nodeOf(operation["responses"])).flatMap(([status, response]) =>
      examplesOf(nodeOf(response), `${id} ${status}`),
    ),
  ];
});

describe("the OpenAPI document", () => {
  it("lists every operation, itself included, under a unique id", () => {
    const ids = described.map(({ operation }) => String(operation["operationId"]));
    expect(new Set(ids).size).toBe(ids.length);
    expect(ids.toSorted()).toEqual(operations.map(({ name }) => name).toSorted());
    expect(ids).toContain("getOpenApi");
  });

  it("names no credentials exactly where none are needed", () => {
    const open = described.flatMap(({ operation }) =>
      listOf(operation["security"]).length === 0 ? [operation["operationId"]] : [],
    );
    expect(open).toEqual(operations.filter(({ access }) => access === "public").map(({ name }) => name));
    expect(open).toEqual(expect.arrayContaining(["getPriceList", "getOpenApi"]));
  });

  it("declares each parameter of a path once, as required", () => {
    for (const { url, operation } of described) {
      const inPath = [...url.matchAll(/\{(\w+)\}/g)].map(([, name]) => name);
      const declared = listOf(operation["parameters"]).map(nodeOf);
      const names = declared.filter((parameter) => parameter["in"] === "path" && parameter["required"] === true);
      expect({ url, names: names.map(({ name }) => name) }).toEqual({ url, names: inPath });
      expect(new Set(declared.map((parameter) => `${String(parameter["in"])} ${String(parameter["name"])}`)).size).toBe(
        declared.length,
      );
    }
  });

  it("resolves every reference", () => {
    const schemas = nodeOf(nodeOf(document["components"])["schemas"]);
    const references = [...JSON.stringify(document).matchAll(/"\$ref":"([^"]+)"/g)].map(([, target = ""]) => target);
    const known = new Set(Object.keys(schemas).map((name) => `#/components/schemas/${name}`));
    expect(references.filter((target) => !known.has(target))).toEqual([]);
    expect(references.length).toBeGreaterThan(100);
  });

  it("has an example for every parameter, JSON body and JSON answer, valid by its own schema", () => {
    const wrong = allExamples.flatMap(({ place, schema, example }) => {
      const check = compile(schema);
      return check(example) ? [] : [{ place, example, errors: check.errors?.slice(0, 2) }];
    });
    expect(wrong).toEqual([]);
    const withExample = new Set(allExamples.map(({ place }) => place));
    const missing = described.flatMap(({ operation }) => {
      const places = Object.entries(nodeOf(operation["responses"]))
        .filter(([status, response]) => {
          const schema = nodeOf(nodeOf(nodeOf(response)["content"])["application/json"])["schema"];
          return Number(status) < 400 && schema !== undefined;
        })
        .map(([status]) => `${String(operation["operationId"])} ${status}`);
      return places.filter((place) => !withExample.has(place));
    });
    expect(missing).toEqual([]);
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

it("is valid by an independent validator of OpenAPI 3.1", { timeout: 120_000 }, async () => {
  const rules = [
    "struct",
    "no-unresolved-refs",
    "path-parameters-defined",
    "operation-parameters-unique",
    "operation-operationId-unique",
    "operation-operationId-url-safe",
    "no-identical-paths",
    "path-declaration-must-exist",
    "no-enum-type-mismatch",
    "no-path-trailing-slash",
    "security-defined",
  ];
  // As text: checking an object against the type of a configuration takes the compiler seven seconds.
  const config = await createConfig(
    JSON.stringify({ rules: Object.fromEntries(rules.map((rule) => [rule, "error"])) }),
  );
  const problems = async (checked: object) =>
    (await lintFromString({ source: JSON.stringify(checked), config })).map(({ ruleId, message, location }) => ({
      ruleId,
      message,
      place: location[0]?.pointer,
    }));
  expect(await problems(document)).toEqual([]);
  // The validator is not silent: the same document without its version, and with an unknown reference.
  expect(await problems({ ...document, info: {} })).toMatchObject([{ ruleId: "struct" }, { ruleId: "struct" }]);
});

describe("GET /api/openapi.json", () => {
  const ask = async (search = "", headers = {}) => {
    const { server } = await company();
    return request(server, { method: "GET", url: `/api/openapi.json${search}`, headers });
  };
  const tagsOf = (body: unknown) =>
    listOf(nodeOf(body)["tags"])
      .map((tag) => String(nodeOf(tag)["name"]))
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

it("generates a TypeScript client that compiles", async () => {
  const folder = mkdtempSync(path.join(os.tmpdir(), "postrider-client-"));
  try {
    const file = path.join(folder, "client.ts");
    const source = clientSource(document);
    const use = `
      export const wrong = async (api: Client) => {
        const company = await api.getCompany({ tenant: "x" });
        const name: string = company.name;
        // @ts-expect-error the name is no number
        const number: number = company.name;
        // @ts-expect-error the language has to be a text
        await api.updateCompany({ tenant: "x" }, { language: 5 });
        return [name, number];
      };`;
    writeFileSync(file, `${source}\n${use}\n`);
    const tsc = path.resolve("node_modules/.bin/tsc");
    const flags = [
      "--noEmit",
      "--strict",
      "--target",
      "es2022",
      "--lib",
      "es2022,dom",
      "--types",
      "",
      "--skipLibCheck",
    ];
    const { stdout } = await promisify(execFile)(tsc, [...flags, file], { cwd: folder }).catch((error: unknown) => ({
      stdout: String(nodeOf(error)["stdout"]),
    }));
    expect(stdout).toBe("");
  } finally {
    rmSync(folder, { recursive: true });
  }
}, 60_000);
