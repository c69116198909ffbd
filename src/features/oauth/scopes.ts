import type { Scope } from "../../kernel/access.ts";
import { OAuthError } from "../../kernel/oauth-error.ts";

/** `full` includes `read`; without a scope a client gets `read`. */
export function parseScope(text: string | undefined): Scope {
  const words = (text ?? "read").split(" ").filter((word) => word !== "");
  if (words.length === 0 || !words.every((word) => word === "read" || word === "full")) {
    throw new OAuthError("invalid_scope", "scope");
  }
  return words.includes("full") ? "full" : "read";
}

/** What the person chose, never more than what the client requested. */
export const lowerScope = (requested: Scope, chosen: string): Scope =>
  requested === "full" && chosen === "full" ? "full" : "read";
