import { demoRequests } from "../../demo/requests/requests.ts";
import { demoIds, demoQuery } from "../../demo/requests/ids.ts";
import type { Operation } from "../../registry/registry.ts";
import { requestExample, valueExample } from "./example.ts";
import type { Parameter } from "./reference.ts";
import { asNode } from "./shape.ts";

/** Examples of requests; each succeeds on the demo company. Values of an operation come before those of its schemas. */
export const bodyExample = (operation: Operation): unknown =>
  demoRequests[operation.name]?.body ?? requestExample(operation.body, { name: nameIn(operation) });

export const queryExample = (operation: Operation, name: string, schema: unknown): unknown =>
  demoRequests[operation.name]?.query?.[name] ?? demoQuery[name] ?? valueExample(schema, name);

/** Whether an example has the parameter: it is required, has a default, or the operation asks for it. */
export const isQueryShown = (operation: Operation, { field, schema }: Parameter): boolean =>
  field.isRequired ||
  asNode(schema)["default"] !== undefined ||
  demoRequests[operation.name]?.query?.[field.name] !== undefined;

export const pathExample = (operation: Operation, name: string, schema: unknown): string =>
  demoRequests[operation.name]?.params?.[name] ?? demoIdIn(operation.url, name) ?? String(valueExample(schema, name));

/** The id of an object of the kind that stands before the parameter. */
function demoIdIn(url: string, name: string): string | undefined {
  const kind = new RegExp(`([\\w-]+)/\\{${name}\\}`).exec(url)?.[1];
  return kind === undefined ? undefined : demoIds[kind];
}

/** Names of one kind are unique: a new object, a copy and a changed one are called differently. */
function nameIn({ method, url }: Operation): string {
  if (method !== "POST") return "Summer flowers";
  return /\/(?:copy|duplicate|merge|to-list)$/.test(url) ? "Autumn flowers" : "Spring flowers";
}
