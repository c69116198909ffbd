/**
 * What can happen to a contact or a message; the list grows with the features that write it. Messages of a campaign are
 * told of together, by one entry for many (`emails_sent`): a million entries would cost more than their sending. It says
 * how many (`count`) and which (`sent`, domains by contacts). So are contacts that came together (`contacts_created`, with
 * `count` and `contactIds`); each of them remembers it for its own history (`initial_status`).
 */
export const journalTypes = [
  "contact_created",
  "contacts_created",
  "contact_updated",
  "contact_deleted",
  "status_change",
  "unsubscribed",
  "consent_given",
  "consent_withdrawn",
  "blacklisted",
  "unblacklisted",
  "list_added",
  "list_removed",
  "list_unsubscribed",
  "order_created",
  "order_state",
  "order_paid",
  "email_sent",
  "emails_sent",
  "email_delivered",
  "email_bounced",
  "email_complained",
  "email_opened",
  "email_clicked",
  "survey_answered",
] as const;

export type JournalType = (typeof journalTypes)[number];

export type NewJournalEntry = {
  readonly type: JournalType;
  readonly contactId: string | null;
  readonly at: Date;
  /** Facts of the event; never an address, so that an erasure has nothing to look for here. */
  readonly payload: Readonly<Record<string, unknown>>;
};

export type JournalEntry = NewJournalEntry & { readonly id: string; readonly tx: string };

/** Whom an entry tells of. Thousands are one text, which takes a tenth of the time of a list. */
export function contactIdsOf({ contactId, payload }: JournalEntry): readonly string[] {
  if (contactId !== null) return [contactId];
  const ids = payload["contactIds"];
  return typeof ids === "string" ? ids.split(",") : [];
}
