import { toAddress, type AnyInput } from "../../api/client.ts";

export type ApiCall = { readonly operation: string; readonly input: AnyInput };

const quote = (text: string) => `'${text.replaceAll("'", `'\\''`)}'`;

/** Passwords of a change must not appear on the screen. */
const withoutPasswords = (name: string, value: unknown) => (/password/i.test(name) ? "…" : value);

/** The call as a command; the key is a variable, never a real one. */
export function toCurl({ operation, input }: ApiCall, origin: string, tenant: string): string {
  const { method, url } = toAddress(operation, input, tenant);
  const lines = [
    `curl ${method === "GET" ? "" : `-X ${method} `}${quote(origin + url)}`,
    `  -H "Authorization: Bearer $POSTRIDER_KEY"`,
    ...(input.body === undefined
      ? []
      : [`  -H "Content-Type: application/json"`, `  -d ${quote(JSON.stringify(input.body, withoutPasswords))}`]),
  ];
  return lines.join(" \\\n");
}
