import type { VisitorContext } from "../../../context.ts";
import { randomToken, sha256 } from "../../../kernel/crypto.ts";
import { normalizeEmail } from "../../../kernel/email.ts";
import { ApiError, unauthorized, validation } from "../../../kernel/errors.ts";
import { addMs, days } from "../../../kernel/local-time.ts";
import { csrfTokenOf } from "../../../kernel/session-token.ts";
import { isPasswordOf } from "../passwords.ts";
import { findPersonByEmail, type PersonRecord } from "../queries.ts";
import * as queries from "./queries.ts";
import { beginAttempt, forgiveAttempt } from "./throttle.ts";
import { signedInPerson, takeCode } from "./two-factor.ts";

const sessionDays = 30;

export type Credentials = { email: string; password: string; code?: string };

export async function signIn(ctx: VisitorContext, { email: address, password, code }: Credentials) {
  const email = normalizeEmail(address);
  if (email === undefined) throw validation("email");
  const attempt = await beginAttempt(ctx, email);
  const person = await findPersonByEmail(ctx.db, email);
  if (!(await isPasswordOf(person, password)) || person === undefined) throw unauthorized();
  if (person.totpEnabledAt !== null) {
    // Being asked for the code is no failure; a wrong one is.
    if (code === undefined) await forgiveAttempt(ctx, attempt);
    if (code === undefined || !(await takeCode(ctx, person, code))) throw new ApiError("unauthorized", "code");
  }
  await forgiveAttempt(ctx, attempt);
  return open(ctx, person);
}

async function open(ctx: VisitorContext, person: PersonRecord) {
  const token = randomToken();
  const at = ctx.clock.now();
  const expiresAt = addMs(at, days(sessionDays));
  const { id: personId, passwordHash } = person;
  const isOpen = await queries.insertSession(ctx.db, {
    tokenHash: sha256(token),
    personId,
    passwordHash,
    at,
    expiresAt,
  });
  if (!isOpen) throw unauthorized();
  // The cookie of an earlier session is about to be replaced; nobody could end that session any more.
  if (ctx.token !== undefined) await queries.deleteSession(ctx.db, sha256(ctx.token));
  ctx.beginSession(token, expiresAt);
  return present(ctx, person, token);
}

export async function get(ctx: VisitorContext) {
  return present(ctx, await signedInPerson(ctx), tokenOf(ctx));
}

export async function signOut(ctx: VisitorContext): Promise<void> {
  await queries.deleteSession(ctx.db, sha256(tokenOf(ctx)));
  ctx.endSession();
}

function tokenOf({ token }: VisitorContext): string {
  if (token === undefined) throw unauthorized();
  return token;
}

async function present(ctx: VisitorContext, person: PersonRecord, token: string) {
  const { id, email, firstName, lastName, language, totpEnabledAt } = person;
  return {
    member: { id, email, firstName, lastName, language, twoFactor: totpEnabledAt !== null },
    companies: await queries.listCompanies(ctx.db, id, ctx.clock.now()),
    csrfToken: csrfTokenOf(token),
  };
}
