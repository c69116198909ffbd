import { inTransaction, type Context } from "../../../context.ts";
import { accepts } from "../../../kernel/accepts.ts";
import type { Role } from "../../../kernel/access.ts";
import { normalizeEmail } from "../../../kernel/email.ts";
import { conflict, notFound, validation } from "../../../kernel/errors.ts";
import { addMs, days } from "../../../kernel/local-time.ts";
import { requireActingMember, rejectRolesBeyond } from "../acting-member.ts";
import { requireMailAllowed } from "../company-mail.ts";
import { invitationMailJob } from "../jobs.ts";
import { isAdmin } from "../members.ts";
import { findActiveMember, lockCompany } from "../queries.ts";
import { requireConfirmation } from "../sessions/confirmation.ts";
import * as queries from "./queries.ts";

const validDays = 7;

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
    await queries.deleteInvitationsTo(db, email);
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

export async function revokeInvitation(ctx: Context, id: string): Promise<void> {
  await inTransaction(ctx, async ({ db, clock }) => {
    if (!(await queries.deleteInvitation(db, id, clock.now()))) throw notFound("invitation");
    await queries.deleteInvitationTokens(db, id);
  });
}
