import { inTransaction, type Context } from "../../context.ts";
import type { SystemDb, TenantDb } from "../../db/tenant.ts";
import { accepts } from "../../kernel/accepts.ts";
import type { Role } from "../../kernel/access.ts";
import { normalizeEmail } from "../../kernel/email.ts";
import { conflict, validation } from "../../kernel/errors.ts";
import { requireActingMember, requireKnownRoles, rejectRolesBeyond } from "./acting-member.ts";
import { hashPassword, rejectWeakPassword } from "./passwords.ts";
import * as queries from "./queries.ts";
import { notifyMember } from "./security-notices/service.ts";
import { requireConfirmation } from "./sessions/confirmation.ts";
import { afterAccessEnded } from "./member-hooks.ts";

const presentMember = (row: queries.MemberRecord) => ({ ...row, createdAt: row.createdAt.toISOString() });

export async function listMembers(ctx: Context) {
  return { items: (await queries.listMembers(ctx.db)).map(presentMember) };
}

/** The administrators own the company: who becomes or ceases to be one is decided with a fresh proof of identity. */
export async function changeMemberRoles(ctx: Context, id: string, roles: readonly Role[]) {
  rejectRolesBeyond(requireActingMember(ctx), roles);
  return inTransaction(ctx, async (inner) => {
    const { db } = inner;
    const member = await lockActiveMember(db, id);
    if (isAdmin(roles) !== isAdmin(member.roles)) await requireConfirmation(inner);
    if (!isAdmin(roles)) await rejectLastAdmin(db, member);
    await queries.updateMemberRoles(db, id, roles);
    if (!isSameSet(roles, member.roles)) await notifyMember(inner, id, { kind: "roles_changed" });
    return presentMember(await queries.getMember(db, id));
  });
}

export type NewMember = { email: string; password: string; roles: readonly string[]; at: Date };

/** For operators: adds a member without an invitation. An existing account keeps its password. */
export async function addMember(db: SystemDb, tenantId: string, added: NewMember): Promise<string> {
  const email = normalizeEmail(added.email);
  if (email === undefined) throw validation("email", accepts.email);
  rejectWeakPassword({ password: added.password, ownWords: [email] });
  const roles = requireKnownRoles(added.roles);
  const passwordHash = await hashPassword(added.password);
  return db.transaction(async (inner) => {
    const own = inner.forTenant(tenantId);
    await queries.lockCompany(own);
    if ((await queries.findActiveMember(own, email)) !== undefined) throw conflict("email");
    const personId =
      (await queries.findPersonId(inner, email)) ??
      (await queries.insertPerson(inner, { email, passwordHash, firstName: "", lastName: "" }));
    return queries.upsertMembership(own, { personId, roles, at: added.at });
  });
}

/**
 * Keeps the row for the history of what the member did. Revoked keys and connected apps stay revoked when the member
 * returns.
 */
export async function removeMember(ctx: Context, id: string): Promise<void> {
  await inTransaction(ctx, async (inner) => {
    const { db, clock } = inner;
    const member = await lockActiveMember(db, id);
    if (isAdmin(member.roles)) await requireConfirmation(inner);
    await rejectLastAdmin(db, member);
    await queries.updateMemberInactive(db, id);
    await queries.updateApiKeysOfMemberRevoked(db, id, clock.now());
    await afterAccessEnded(inner, id);
  });
}

/** Locks the company so that two administrators cannot demote each other concurrently. */
async function lockActiveMember(db: TenantDb, id: string): Promise<queries.MemberRecord> {
  await queries.lockCompany(db);
  const member = await queries.getMember(db, id);
  if (!member.isActive) throw conflict("status");
  return member;
}

async function rejectLastAdmin(db: TenantDb, member: queries.MemberRecord): Promise<void> {
  if (isAdmin(member.roles) && !(await queries.hasOtherAdmin(db, member.id))) throw conflict("last_admin");
}

const isSameSet = (left: readonly string[], right: readonly string[]) =>
  left.length === right.length && left.every((one) => right.includes(one));

export const isAdmin = (roles: readonly string[]) => roles.includes("account_admin");
