import { OAuthError } from "../../kernel/oauth-error.ts";

/** The value of a parameter; undefined when it is missing or empty, an error when it is repeated (RFC 6749, 3.1). */
export type Parameters = (name: string) => string | undefined;

export function formParameters(body: unknown): Parameters {
  if (!(body instanceof URLSearchParams)) throw new OAuthError("invalid_request", "content-type");
  return (name) => single(name, body.getAll(name));
}

export function queryParameters(query: unknown): Parameters {
  const values = new Map<string, unknown>(Object.entries(Object(query)));
  return (name) => {
    const sent = values.get(name);
    return single(name, sent === undefined ? [] : [sent].flat().map(String));
  };
}

function single(name: string, values: readonly string[]): string | undefined {
  const [value] = values;
  if (values.length > 1 || value?.includes("\0") === true) throw new OAuthError("invalid_request", name);
  return value === "" ? undefined : value;
}

export function required(parameters: Parameters, name: string): string {
  const value = parameters(name);
  if (value === undefined) throw new OAuthError("invalid_request", name);
  return value;
}
