import { inTransaction, type Context } from "../../../context.ts";
import { accepts } from "../../../kernel/accepts.ts";
import type { Role } from "../../../kernel/access.ts";
import { normalizeEmail } from "../../../kernel/email.ts";
import { conflict, notFound, rateLimited, validation } from "../../../kernel/errors.ts";
import { addMs, days, hours, minutes, secondsUntil } from "../../../kernel/local-time.ts";
import { requireActingMember, rejectRolesBeyond } from "../acting-member.ts";
import { requireMailAllowed } from "../company-mail.ts";
import { invitationMailJob } from "../jobs.ts";
import { isAdmin } from "../members.ts";
import { findActiveMember, lockCompany } from "../queries.ts";
import { requireConfirmation } from "../sessions/confirmation.ts";
import * as queries from "./queries.ts";

const validDays = 7;
const maxMailsPerDay = 20;
const resendPauseMs = minutes(1);

const presentInvitation = (row: queries.InvitationRecord) => ({
  ...row,
  createdAt: row.createdAt.toISOString(),
  expiresAt: row.expiresAt.toISOString(),
});

export async function listInvitations(ctx: Context) {
  return { items: (await queries.listInvitations(ctx.db, ctx.clock.now())).map(presentInvitation) };
}

export async function createInvitation(ctx: Context, body: { email: string; roles: readonly Role[] }) {
  const member = requireActingMember(ctx);
  const email = normalizeEmail(body.email);
  if (email === undefined) throw validation("email", accepts.email);
  rejectRolesBeyond(member, body.roles);
  return inTransaction(ctx, async (inner) => {
    const { db, clock, jobs } = inner;
    if (isAdmin(body.roles)) await requireConfirmation(inner);
    const at = clock.now();
    await lockCompany(db);
    await requireMailAllowed(db);
    if ((await findActiveMember(db, email)) !== undefined) throw conflict("email");
    await rejectOverLimit(inner, email);
    await queries.endInvitationsTo(db, email, at);
    const id = await queries.insertInvitation(db, {
      email,
      roles: body.roles,
      invitedBy: member.memberId,
      createdAt: at,
      expiresAt: addMs(at, days(validDays)),
    });
    db.created(id);
    await jobs.send(db, invitationMailJob, { tenantId: db.tenantId, invitationId: id });
    return presentInvitation(await queries.getInvitation(db, id, at));
  });
}

/** Counts under the company lock: invitations to arbitrary addresses must not be usable for harassment. */
async function rejectOverLimit({ db, clock }: Context, email: string): Promise<void> {
  const now = clock.now();
  const sent = await queries.listInvitationTimes(db, addMs(now, -hours(24)));
  const first = sent[sent.length - maxMailsPerDay];
  if (first !== undefined) throw rateLimited("invitation-mail", secondsUntil(addMs(first.createdAt, hours(24)), now));
  const last = sent.findLast((invitation) => invitation.email === email);
  const againAt = last && addMs(last.createdAt, resendPauseMs);
  if (againAt !== undefined && againAt > now) throw rateLimited("invitation-mail", secondsUntil(againAt, now));
}

export async function revokeInvitation(ctx: Context, id: string): Promise<void> {
  await inTransaction(ctx, async ({ db, clock }) => {
    if (!(await queries.endInvitation(db, id, clock.now()))) throw notFound("invitation");
    await queries.deleteInvitationTokens(db, id);
  });
}
