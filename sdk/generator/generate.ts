import { mkdirSync, writeFileSync } from "node:fs";
import path from "node:path";
import { openApiDocument } from "../../src/http/openapi/document.ts";
import { asNode } from "../../src/surfaces/docs/shape.ts";
import { operationsSource } from "./operations.ts";
import { typesSource } from "./types.ts";

const notice = "// Written by `npm run sdk` from the OpenAPI document.\n\n";

/** Writes the generated part of the SDK into the folder. */
export function generate(folder: string): void {
  const document = openApiDocument([]);
  const operations = operationsSource(document);
  const used = schemasUsedBy(operations, asNode(asNode(document["components"])["schemas"]));
  mkdirSync(folder, { recursive: true });
  writeFileSync(path.join(folder, "types.ts"), notice + typesSource(used));
  writeFileSync(path.join(folder, "operations.ts"), notice + operations);
}

/** The schemas that the operations name, directly or by other schemas, and the error. */
function schemasUsedBy(operations: string, schemas: Readonly<Record<string, unknown>>) {
  const used = new Set(["Error", ...[...operations.matchAll(/\bSchemas\.(\w+)/g)].map(([, name = ""]) => name)]);
  for (const name of used) {
    const text = JSON.stringify(schemas[name]);
    for (const [, inner = ""] of text.matchAll(/"#\/components\/schemas\/(\w+)"/g)) used.add(inner);
  }
  return Object.fromEntries(Object.entries(schemas).filter(([name]) => used.has(name)));
}
