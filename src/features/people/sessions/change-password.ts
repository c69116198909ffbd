import type { VisitorContext } from "../../../context.ts";
import { validation } from "../../../kernel/errors.ts";
import { hashPassword, refuseWeakPassword } from "../passwords.ts";
import { updatePersonResetsUsed } from "../password-resets/queries.ts";
import { requirePassword, requireSignedInPerson, sessionHashOf } from "./signed-in-person.ts";
import * as queries from "./queries.ts";

/** Ends the other sessions and the open reset links: they belong to the old password. */
export async function changePassword(
  ctx: VisitorContext,
  { password, newPassword }: { password: string; newPassword: string },
): Promise<void> {
  const person = await requireSignedInPerson(ctx);
  const ownWords = [person.email, person.firstName, person.lastName];
  refuseWeakPassword({ password: newPassword, ownWords, field: "newPassword" });
  await requirePassword(ctx, person, password);
  const passwordHash = await hashPassword(newPassword);
  await ctx.db.transaction(async (db) => {
    const change = { from: person.passwordHash, to: passwordHash };
    if (!(await queries.updateChangedPassword(db, person.id, change))) throw validation("password");
    await updatePersonResetsUsed(db, person.id, ctx.clock.now());
    await queries.deleteOtherSessions(db, person.id, sessionHashOf(ctx));
  });
}
