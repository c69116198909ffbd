import { inTransaction, type Context } from "../../../context.ts";
import { confirmationEmailBounced, confirmationEmailDelivered } from "../../../journal/events.ts";
import { appendEntries } from "../../../journal/journal.ts";
import { redactAddresses } from "../../../mail/redact-response.ts";
import { findContactIdByEmail, upsertSuppression } from "../../contacts/suppressions/queries.ts";
import { suppressAddress } from "../../contacts/suppressions/suppress-address.ts";
import { lockAddress, lockContact } from "../../contacts/queries.ts";
import {
  findConfirmationEmailAddress,
  markConfirmationEmailBounced,
  markConfirmationEmailDelivered,
} from "./bounces.queries.ts";
import { refuseSignUp } from "./queries.ts";

export type ConfirmationEmailReport = {
  readonly event: "bounce" | "complain";
  readonly detail: string | null;
  /** The server's reply to a bounced confirmation e-mail. */
  readonly response?: string;
};

const reasons = { bounce: "bounced", complain: "complained" } as const;

/**
 * A confirmation e-mail came back for good, or its receiver complained: the address is suppressed, with a contact or without one. False if
 * there is no such confirmation e-mail, or its person was erased.
 */
export async function recordConfirmationEmailBounce(
  ctx: Context,
  confirmationEmailId: string,
  { event, detail, response = "" }: ConfirmationEmailReport,
): Promise<boolean> {
  const found = await findConfirmationEmailAddress(ctx.db, confirmationEmailId);
  if (found === undefined) return false;
  const { email, fingerprint, signUpId, formId } = found;
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
    const isFirst = await markConfirmationEmailBounced(db, confirmationEmailId, detail);
    if (event === "bounce" && isFirst) {
      const payload = {
        letterId: confirmationEmailId,
        formId,
        kind: "hard",
        response: redactAddresses(response, email),
      };
      await appendEntries(db, [confirmationEmailBounced.entry({ contactId: null, at, payload })]);
    }
    return true;
  });
}

/** A provider reported the delivery of a confirmation e-mail. False if there is no such confirmation e-mail that waits for it. */
export const recordConfirmationEmailDelivery = (ctx: Context, confirmationEmailId: string): Promise<boolean> =>
  inTransaction(ctx, async ({ db, clock }) => {
    const at = clock.now();
    const formId = await markConfirmationEmailDelivered(db, confirmationEmailId, at);
    if (formId === undefined) return false;
    await appendEntries(db, [
      confirmationEmailDelivered.entry({ contactId: null, at, payload: { letterId: confirmationEmailId, formId } }),
    ]);
    return true;
  });
