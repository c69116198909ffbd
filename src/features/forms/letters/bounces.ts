import { inTransaction, type Context } from "../../../context.ts";
import { findContactIdByEmail, upsertSuppression } from "../../contacts/suppressions/queries.ts";
import { suppressAddress } from "../../contacts/suppressions/suppress-address.ts";
import { lockAddress, lockContact } from "../../contacts/queries.ts";
import { findLetterAddress } from "./bounces.queries.ts";
import { refuseSignUp, updateLetter } from "./queries.ts";

export type LetterReport = { readonly event: "bounce" | "complain"; readonly detail: string | null };

const reasons = { bounce: "bounced", complain: "complained" } as const;

/**
 * A letter came back for good, or its receiver complained: the address is suppressed, with a contact or without one. False if
 * there is no such letter, or its person was erased.
 */
export async function recordLetterBounce(
  ctx: Context,
  letterId: string,
  { event, detail }: LetterReport,
): Promise<boolean> {
  const found = await findLetterAddress(ctx.db, letterId);
  if (found === undefined) return false;
  const { email, fingerprint, signUpId } = found;
  return inTransaction(ctx, async (inner) => {
    const { db } = inner;
    const at = inner.clock.now();
    await lockAddress(db, fingerprint);
    const contactId = await findContactIdByEmail(db, email);
    const contact = contactId === undefined ? undefined : await lockContact(db, contactId);
    if (contact !== undefined) await suppressAddress(inner, contact, { event, detail, at });
    else if (found.suppressionReason === null)
      await upsertSuppression(db, {
        email,
        fingerprint,
        reason: reasons[event],
        source: event === "bounce" ? "bounce" : "complaint",
        detail,
        blacklisted: false,
        createdAt: at,
      });
    await refuseSignUp(db, signUpId, reasons[event]);
    await updateLetter(db, letterId, { state: "bounced", reason: detail }, null);
    return true;
  });
}
