import type { Context, VisitorContext } from "../../../context.ts";
import type { SqlHandle } from "../../../db/tenant.ts";
import { forbidden, unauthorized, validation } from "../../../kernel/errors.ts";
import { lockOpenSession, updateSessionConfirmed } from "./confirmation.queries.ts";
import { confirmedUntil } from "./lifetime.ts";
import { requirePassword, requireSignedInPerson, sessionHashOf } from "./signed-in-person.ts";

/** Ways to prove who is at the keyboard. A new one is a further optional field. */
export type IdentityProof = { readonly password?: string };

/** For some minutes the session may do what asks for a fresh proof of identity. */
export async function confirmSession(ctx: VisitorContext, { password }: IdentityProof) {
  const person = await requireSignedInPerson(ctx);
  if (password === undefined) throw validation("password", { required: true });
  await requirePassword(ctx, person, password);
  const at = ctx.clock.now();
  await updateSessionConfirmed(ctx.db, sessionHashOf(ctx), at);
  return { confirmedUntil: confirmedUntil(at).toISOString() };
}

/**
 * Refuses a session whose person has not proved recently who they are, so that an unattended or stolen one is not
 * enough; and an assistant, which cannot. Called in the transaction of the change.
 */
export async function requireConfirmation({
  db,
  clock,
  actor,
}: Pick<Context, "db" | "clock" | "actor">): Promise<void> {
  const sessionHash = actor.kind === "member" ? actor.sessionHash : undefined;
  if (sessionHash === undefined) throw forbidden("reauthenticate");
  const now = clock.now();
  const { confirmedAt } = await requireOpenSession(db, sessionHash, now);
  if (confirmedUntil(confirmedAt) <= now) throw forbidden("reauthenticate");
}

/** Runs in the transaction of what the person allows: access that is ended meanwhile stays ended. */
export async function requireOpenSession(db: SqlHandle, sessionHash: Buffer, now: Date) {
  const session = await lockOpenSession(db, sessionHash, now);
  if (session === undefined) throw unauthorized();
  return session;
}
