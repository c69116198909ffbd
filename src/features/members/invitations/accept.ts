import { isUniqueViolation } from "../../../db/client.ts";
import type { SystemDb } from "../../../db/tenant.ts";
import { sha256 } from "../../../kernel/crypto.ts";
import { conflict, notFound } from "../../../kernel/errors.ts";
import { hashPassword, rejectWeakPassword } from "../passwords.ts";
import {
  findActiveMember,
  findPersonByEmail,
  insertPerson,
  lockCompany,
  upsertMembership,
  type PersonRecord,
} from "../queries.ts";
import { requirePassword } from "../sessions/signed-in-person.ts";
import type { ObservedContext } from "../sessions/sign-in-events.ts";
import type { AnonymousContext } from "../sessions/throttle.ts";
import * as queries from "./queries.ts";

export type Acceptance = { password: string; firstName?: string; lastName?: string };

/** Details shown to the holder of the link before they accept. */
export async function findOpenInvitation(ctx: AnonymousContext, token: string) {
  const invitation = await queries.findInvitationByToken(ctx.db, sha256(token), ctx.clock.now());
  if (invitation === undefined) return undefined;
  const person = await findPersonByEmail(ctx.db, invitation.email);
  return { email: invitation.email, companyName: invitation.companyName, hasAccount: person !== undefined };
}

export async function acceptInvitation(ctx: ObservedContext, token: string, acceptance: Acceptance) {
  const invitation = await queries.findInvitationByToken(ctx.db, sha256(token), ctx.clock.now());
  if (invitation === undefined) throw notFound("invitation");
  const { email, tenant, companyName } = invitation;
  const person = await findPersonByEmail(ctx.db, email);
  const resolvePerson =
    person === undefined
      ? await prepareNewPerson(invitation, acceptance)
      : await verifyExistingPerson(ctx, person, acceptance);
  await joinCompany(ctx, invitation, resolvePerson);
  return { email, company: { tenant, name: companyName } };
}

type PersonResolver = (db: SystemDb) => Promise<string>;

async function prepareNewPerson(
  { email, companyName }: queries.InvitationByToken,
  { password, firstName = "", lastName = "" }: Acceptance,
): Promise<PersonResolver> {
  rejectWeakPassword({ password, ownWords: [email, companyName, firstName, lastName] });
  const passwordHash = await hashPassword(password);
  return (db) => insertPerson(db, { email, passwordHash, firstName: firstName.trim(), lastName: lastName.trim() });
}

/** Password checks count as sign-in attempts, so that a link cannot bypass the rate limit. */
async function verifyExistingPerson(
  ctx: ObservedContext,
  person: PersonRecord,
  { password }: Acceptance,
): Promise<PersonResolver> {
  await requirePassword(ctx, person, password);
  return async () => person.id;
}

/** Exactly one of several concurrent acceptances succeeds; the others find the invitation used. */
async function joinCompany(
  ctx: AnonymousContext,
  invitation: queries.InvitationByToken,
  resolvePerson: PersonResolver,
): Promise<void> {
  const { tenantId, id, email, roles } = invitation;
  const at = ctx.clock.now();
  try {
    await ctx.db.transaction(async (db) => {
      const own = db.forTenant(tenantId);
      await lockCompany(own);
      if (!(await queries.updateInvitationAccepted(own, id, at))) throw notFound("invitation");
      if ((await findActiveMember(own, email)) !== undefined) throw conflict("email");
      await upsertMembership(own, { personId: await resolvePerson(db), roles, at });
      await queries.deleteInvitationTokens(own, id);
    });
  } catch (error) {
    // The person has just created the account through another company's invitation.
    if (isUniqueViolation(error)) throw conflict("email");
    throw error;
  }
}
