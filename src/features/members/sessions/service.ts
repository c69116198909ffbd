import type { VisitorContext } from "../../../context.ts";
import { accepts } from "../../../kernel/accepts.ts";
import { randomToken, sha256, deriveCsrfToken } from "../../../kernel/crypto.ts";
import { normalizeEmail } from "../../../kernel/email.ts";
import { ApiError, unauthorized, validation } from "../../../kernel/errors.ts";
import { addMs, days } from "../../../kernel/local-time.ts";
import { verifyPersonPassword } from "../passwords.ts";
import { findPersonByEmail, type PersonRecord } from "../queries.ts";
import { sessionDays } from "./lifetime.ts";
import * as queries from "./queries.ts";
import { requireSignedInPerson, sessionHashOf, requireSessionToken } from "./signed-in-person.ts";
import { observingLockOut, recordAccess, recordFailedAccess, sendAccess } from "./sign-in-events.ts";
import { beginAttempt, clearAttempt } from "./throttle.ts";
import { requireCode } from "./two-factor.ts";

const maxUserAgentLength = 300;

export type SignInCredentials = { email: string; password: string; code?: string };

export async function signIn(ctx: VisitorContext, { email: address, password, code }: SignInCredentials) {
  const email = normalizeEmail(address);
  if (email === undefined) throw validation("email", accepts.email);
  const account = { name: email, findPersonId: async () => (await findPersonByEmail(ctx.db, email))?.id };
  const attempt = await observingLockOut(ctx, account, () => beginAttempt(ctx, email));
  const person = await findPersonByEmail(ctx.db, email);
  if (!(await verifyPersonPassword(person, password)) || person === undefined) {
    await recordFailedAccess(ctx, "sign_in_failed", person?.id);
    throw unauthorized();
  }
  if (person.totpEnabledAt !== null) {
    // A missing code is no failed attempt; a wrong code is.
    if (code === undefined) await clearAttempt(ctx, attempt);
    const rejection = new ApiError("unauthorized", "code");
    if (code === undefined) throw rejection;
    await requireCode(ctx, person, { code, refusal: rejection });
  }
  await clearAttempt(ctx, attempt);
  return openSession(ctx, person);
}

async function openSession(ctx: VisitorContext, person: PersonRecord) {
  const token = randomToken();
  const at = ctx.clock.now();
  const expiresAt = addMs(at, days(sessionDays));
  const { id: personId, passwordHash, totpEnabledAt } = person;
  const isOpen = await ctx.db.transaction(async (db) => {
    const isInserted = await queries.insertSession(db, {
      tokenHash: sha256(token),
      personId,
      passwordHash,
      totpEnabledAt,
      address: ctx.address,
      userAgent: ctx.userAgent.slice(0, maxUserAgentLength),
      at,
      expiresAt,
    });
    if (isInserted) await sendAccess({ ...ctx, db }, "sign_in", personId);
    return isInserted;
  });
  if (!isOpen) throw unauthorized();
  // Ends the session of the cookie that is replaced: without its cookie it cannot be signed out later.
  if (ctx.token !== undefined) await queries.deleteSession(ctx.db, sha256(ctx.token));
  recordAccess(ctx, "sign_in", personId);
  ctx.beginSession(token, expiresAt);
  return presentSession(ctx, person, token);
}

export async function getSession(ctx: VisitorContext) {
  return presentSession(ctx, await requireSignedInPerson(ctx), requireSessionToken(ctx));
}

export async function signOut(ctx: VisitorContext): Promise<void> {
  await queries.deleteSession(ctx.db, sessionHashOf(ctx));
  recordAccess(ctx, "session_ended", ctx.personId);
  ctx.endSession();
}

async function presentSession(ctx: VisitorContext, person: PersonRecord, token: string) {
  const { id, email, firstName, lastName, language, languageChosen, totpEnabledAt } = person;
  return {
    member: { id, email, firstName, lastName, language, languageChosen, twoFactor: totpEnabledAt !== null },
    companies: await queries.listCompaniesOfPerson(ctx.db, id, ctx.clock.now()),
    csrfToken: deriveCsrfToken(token),
  };
}
