import { Type } from "typebox";
import { OneOf, NamedObject } from "../../../kernel/schema.ts";
import { checked, defineField, asList, optional, type ConfigField, type ConfigProblem } from "./config-field.ts";
import { isObject, type JsonObject } from "./json.ts";
import { findUnknownSecrets } from "./webhook-secrets.ts";
import { matching } from "../../../kernel/schema-rules.ts";

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

const noControl = matching("^[^\\u0000-\\u001f\\u007f]*$", "one line without control characters");

const BasicAuth = NamedObject("BasicAuth", {
  enabled: Type.Boolean(),
  username: Type.Optional(Type.String({ maxLength: 200, ...noControl })),
  password: Type.Optional(
    Type.String({
      maxLength: 500,
      ...noControl,
      description: "Write only; left out: the stored one stays",
    }),
  ),
  passwordSet: Type.Optional(Type.Boolean({ description: "Whether a password is stored; ignored when it is sent" })),
});

const valueState = Type.Boolean({ description: "Whether a value is stored; ignored when it is sent" });

const NamedSecret = NamedObject("NamedSecret", {
  name: Type.String({
    ...matching("^[a-z0-9_-]{1,50}$", "1 to 50 small letters, digits, - and _"),
    description: "URL, headers and body name it as {{secret:name}}",
  }),
  value: Type.Optional(Type.String({ maxLength: 2000, description: "Write only; left out: the stored one stays" })),
  valueSet: Type.Optional(valueState),
});

const findRepeatedNames = (secrets: readonly unknown[]): readonly number[] => {
  const names = secrets.map((secret) => (isObject(secret) ? secret["name"] : undefined));
  return names.flatMap((name, index) => (names.indexOf(name) < index ? [index] : []));
};

export const webhookFields: Readonly<Record<string, ConfigField>> = {
  url: checked(
    defineField(
      Type.String({ maxLength: 2000, description: "http or https; merge tags and {{secret:name}} after the host" }),
    ),
    (url, field) => (isWebhookUrl(String(url)) ? [] : [{ field, code: "config" }]),
  ),
  method: optional(defineField(OneOf(["GET", "POST", "PUT", "PATCH", "DELETE"]))),
  headers: optional(
    checked(
      defineField(
        Type.Array(
          Type.Object({
            name: Type.String({
              maxLength: 100,
              ...matching("^[A-Za-z0-9!#$%&'*+.^_`|~-]+$", "the name of an HTTP header"),
            }),
            value: Type.String({
              maxLength: 2000,
              ...noControl,
              description: "May contain merge tags and {{secret:name}}; empty for a secret: the stored one stays",
            }),
            secret: Type.Optional(
              Type.Boolean({ description: "Stored encrypted and never shown; headers with credentials always are" }),
            ),
            valueSet: Type.Optional(valueState),
          }),
          { maxItems: 30 },
        ),
      ),
      (headers, field) =>
        asList(headers).flatMap((header, index) =>
          isObject(header) && ownHeaders.has(String(header["name"]).toLowerCase())
            ? [{ field: `${field}.${index}.name`, code: "config" as const }]
            : [],
        ),
    ),
  ),
  body: optional(
    defineField(
      Type.String({ maxLength: 100_000, description: "May contain merge tags and {{secret:name}}; a GET has none" }),
    ),
  ),
  secrets: optional(
    checked(defineField(Type.Array(NamedSecret, { maxItems: 20 })), (secrets, field) =>
      findRepeatedNames(asList(secrets)).map((index) => ({ field: `${field}.${index}.name`, code: "config" })),
    ),
  ),
  basicAuth: optional(defineField(BasicAuth)),
};

/** Credentials that are switched on need a user name; a password and every other secret a value, new or stored. */
export const findMissingCredentials = (config: JsonObject): ConfigProblem[] => [
  ...findMissingBasicAuth(config),
  ...(["headers", "secrets"] as const).flatMap((list) =>
    asList(config[list]).flatMap((holder, index) =>
      isObject(holder) && holder["valueSet"] === false && (holder["value"] ?? "") === ""
        ? [{ field: `${list}.${index}.value`, code: "missing" as const }]
        : [],
    ),
  ),
  ...findUnknownSecrets(config).map(({ field, name }) => ({
    field,
    code: "missing" as const,
    params: { secret: name },
  })),
];

function findMissingBasicAuth({ basicAuth }: JsonObject): ConfigProblem[] {
  if (!isObject(basicAuth) || basicAuth["enabled"] !== true) return [];
  const isGiven = (name: string) => typeof basicAuth[name] === "string" && basicAuth[name] !== "";
  return [
    ...(isGiven("username") ? [] : [{ field: "basicAuth.username", code: "missing" as const }]),
    ...(isGiven("password") || basicAuth["passwordSet"] === true
      ? []
      : [{ field: "basicAuth.password", code: "missing" as const }]),
  ];
}
