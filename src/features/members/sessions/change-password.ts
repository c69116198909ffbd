import type { VisitorContext } from "../../../context.ts";
import { validation, noRule } from "../../../kernel/errors.ts";
import { endAccess } from "../end-access.ts";
import { hashPassword, rejectWeakPassword } from "../passwords.ts";
import { updatePersonResetsUsed } from "../password-resets/queries.ts";
import { recordPersonalChange } from "../security-notices/service.ts";
import { requirePassword, requireSignedInPerson, sessionHashOf } from "./signed-in-person.ts";
import * as queries from "./queries.ts";

export type PasswordChange = {
  readonly password: string;
  readonly newPassword: string;
  /** Also revokes the person's API keys and disconnects their apps. */
  readonly endAccess?: boolean;
};

/** Ends the other sessions and the open reset links: they belong to the old password. */
export async function changePassword(ctx: VisitorContext, change: PasswordChange): Promise<void> {
  const { password, newPassword } = change;
  const person = await requireSignedInPerson(ctx);
  const ownWords = [person.email, person.firstName, person.lastName];
  rejectWeakPassword({ password: newPassword, ownWords, field: "newPassword" });
  await requirePassword(ctx, person, password);
  const passwordHash = await hashPassword(newPassword);
  await ctx.db.transaction(async (db) => {
    const hashes = { from: person.passwordHash, to: passwordHash };
    if (!(await queries.updateChangedPassword(db, person.id, hashes))) throw validation("password", noRule);
    await updatePersonResetsUsed(db, person.id, ctx.clock.now());
    await queries.deleteOtherSessions(db, person.id, sessionHashOf(ctx));
    const inner = { ...ctx, db };
    const endsAccess = change.endAccess === true;
    if (endsAccess) await endAccess(inner, person.id);
    const kind = endsAccess ? "password_changed_access_ended" : "password_changed";
    await recordPersonalChange(inner, person.id, { kind, operation: "changePassword", object: "password" });
  });
}
