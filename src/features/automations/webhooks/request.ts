import { escaperFor } from "../../../mail/render/escape.ts";
import { renderMergeTags } from "../../../mail/render/fill.ts";
import type { MergeValues } from "../../../mail/render/values.ts";
import type { OutboundRequest } from "../../../net/outbound.ts";
import { asList } from "../graph/config-field.ts";
import { isObject, type JsonObject } from "../graph/json.ts";
import { fillSecretTags, headerSecretKey, namedSecretKey } from "../graph/webhook-secrets.ts";

const timeoutMs = 30_000;

type Methods = NonNullable<OutboundRequest["method"]>;
const methods: readonly Methods[] = ["GET", "POST", "PUT", "PATCH", "DELETE"];

/** The call of a webhook node for one contact. Values are escaped for the place where they stand. */
export function webhookRequest(
  config: JsonObject,
  values: MergeValues,
  secrets: ReadonlyMap<string, string>,
): OutboundRequest {
  const fill: Fill = (text, place) =>
    fillSecretTags(
      text,
      (part) => renderMergeTags(part, values, place),
      (name) => escaperFor(place)(secrets.get(namedSecretKey(name)) ?? ""),
    );
  const method = methods.find((known) => known === config["method"]) ?? "POST";
  const own = renderHeaders(config, secrets, fill);
  const body = method === "GET" ? undefined : renderBody(config, fill, contentTypeOf(own));
  return {
    url: fill(toText(config["url"]), "plainUrl"),
    method,
    headers: {
      ...(body === undefined || contentTypeOf(own) !== undefined ? {} : { "Content-Type": "application/json" }),
      ...own,
      ...buildAuthorization(config["basicAuth"], secrets.get("password")),
    },
    ...(body === undefined ? {} : { body }),
    timeoutMs,
    isBodyIgnored: true,
    maxBytes: 0,
  };
}

/** Fills merge tags and secrets, escaped for the place. */
type Fill = (text: string, place: "plain" | "plainUrl" | "json" | "line") => string;

const toText = (value: unknown): string => (typeof value === "string" ? value : "");

function renderHeaders(
  { headers }: JsonObject,
  secrets: ReadonlyMap<string, string>,
  fill: Fill,
): Record<string, string> {
  const entries = asList(headers).flatMap((header): [string, string][] => {
    if (!isObject(header)) return [];
    const name = toText(header["name"]);
    return [[name, headerValue(secrets.get(headerSecretKey(name)) ?? toText(header["value"]), fill)]];
  });
  return Object.fromEntries(entries.filter(([name]) => name !== ""));
}

/** One line without control characters; other than ASCII is sent as UTF-8. */
function headerValue(text: string, fill: Fill): string {
  const line = fill(text, "line").replace(/\p{Cc}/gu, " ");
  return Buffer.from(line.trim()).toString("latin1");
}

const contentTypeOf = (headers: Readonly<Record<string, string>>): string | undefined =>
  Object.entries(headers).find(([name]) => name.toLowerCase() === "content-type")?.[1];

function renderBody({ body }: JsonObject, fill: Fill, contentType = "application/json"): string {
  const text = toText(body);
  if (/json/i.test(contentType)) return fill(text, "json");
  const isForm = /^application\/x-www-form-urlencoded\b/i.test(contentType);
  return fill(text, isForm ? "plainUrl" : "plain");
}

function buildAuthorization(basicAuth: unknown, password = ""): Record<string, string> {
  if (!isObject(basicAuth) || basicAuth["enabled"] !== true) return {};
  const credentials = Buffer.from(`${toText(basicAuth["username"])}:${password}`).toString("base64");
  return { Authorization: `Basic ${credentials}` };
}
