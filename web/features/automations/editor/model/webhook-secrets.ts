import { isCredentialHeader } from "../../../../../src/kernel/credential-header.ts";
import { isRecord, type Config } from "./graph.ts";

type Holder = Readonly<Record<string, unknown>>;

/** Where a webhook's settings hold a secret: the property of its value, and the one that says whether it is stored. */
type SecretPlace = { readonly value: "password" | "value"; readonly state: "passwordSet" | "valueSet" };

/** Properties that only the server sets: whether a secret is stored. */
export const ownedByServer: ReadonlySet<string> = new Set(["passwordSet", "valueSet"]);

const passwordPlace: SecretPlace = { value: "password", state: "passwordSet" };
const valuePlace: SecretPlace = { value: "value", state: "valueSet" };

const isSecretHeader = ({ name, secret }: Holder): boolean =>
  secret === true || (typeof name === "string" && isCredentialHeader(name));

/** The place of the secret in an object of a webhook's settings: `basicAuth`, one of `headers` or of `secrets`. */
export function findSecretPlace(field: string, holder: Holder): SecretPlace | undefined {
  if (field === "basicAuth") return passwordPlace;
  if (field === "secrets") return valuePlace;
  return field === "headers" && isSecretHeader(holder) ? valuePlace : undefined;
}

function withoutSecret(field: string, holder: unknown): unknown {
  const place = isRecord(holder) ? findSecretPlace(field, holder) : undefined;
  if (place === undefined || !isRecord(holder)) return holder;
  const { [place.value]: _value, [place.state]: _state, ...rest } = holder;
  return field === "headers" ? { ...rest, value: "" } : rest;
}

/** Settings of a webhook without the values of its secrets, and without the states of those that are stored. */
export const withoutSecrets = (config: Config): Config =>
  Object.fromEntries(
    Object.entries(config).map(([field, value]) => [
      field,
      Array.isArray(value) ? value.map((holder: unknown) => withoutSecret(field, holder)) : withoutSecret(field, value),
    ]),
  );
