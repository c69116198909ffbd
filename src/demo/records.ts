import type { ConsentEventRecord, NewConsent } from "../features/contacts/consents/queries.ts";
import type { NewSuppression } from "../features/contacts/suppressions/queries.ts";
import type { NewJournalEntry } from "../journal/entry.ts";

/** A journal entry; the contact's id is added when the contact is written. */
export type ContactEvent = NewJournalEntry;
export type Consent = Omit<NewConsent, "contactId">;
export type ConsentEvent = Omit<ConsentEventRecord, "id" | "contactId">;
export type Suppression = Omit<NewSuppression, "email" | "fingerprint">;

export type ContactRecords = {
  readonly events: readonly ContactEvent[];
  readonly consents: readonly Consent[];
  readonly consentEvents: readonly ConsentEvent[];
  readonly suppression: Suppression | null;
};

export type Purpose = { readonly id: string; readonly title: string; readonly validMonths: number | null };
export type Purposes = { readonly news: Purpose; readonly recipes: Purpose };
