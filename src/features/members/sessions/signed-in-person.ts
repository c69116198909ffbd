import type { VisitorContext } from "../../../context.ts";
import { sha256 } from "../../../kernel/crypto.ts";
import { unauthorized, validation, noRule } from "../../../kernel/errors.ts";
import { verifyPersonPassword } from "../passwords.ts";
import { findPerson, type PersonRecord } from "../queries.ts";
import { observingLockOut, recordFailedAccess, type ObservedContext } from "./sign-in-events.ts";
import { beginAttempt, clearAttempt } from "./throttle.ts";

export async function requireSignedInPerson(ctx: VisitorContext): Promise<PersonRecord> {
  const person = ctx.personId === undefined ? undefined : await findPerson(ctx.db, ctx.personId);
  if (person === undefined) throw unauthorized();
  return person;
}

export function requireSessionToken({ token }: VisitorContext): string {
  if (token === undefined) throw unauthorized();
  return token;
}

export const sessionHashOf = (ctx: VisitorContext): Buffer => sha256(requireSessionToken(ctx));

/** Requires the password, so that an unattended session is not enough, and counts wrong ones like a sign-in. */
export async function requirePassword(ctx: ObservedContext, person: PersonRecord, password: string): Promise<void> {
  const account = { name: person.email, findPersonId: async () => person.id };
  const attempt = await observingLockOut(ctx, account, () => beginAttempt(ctx, person.email));
  if (!(await verifyPersonPassword(person, password))) {
    await recordFailedAccess(ctx, "sign_in_failed", person.id);
    throw validation("password", noRule);
  }
  await clearAttempt(ctx, attempt);
}
