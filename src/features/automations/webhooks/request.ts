import { renderMergeTags } from "../../../mail/render/fill.ts";
import type { MergeValues } from "../../../mail/render/values.ts";
import type { OutboundRequest } from "../../../net/outbound.ts";
import { listOf } from "../graph/config-field.ts";
import { isObject, type JsonObject } from "../graph/json.ts";

const timeoutMs = 30_000;

type Methods = NonNullable<OutboundRequest["method"]>;
const methods: readonly Methods[] = ["GET", "POST", "PUT", "PATCH", "DELETE"];

/** The call of a webhook node for one contact. Values are escaped for the place where they stand. */
export function webhookRequest(config: JsonObject, values: MergeValues, password: string | null): OutboundRequest {
  const method = methods.find((known) => known === config["method"]) ?? "POST";
  const own = headersOf(config, values);
  const body = method === "GET" ? undefined : bodyOf(config, values, contentTypeOf(own));
  return {
    url: renderMergeTags(textOf(config["url"]), values, "plainUrl"),
    method,
    headers: {
      ...(body === undefined || contentTypeOf(own) !== undefined ? {} : { "Content-Type": "application/json" }),
      ...own,
      ...authorizationOf(config["basicAuth"], password),
    },
    ...(body === undefined ? {} : { body }),
    timeoutMs,
    isBodyIgnored: true,
    maxBytes: 0,
  };
}

const textOf = (value: unknown): string => (typeof value === "string" ? value : "");

function headersOf({ headers }: JsonObject, values: MergeValues): Record<string, string> {
  const entries = listOf(headers).flatMap((header): [string, string][] =>
    isObject(header) ? [[textOf(header["name"]), headerValue(textOf(header["value"]), values)]] : [],
  );
  return Object.fromEntries(entries.filter(([name]) => name !== ""));
}

/** One line without control characters; other than ASCII is sent as UTF-8. */
function headerValue(text: string, values: MergeValues): string {
  const line = renderMergeTags(text, values, "line").replace(/\p{Cc}/gu, " ");
  return Buffer.from(line.trim()).toString("latin1");
}

const contentTypeOf = (headers: Readonly<Record<string, string>>): string | undefined =>
  Object.entries(headers).find(([name]) => name.toLowerCase() === "content-type")?.[1];

function bodyOf({ body }: JsonObject, values: MergeValues, contentType = "application/json"): string {
  const text = textOf(body);
  if (/json/i.test(contentType)) return renderMergeTags(text, values, "json");
  const isForm = /^application\/x-www-form-urlencoded\b/i.test(contentType);
  return renderMergeTags(text, values, isForm ? "plainUrl" : "plain");
}

function authorizationOf(basicAuth: unknown, password: string | null): Record<string, string> {
  if (!isObject(basicAuth) || basicAuth["enabled"] !== true) return {};
  const credentials = Buffer.from(`${textOf(basicAuth["username"])}:${password ?? ""}`).toString("base64");
  return { Authorization: `Basic ${credentials}` };
}
