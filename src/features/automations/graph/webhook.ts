import { Type } from "typebox";
import { OneOf } from "../../../kernel/schema.ts";
import { checked, fieldOf, listOf, optional, type ConfigField, type ConfigProblem } from "./config-field.ts";
import { isObject } from "./json.ts";

/** The origin is literal; merge tags may follow. */
const literalOrigin = /^https?:\/\/[^/?#{}\s@\\]+(?:[/?#]|$)/i;
const mergeTag = /\{\{[^{}]*\}\}/g;

const isWebhookUrl = (url: string): boolean => literalOrigin.test(url) && URL.canParse(url.replace(mergeTag, "x"));

/** Headers of the connection, which the service itself sets. */
const ownHeaders = new Set([
  "connection",
  "content-length",
  "expect",
  "host",
  "keep-alive",
  "te",
  "trailer",
  "transfer-encoding",
  "upgrade",
]);

const noControl = "[^\\u0000-\\u001f\\u007f]*";

const BasicAuth = Type.Object({
  enabled: Type.Boolean(),
  username: Type.Optional(Type.String({ maxLength: 200, pattern: `^${noControl}$` })),
  password: Type.Optional(
    Type.String({
      maxLength: 500,
      pattern: `^${noControl}$`,
      description: "Write only; left out: the stored one stays",
    }),
  ),
  passwordSet: Type.Optional(Type.Boolean({ description: "Whether a password is stored; ignored when it is sent" })),
});

export const webhookFields: Readonly<Record<string, ConfigField>> = {
  url: checked(
    fieldOf(Type.String({ maxLength: 2000, description: "http or https; merge tags after the host" })),
    (url, field) => (isWebhookUrl(String(url)) ? [] : [{ field, code: "config" }]),
  ),
  method: optional(fieldOf(OneOf(["GET", "POST", "PUT", "PATCH", "DELETE"]))),
  headers: optional(
    checked(
      fieldOf(
        Type.Array(
          Type.Object({
            name: Type.String({ maxLength: 100, pattern: "^[A-Za-z0-9!#$%&'*+.^_`|~-]+$" }),
            value: Type.String({ maxLength: 2000, pattern: `^${noControl}$`, description: "May contain merge tags" }),
          }),
          { maxItems: 30 },
        ),
      ),
      (headers, field) =>
        listOf(headers).flatMap((header, index) =>
          isObject(header) && ownHeaders.has(String(header["name"]).toLowerCase())
            ? [{ field: `${field}.${index}.name`, code: "config" as const }]
            : [],
        ),
    ),
  ),
  body: optional(fieldOf(Type.String({ maxLength: 100_000, description: "May contain merge tags; a GET has none" }))),
  basicAuth: optional(fieldOf(BasicAuth)),
};

/** Credentials that are switched on need a user name and a password, new or stored. */
export function findMissingCredentials({ basicAuth }: Readonly<Record<string, unknown>>): ConfigProblem[] {
  if (!isObject(basicAuth) || basicAuth["enabled"] !== true) return [];
  const isGiven = (name: string) => typeof basicAuth[name] === "string" && basicAuth[name] !== "";
  return [
    ...(isGiven("username") ? [] : [{ field: "basicAuth.username", code: "missing" as const }]),
    ...(isGiven("password") || basicAuth["passwordSet"] === true
      ? []
      : [{ field: "basicAuth.password", code: "missing" as const }]),
  ];
}
