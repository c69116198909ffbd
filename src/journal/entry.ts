import type { EntryOf, NewEntryOf } from "./event.ts";
import type { journalEvents } from "./events.ts";

/** Any of the events. */
export type KnownEvent = (typeof journalEvents)[number];
export type JournalType = KnownEvent["type"];
export type NewJournalEntry = NewEntryOf<KnownEvent>;
export type JournalEntry = EntryOf<KnownEvent>;

type ContactEntry = { readonly contactId: string | null; readonly payload: object };

/** The contacts of an entry that stands for one or, with `contactIds`, for many. */
export function contactIdsOf({ contactId, payload }: ContactEntry): readonly string[] {
  if (contactId !== null) return [contactId];
  return "contactIds" in payload && typeof payload.contactIds === "string" ? payload.contactIds.split(",") : [];
}
