import { sessionCookieOf } from "../../http/credentials.ts";
import { filePart } from "../../kernel/file.ts";
import type { Operation } from "../../registry/registry.ts";
import { bodyExample, isQueryShown, pathExample, queryExample } from "./operation-example.ts";
import { pathParameters, queryParameters } from "./reference.ts";

/** A complete command once the variables of the overview are set. */
export function toCurl(operation: Operation, publicUrl: string): string {
  const parts = [
    operation.method === "GET" ? "curl" : `curl -X ${operation.method}`,
    `"${publicUrl}${examplePath(operation)}${exampleQuery(operation)}"`,
    ...credentials(operation, publicUrl).map((header) => `-H "${header}"`),
    ...bodyParts(operation),
  ];
  return `${parts.slice(0, 2).join(" ")}${parts
    .slice(2)
    .map((part) => ` \\\n  ${part}`)
    .join("")}`;
}

function credentials(operation: Operation, publicUrl: string): string[] {
  if (operation.access === "public") return [];
  if (operation.access === "member_or_key") return ["Authorization: Bearer $POSTRIDER_KEY"];
  const cookie = `Cookie: ${sessionCookieOf([publicUrl])}=$POSTRIDER_SESSION`;
  return operation.method === "GET" ? [cookie] : [cookie, "X-CSRF-Token: $POSTRIDER_CSRF"];
}

function examplePath(operation: Operation): string {
  const values = new Map(pathParameters(operation).map(({ field, schema }) => [field.name, schema]));
  return operation.url.replace(/\{(\w+)\}/g, (_whole, name: string) =>
    name === "tenant" ? "$POSTRIDER_TENANT" : encodeURIComponent(pathExample(operation, name, values.get(name))),
  );
}

function exampleQuery(operation: Operation): string {
  const pairs = queryParameters(operation)
    .filter((parameter) => isQueryShown(operation, parameter))
    .map(
      ({ field, schema }) => `${field.name}=${encodeURIComponent(String(queryExample(operation, field.name, schema)))}`,
    );
  return pairs.length === 0 ? "" : `?${pairs.join("&")}`;
}

function bodyParts(operation: Operation): string[] {
  if (operation.upload !== undefined) return [`-F "${filePart}=@${filePart}.csv"`];
  if (operation.body === undefined) return [];
  if (operation.bodyFormat === "form") return [`-d "${new URLSearchParams(textFields(bodyExample(operation)))}"`];
  const json = JSON.stringify(bodyExample(operation), null, 2).replaceAll("\n", "\n  ");
  return ['-H "Content-Type: application/json"', `-d '${json.replaceAll("'", String.raw`'\''`)}'`];
}

const textFields = (example: unknown): Record<string, string> =>
  Object.fromEntries(Object.entries(Object(example)).map(([name, value]) => [name, String(value)]));
