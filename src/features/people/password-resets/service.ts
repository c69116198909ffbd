import type { Services } from "../../../context.ts";
import { sha256 } from "../../../kernel/crypto.ts";
import { normalizeEmail } from "../../../kernel/email.ts";
import { notFound, validation } from "../../../kernel/errors.ts";
import { addMs, hours } from "../../../kernel/local-time.ts";
import { passwordResetMailJob } from "../jobs.ts";
import { hashPassword, refuseShortPassword } from "../passwords.ts";
import { deletePersonSessions } from "../sessions/queries.ts";
import { canRequestReset, type AnonymousContext } from "../sessions/throttle.ts";
import * as queries from "./queries.ts";

const validHours = 1;

/** So many letters an hour at most reach a person who did not ask for them. */
const maxOpen = 3;

/**
 * The same steps for every address, known or not: the job of an unknown one finds nothing to do. Beyond the limit the
 * answer is still the same.
 */
export async function requestPasswordReset(
  ctx: AnonymousContext & Pick<Services, "jobs">,
  address: string,
): Promise<object> {
  const email = normalizeEmail(address);
  if (email === undefined) throw validation("email");
  if (!(await canRequestReset(ctx))) return {};
  const now = ctx.clock.now();
  await ctx.db.transaction(async (db) => {
    await queries.lockPerson(db, email);
    const id = await queries.insertReset(db, { email, now, expiresAt: addMs(now, hours(validHours)), maxOpen });
    await ctx.jobs.send(db, passwordResetMailJob, { resetId: id ?? "0" });
  });
  return {};
}

export async function findOpenReset(ctx: AnonymousContext, token: string): Promise<{ email: string } | undefined> {
  return queries.findResetByToken(ctx.db, sha256(token), ctx.clock.now());
}

/** Whoever was signed in with the old password is not any more. */
export async function resetPassword(ctx: AnonymousContext, token: string, password: string): Promise<void> {
  refuseShortPassword(password);
  const now = ctx.clock.now();
  const found = await queries.findResetByToken(ctx.db, sha256(token), now);
  if (found === undefined) throw notFound("password_reset");
  const passwordHash = await hashPassword(password);
  await ctx.db.transaction(async (db) => {
    // The person's row first: two links at once wait here instead of for each other.
    await queries.updatePassword(db, found.personId, passwordHash);
    if (!(await queries.updateResetUsed(db, found.id, now))) throw notFound("password_reset");
    await queries.updatePersonResetsUsed(db, found.personId, now);
    await deletePersonSessions(db, found.personId);
  });
}
