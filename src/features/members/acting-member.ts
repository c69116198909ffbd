import type { Context } from "../../context.ts";
import type { Actor } from "../../kernel/actor.ts";
import { covers, roles, type Role } from "../../kernel/access.ts";
import { forbidden, validation } from "../../kernel/errors.ts";

type MemberActor = Extract<Actor, { kind: "member" }>;

/** Only members manage people, never API keys (part 5, rule 3). */
export function requireActingMember(ctx: Context): MemberActor {
  if (ctx.actor.kind !== "member") throw forbidden("api_key");
  return ctx.actor;
}

/** A member cannot grant a key, a member or an invitation more access than their own. */
export function rejectRolesBeyond(member: { readonly roles: readonly string[] }, requested: readonly string[]): void {
  if (!covers(member.roles, requested))
    throw validation("roles", { allowed: roles.filter((role) => covers(member.roles, [role])) });
}

/** For input that no contract validates, such as the command line. */
export function requireKnownRoles(words: readonly string[]): Role[] {
  const known = roles.filter((role) => words.includes(role));
  if (known.length === 0 || known.length !== new Set(words).size) {
    throw validation("roles", { allowed: roles });
  }
  return known;
}
