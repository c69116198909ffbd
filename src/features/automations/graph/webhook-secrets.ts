import { isCredentialHeader } from "../../../kernel/credential-header.ts";
import { asList } from "./config-field.ts";
import { isObject, type JsonObject } from "./json.ts";

/** Where a webhook node holds a secret: the property of the value, and the one that tells whether a value is stored. */
export type SecretPlace = { readonly key: string; readonly value: "password" | "value"; readonly state: string };

const passwordPlace: SecretPlace = { key: "password", value: "password", state: "passwordSet" };
const headerPlace = (name: string): SecretPlace => ({
  key: `header ${name.toLowerCase()}`,
  value: "value",
  state: "valueSet",
});
const namedPlace = (name: string): SecretPlace => ({ key: `secret ${name}`, value: "value", state: "valueSet" });

export const headerSecretKey = (name: string): string => headerPlace(name).key;
export const namedSecretKey = (name: string): string => namedPlace(name).key;

/** A secret in the set of those that are stored. */
export const storedSecretKey = (node: string, place: string): string => `${node} ${place}`;

/** Headers that carry credentials are secret also without a mark. */
const isSecretHeader = (header: unknown): header is JsonObject & { readonly name: string } =>
  isObject(header) &&
  typeof header["name"] === "string" &&
  (header["secret"] === true || isCredentialHeader(header["name"]));

type Change = (place: SecretPlace, holder: JsonObject) => JsonObject;

/** The config with every object that holds a secret changed. */
function mapSecrets(config: JsonObject, change: Change): JsonObject {
  const { basicAuth, headers, secrets } = config;
  return {
    ...config,
    ...(isObject(basicAuth) && { basicAuth: change(passwordPlace, basicAuth) }),
    ...(Array.isArray(headers) && {
      headers: headers.map((header: unknown) =>
        isSecretHeader(header) ? change(headerPlace(header.name), header) : header,
      ),
    }),
    ...(Array.isArray(secrets) && {
      secrets: secrets.map((secret: unknown) =>
        isObject(secret) && typeof secret["name"] === "string" ? change(namedPlace(secret["name"]), secret) : secret,
      ),
    }),
  };
}

export type GivenSecret = { readonly place: string; readonly value: string };

/** The secrets of a config; an empty value was not given. */
export function listSecrets(config: JsonObject): readonly GivenSecret[] {
  const found: GivenSecret[] = [];
  mapSecrets(config, (place, holder) => {
    const value = holder[place.value];
    found.push({ place: place.key, value: typeof value === "string" ? value : "" });
    return holder;
  });
  return found;
}

/** The config as it is stored: no version contains a secret. */
export const withoutSecretValues = (config: JsonObject): JsonObject =>
  mapSecrets(config, ({ value, state }, { [value]: _value, [state]: _state, ...rest }) =>
    isSecretHeader(rest) ? { ...rest, secret: true, value: "" } : rest,
  );

/** The config as it is shown: whether each secret is stored. */
export const withSecretStates = (config: JsonObject, isStored: (place: string) => boolean): JsonObject =>
  mapSecrets(config, ({ key, state }, holder) => ({ ...holder, [state]: isStored(key) }));

const secretTag = /\{\{\s*secret:([a-z0-9_-]{1,50})\s*\}\}/gi;

/** The secrets that a text names as `{{secret:name}}`. */
const secretNamesIn = (text: unknown): readonly string[] =>
  typeof text === "string" ? [...text.matchAll(secretTag)].map(([, name = ""]) => name.toLowerCase()) : [];

/** Every text of the config that may name secrets, by its path. */
const textsOf = ({ url, body, headers }: JsonObject): readonly (readonly [string, unknown])[] => [
  ["url", url],
  ["body", body],
  ...asList(headers).map(
    (header, index) => [`headers.${index}.value`, isObject(header) ? header["value"] : ""] as const,
  ),
];

/** The first name of a secret that the node does not have, by the path of the text. */
export function findUnknownSecrets(config: JsonObject): { readonly field: string; readonly name: string }[] {
  const known = new Set(asList(config["secrets"]).map((secret) => (isObject(secret) ? secret["name"] : undefined)));
  return textsOf(config).flatMap(([field, text]) => {
    const name = secretNamesIn(text).find((one) => !known.has(one));
    return name === undefined ? [] : [{ field, name }];
  });
}

/** The text with its secrets filled in; `render` gets what stands between them. */
export function fillSecretTags(
  text: string,
  render: (part: string) => string,
  secretOf: (name: string) => string,
): string {
  const parts = text.split(secretTag);
  return parts.map((part, index) => (index % 2 === 0 ? render(part) : secretOf(part.toLowerCase()))).join("");
}
