import type { Context } from "../../../context.ts";
import { statusChanged } from "../../../journal/events.ts";
import * as journal from "../../../journal/journal.ts";
import { updateContact, type ContactRecord } from "../queries.ts";
import { nextContactStatus, type SuppressionReason } from "../states.ts";
import { findSuppression, upsertSuppression } from "./queries.ts";

type SuppressionCause = {
  readonly event: "bounce" | "complain";
  readonly detail: string | null;
  /** The time of the report, which everything written for it has. */
  readonly at: Date;
};

const suppressionByEvent = {
  bounce: { reason: "bounced", source: "bounce" },
  complain: { reason: "complained", source: "complaint" },
} as const;

/** Opt-outs by the person take precedence over bounces; a complaint takes precedence over both. */
export const reasonPriority: Readonly<Record<SuppressionReason, number>> = {
  manual: 0,
  bounced: 1,
  unsubscribed: 2,
  complained: 3,
};

/**
 * Suppresses the address: status, suppression and journal are changed together. Runs under the lock of the address;
 * idempotent. Returns whether the suppression is a new one.
 */
export async function suppressAddress(
  { db }: Pick<Context, "db">,
  contact: ContactRecord,
  { event, detail, at }: SuppressionCause,
): Promise<boolean> {
  const { reason, source } = suppressionByEvent[event];
  const status = nextContactStatus(contact.status, event);
  const present = await findSuppression(db, contact.fingerprint);
  const isStronger = present === undefined || reasonPriority[reason] > reasonPriority[present.reason];
  if (isStronger) {
    await upsertSuppression(db, {
      email: contact.email,
      fingerprint: contact.fingerprint,
      reason,
      source,
      detail,
      blacklisted: contact.blacklisted,
      createdAt: at,
    });
  }
  if (!isStronger && status === contact.status) return false;
  await updateContact(db, contact.id, {
    updatedAt: at,
    ...(status === contact.status ? {} : { status, statusAt: at }),
    ...(isStronger ? { suppressionReason: reason, suppressionNote: detail, suppressedAt: at } : {}),
  });
  if (status !== contact.status)
    await journal.appendEntries(db, [
      statusChanged.entry({ contactId: contact.id, at, payload: { from: contact.status, to: status } }),
    ]);
  return isStronger;
}
