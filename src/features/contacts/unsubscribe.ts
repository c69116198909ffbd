import type { Context } from "../../context.ts";
import { contactUnsubscribed, statusChanged } from "../../journal/events.ts";
import * as journal from "../../journal/journal.ts";
import { insertConsentEvents, withdrawConsents } from "./consents/queries.ts";
import { updateContact, type ContactRecord } from "./queries.ts";
import { nextContactStatus } from "./states.ts";
import { upsertSuppression } from "./suppressions/queries.ts";

export type Unsubscription = {
  note: string | null;
  /** `person` on their page, `one_click` by the button of their mail program. */
  reason: "admin" | "consent" | "person" | "one_click";
  /** The e-mail whose link it was. */
  sourceMessage?: { readonly campaignId?: string; readonly messageId?: string };
};

const sources = { admin: "admin", consent: "admin", person: "link", one_click: "one_click" } as const;

/**
 * The person said no: the status, the suppression of the address, every consent and the history agree afterwards.
 * Said again it changes nothing. Runs under the lock of the address.
 */
export async function unsubscribeUnderLock(
  ctx: Context,
  contact: ContactRecord,
  unsubscription: Unsubscription,
): Promise<void> {
  const { db } = ctx;
  if (contact.status === "unsubscribed" && contact.suppressionReason === "unsubscribed") return;
  const at = ctx.clock.now();
  const source = sources[unsubscription.reason];
  const status = nextContactStatus(contact.status, "unsubscribe");
  await upsertSuppression(db, {
    email: contact.email,
    fingerprint: contact.fingerprint,
    reason: "unsubscribed",
    source,
    detail: unsubscription.note,
    blacklisted: contact.blacklisted,
    createdAt: at,
  });
  await updateContact(db, contact.id, {
    status,
    statusAt: at,
    updatedAt: at,
    suppressionReason: "unsubscribed",
    suppressionNote: unsubscription.note,
    suppressedAt: at,
  });
  const withdrawn = await withdrawConsents(db, contact.id, { consentId: undefined, at });
  await insertConsentEvents(db, [
    {
      contactId: contact.id,
      purposeId: null,
      action: "unsubscribed",
      basis: null,
      source,
      note: unsubscription.note,
      at,
    },
    ...withdrawn.map((consent) => ({
      contactId: contact.id,
      purposeId: consent.purposeId,
      action: "withdrawn" as const,
      basis: consent.basis,
      source,
      note: null,
      at,
    })),
  ]);
  await journal.appendEntries(db, [
    statusChanged.entry({ contactId: contact.id, at, payload: { from: contact.status, to: status } }),
    contactUnsubscribed.entry({
      contactId: contact.id,
      at,
      payload: { reason: unsubscription.reason, ...unsubscription.sourceMessage },
    }),
  ]);
}
