/** Who acts: an API key, a signed-in member, a support person with read access, or the service itself (jobs, listeners, command line). */
export type Actor =
  | { readonly kind: "key"; readonly keyId: string; readonly memberId: string }
  | { readonly kind: "member"; readonly memberId: string; readonly personId: string; readonly roles: readonly string[] }
  | { readonly kind: "support"; readonly personId: string }
  | { readonly kind: "service" };

/** The member who acts, themselves or through a key. */
export const memberIdOf = (actor: Actor): string | null =>
  actor.kind === "key" || actor.kind === "member" ? actor.memberId : null;
