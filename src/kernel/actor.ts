/** Who acts: an API key, a signed-in member, a support person with read access, or the service itself (jobs, listeners, command line). */
export type Actor =
  | (Via & { readonly kind: "key"; readonly keyId: string; readonly memberId: string })
  | (Via & {
      readonly kind: "member";
      readonly memberId: string;
      readonly personId: string;
      readonly roles: readonly string[];
      /** The hash of the session's token; absent for an assistant. */
      readonly sessionHash?: Buffer;
    })
  | { readonly kind: "support"; readonly personId: string }
  | { readonly kind: "service" };

/** Set where an assistant acts for the member through MCP. */
type Via = { readonly via?: "mcp" };

export const isAssistant = (actor: Actor): boolean =>
  (actor.kind === "key" || actor.kind === "member") && actor.via === "mcp";

/** The member who acts, themselves or through a key. */
export const memberIdOf = (actor: Actor): string | null =>
  actor.kind === "key" || actor.kind === "member" ? actor.memberId : null;
