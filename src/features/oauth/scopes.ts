import { allows, modules, type Scope } from "../../kernel/access.ts";
import { OAuthError } from "../../kernel/oauth-error.ts";

/** `full` includes `read`; without a scope a client gets `read`. */
export function parseScope(text: string | undefined): Scope {
  const words = (text ?? "read").split(" ").filter((word) => word !== "");
  if (words.length === 0 || !words.every((word) => word === "read" || word === "full")) {
    throw new OAuthError("invalid_scope", "scope");
  }
  return words.includes("full") ? "full" : "read";
}

/** What the person chose, as far as their roles reach. The client may have requested less or more. */
export const grantedScope = (chosen: string, roles: readonly string[]): Scope =>
  chosen === "full" && canWrite(roles) ? "full" : "read";

export const canWrite = (roles: readonly string[]): boolean => modules.some((module) => allows(roles, module, "full"));
