import type { Services } from "../../../context.ts";
import { accepts } from "../../../kernel/accepts.ts";
import { sha256 } from "../../../kernel/crypto.ts";
import { normalizeEmail } from "../../../kernel/email.ts";
import { notFound, validation } from "../../../kernel/errors.ts";
import { addMs, hours } from "../../../kernel/local-time.ts";
import { endAccess } from "../end-access.ts";
import { passwordResetMailJob } from "../jobs.ts";
import { hashPassword, rejectWeakPassword } from "../passwords.ts";
import { recordPersonalChange } from "../security-notices/service.ts";
import { deletePersonSessions } from "../sessions/queries.ts";
import { recordAccess, recordFailedAccess, type ObservedContext } from "../sessions/sign-in-events.ts";
import { canRequestReset, type AnonymousContext } from "../sessions/throttle.ts";
import * as queries from "./queries.ts";

const validHours = 1;

/** Limits the mails that a person gets without having asked for them. */
const maxOpen = 3;

/**
 * Takes the same steps for known and unknown addresses: the job of an unknown one does nothing. The answer is the same
 * beyond the limit.
 */
export async function requestPasswordReset(ctx: ObservedContext, address: string): Promise<object> {
  const email = normalizeEmail(address);
  if (email === undefined) throw validation("email", accepts.email);
  if (!(await canRequestReset(ctx))) return {};
  const now = ctx.clock.now();
  const known = await ctx.db.transaction(async (db) => {
    const personId = await queries.lockPerson(db, email);
    const id = await queries.insertReset(db, { personId, now, expiresAt: addMs(now, hours(validHours)), maxOpen });
    await ctx.jobs.send(db, passwordResetMailJob, { resetId: id ?? "0" });
    return personId;
  });
  await recordFailedAccess(ctx, "password_reset_requested", known);
  return {};
}

export async function findOpenReset(ctx: AnonymousContext, token: string): Promise<{ email: string } | undefined> {
  return queries.findResetByToken(ctx.db, sha256(token), ctx.clock.now());
}

type ResetContext = ObservedContext & Pick<Services, "hooks">;

/** Ends everything that a person who knew the old password may have opened: sessions, API keys and connected apps. */
export async function resetPassword(ctx: ResetContext, token: string, password: string): Promise<void> {
  rejectWeakPassword({ password, ownWords: [] });
  const now = ctx.clock.now();
  const found = await queries.findResetByToken(ctx.db, sha256(token), now);
  if (found === undefined) throw notFound("password_reset");
  rejectWeakPassword({ password, ownWords: [found.email, found.firstName, found.lastName] });
  const passwordHash = await hashPassword(password);
  await ctx.db.transaction(async (db) => {
    // Locks the person first, so that two concurrent links cannot deadlock.
    await queries.updatePassword(db, found.personId, passwordHash);
    if (!(await queries.updateResetUsed(db, found.id, now))) throw notFound("password_reset");
    await queries.updatePersonResetsUsed(db, found.personId, now);
    await deletePersonSessions(db, found.personId);
    const inner = { ...ctx, db };
    await endAccess(inner, found.personId);
    const recorded = { kind: "password_reset", operation: "resetPassword", object: "password" } as const;
    await recordPersonalChange(inner, found.personId, recorded);
  });
  recordAccess(ctx, "password_reset", found.personId);
}
