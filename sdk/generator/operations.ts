import { asList, asNode, type SchemaNode } from "../../src/surfaces/docs/shape.ts";
import { toArgument, toClass, nameMethods, toProperty } from "./names.ts";
import { describeFields, describeType, union } from "./types.ts";

/** Groups that other kinds of clients call. */
const otherClients = new Set(["API v3", "CSV", "OAuth", "MCP", "OpenAPI"]);

type Described = { readonly method: string; readonly url: string; readonly operation: SchemaNode };

/** One class for each group of operations, and the type of the client that has them all. */
export function operationsSource(document: SchemaNode): string {
  const byTag = new Map<string, Described[]>();
  for (const [url, methods] of Object.entries(asNode(document["paths"]))) {
    for (const [method, value] of Object.entries(asNode(methods))) {
      const operation = asNode(value);
      const tag = String(asList(operation["tags"])[0]);
      if (!otherClients.has(tag)) byTag.set(tag, [...(byTag.get(tag) ?? []), { method, url, operation }]);
    }
  }
  const tags = [...byTag.keys()];
  const descriptions = new Map(
    asList(document["tags"]).map((tag) => [String(asNode(tag)["name"]), String(asNode(tag)["description"])]),
  );
  return [
    'import type { Download } from "../download.ts";',
    'import { everyItem } from "../pages.ts";',
    'import type { CallOptions, FileUpload, Sender } from "../transport.ts";',
    'import type * as Schemas from "./types.ts";',
    "",
    "const part = (value: string): string => encodeURIComponent(value);",
    "",
    ...tags.map((tag) =>
      classSource(document, { tag, description: descriptions.get(tag) ?? "", operations: byTag.get(tag) ?? [] }),
    ),
    "export const createGroups = (sender: Sender) => ({",
    ...tags.map((tag) => `  /** ${descriptions.get(tag)} */\n  ${toProperty(tag)}: new ${toClass(tag)}(sender),`),
    "});",
    "",
  ].join("\n");
}

type Group = { readonly tag: string; readonly description: string; readonly operations: readonly Described[] };

function classSource(document: SchemaNode, { tag, description, operations }: Group): string {
  const names = nameMethods(
    tag,
    operations.map(({ operation }) => String(operation["operationId"])),
  );
  return [
    `/** ${description} */`,
    `export class ${toClass(tag)} {`,
    "  readonly #sender: Sender;",
    "  constructor(sender: Sender) {",
    "    this.#sender = sender;",
    "  }",
    ...operations.map((described) =>
      methodSource(document, described, names.get(String(described.operation["operationId"])) ?? ""),
    ),
    "}",
    "",
  ].join("\n");
}

function methodSource(document: SchemaNode, { method, url, operation }: Described, name: string): string {
  const parameters = asList(operation["parameters"]).map((parameter) => resolve(document, parameter));
  const place = (where: string) => parameters.filter((parameter) => parameter["in"] === where);
  const inPath = place("path").filter((parameter) => parameter["name"] !== "tenant");
  const query = queryType(place("query"));
  const body = bodyType(asNode(operation["requestBody"]));
  const result = describeResult(document, operation);
  const takesKey = place("header").some((parameter) => parameter["name"] === "Idempotency-Key");
  const signature = [
    ...inPath.map(
      (parameter) => `${toArgument(String(parameter["name"]))}: ${describeType(parameter["schema"], "Schemas.")}`,
    ),
    ...(body === undefined ? [] : [`body: ${body}`]),
    ...(query === undefined ? [] : [`query: ${query.type}${query.isRequired ? "" : " = {}"}`]),
  ];
  const call = [
    `method: "${method.toUpperCase()}"`,
    `path: ${pathSource(url)}`,
    ...(query === undefined ? [] : ["query"]),
    ...(body === undefined ? [] : ["body"]),
    ...(takesKey ? ["takesKey: true"] : []),
  ];
  const typeArgument = result.kind.startsWith("json") ? `<${result.type}>` : "";
  const method_ = [
    `  /** ${String(operation["summary"])} */`,
    `  ${name}(${[...signature, "options?: CallOptions"].join(", ")}): Promise<${result.promised}> {`,
    `    return this.#sender.${result.kind}${typeArgument}({ ${call.join(", ")} }, options);`,
    "  }",
  ];
  const item = query === undefined ? undefined : pagedItem(document, operation, place("query"));
  return (item === undefined ? method_ : [...method_, ...everySource(name, { item, signature, inPath })]).join("\n");
}

type Every = { readonly item: string; readonly signature: readonly string[]; readonly inPath: readonly SchemaNode[] };

function everySource(name: string, { item, signature, inPath }: Every): string[] {
  const passed = [
    ...inPath.map((parameter) => toArgument(String(parameter["name"]))),
    "{ pageSize: 100, ...query, page }",
  ];
  return [
    `  /** Every item of \`${name}\`, page by page. */`,
    `  ${name}All(${[...signature, "options?: CallOptions"].join(", ")}): AsyncGenerator<${item}, void> {`,
    `    return everyItem((page) => this.${name}(${passed.join(", ")}, options));`,
    "  }",
  ];
}

/** The type of the items, if pages follow each other. */
function pagedItem(document: SchemaNode, operation: SchemaNode, query: readonly SchemaNode[]): string | undefined {
  if (!["page", "pageSize"].every((name) => query.some((parameter) => parameter["name"] === name))) return undefined;
  const media = asNode(resolve(document, asNode(operation["responses"])["200"])["content"]);
  if (Object.keys(media).length !== 1) return undefined;
  const properties = asNode(resolve(document, asNode(media["application/json"])["schema"])["properties"]);
  const isPage = ["items", "total", "page", "pageSize"].every((name) => name in properties);
  return isPage ? describeType(asNode(properties["items"])["items"], "Schemas.") : undefined;
}

function pathSource(url: string): string {
  const path = url.replace("/api/v1/tenants/{tenant}", "");
  if (!path.includes("{")) return JSON.stringify(path === "" ? "" : path);
  return `\`${path.replaceAll(/\{(\w+)\}/g, (_whole, name: string) => `\${part(${toArgument(name)})}`)}\``;
}

function queryType(parameters: readonly SchemaNode[]) {
  if (parameters.length === 0) return undefined;
  const properties = Object.fromEntries(parameters.map(({ name, schema }) => [String(name), schema]));
  const required = parameters.filter((parameter) => parameter["required"] === true).map(({ name }) => name);
  return { type: `{\n${describeFields(properties, required, "Schemas.")}}`, isRequired: required.length > 0 };
}

/** JSON, a file with its fields, or one of them. */
function bodyType(requestBody: SchemaNode): string | undefined {
  const content = Object.entries(asNode(requestBody["content"]));
  if (content.length === 0) return undefined;
  return union(
    content.map(([mediaType, media]) => {
      const schema = asNode(asNode(media)["schema"]);
      if (mediaType !== "multipart/form-data") return describeType(schema, "Schemas.");
      const { file: _file, ...fields } = asNode(schema["properties"]);
      return Object.keys(fields).length === 0
        ? "FileUpload"
        : `FileUpload & {\n${describeFields(fields, asList(schema["required"]), "Schemas.")}}`;
    }),
  );
}

function describeResult(document: SchemaNode, operation: SchemaNode) {
  const contents = Object.entries(asNode(operation["responses"]))
    .filter(([status]) => Number(status) < 300)
    .map(([, response]) => Object.entries(asNode(resolve(document, response)["content"])));
  const media = contents.flat();
  const json = media.filter(([mediaType]) => mediaType === "application/json");
  const isFile = media.length > json.length;
  const isEmpty = contents.some((content) => content.length === 0);
  const type = union([
    ...json.map(([, one]) => describeType(asNode(one)["schema"], "Schemas.")),
    ...(isEmpty ? ["undefined"] : []),
  ]);
  if (json.length === 0)
    return isFile ? { kind: "file", type, promised: "Download" } : { kind: "done", type, promised: "void" };
  return isFile ? { kind: "jsonOrFile", type, promised: `${type} | Download` } : { kind: "json", type, promised: type };
}

/** The component that a reference names. */
function resolve(document: SchemaNode, value: unknown): SchemaNode {
  const node = asNode(value);
  const { $ref } = node;
  const [, kind = "", name = ""] = /^#\/components\/(\w+)\/(.+)$/.exec(typeof $ref === "string" ? $ref : "") ?? [];
  return kind === "" ? node : asNode(asNode(asNode(document["components"])[kind])[name]);
}
