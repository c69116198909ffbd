import type { EntryOf, NewEntryOf } from "./event.ts";
import type { journalEvents } from "./events.ts";

/** Any of the events. */
export type KnownEvent = (typeof journalEvents)[number];
export type JournalType = KnownEvent["type"];

/** Entries of a contact's timeline: the others belong to no contact or to many, correct one, or are its end. */
export type ContactEventType = Exclude<
  JournalType,
  | "contacts_created"
  | "contact_deleted"
  | "contact_erased"
  | "order_moved"
  | "emails_sent"
  | "email_revised"
  | "letter_sent"
  | "letter_delivered"
  | "letter_bounced"
  | "test_email_sent"
  | "test_email_bounced"
  | "campaign_changed"
  | "assistant_acted"
>;

export type NewJournalEntry = NewEntryOf<KnownEvent>;
export type JournalEntry = EntryOf<KnownEvent>;

type ContactEntry = { readonly contactId: string | null; readonly payload: object };

/** The contacts of an entry that stands for one or, with `contactIds`, for many. */
export function contactIdsOf({ contactId, payload }: ContactEntry): readonly string[] {
  if (contactId !== null) return [contactId];
  return "contactIds" in payload && typeof payload.contactIds === "string" ? payload.contactIds.split(",") : [];
}
