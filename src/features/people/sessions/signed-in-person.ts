import type { VisitorContext } from "../../../context.ts";
import { sha256 } from "../../../kernel/crypto.ts";
import { unauthorized, validation } from "../../../kernel/errors.ts";
import { verifyPersonPassword } from "../passwords.ts";
import { findPerson, type PersonRecord } from "../queries.ts";
import { beginAttempt, clearAttempt, type AnonymousContext } from "./throttle.ts";

export async function requireSignedInPerson(ctx: VisitorContext): Promise<PersonRecord> {
  const person = ctx.personId === undefined ? undefined : await findPerson(ctx.db, ctx.personId);
  if (person === undefined) throw unauthorized();
  return person;
}

export function sessionTokenOf({ token }: VisitorContext): string {
  if (token === undefined) throw unauthorized();
  return token;
}

export const sessionHashOf = (ctx: VisitorContext): Buffer => sha256(sessionTokenOf(ctx));

/** Requires the password, so that an unattended session is not enough, and counts wrong ones like a sign-in. */
export async function requirePassword(ctx: AnonymousContext, person: PersonRecord, password: string): Promise<void> {
  const attempt = await beginAttempt(ctx, person.email);
  if (!(await verifyPersonPassword(person, password))) throw validation("password");
  await clearAttempt(ctx, attempt);
}
