import { Type, type TSchema } from "typebox";

const redirectKeyword = "x-redirect";

/** Response schema of a redirect: the handler returns the address. */
export const Redirect = Type.Unsafe<string>({ type: "string", format: "uri", [redirectKeyword]: true });

export const isRedirect = (schema: TSchema | null | undefined): boolean =>
  schema !== null && schema !== undefined && Reflect.get(schema, redirectKeyword) === true;
