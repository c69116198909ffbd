import type { ProfileField } from "../../kernel/contact-columns.ts";
import type { FieldType } from "../contacts/fields/values.ts";

export const platforms = ["smartemailing", "mailchimp", "listmonk", "mautic"] as const;
export type Platform = (typeof platforms)[number];

/** What an export says about a person, the most careful last: of several statements about an address that one counts. */
export const personStates = ["subscribed", "unknown", "bounced", "blacklisted", "unsubscribed", "complained"] as const;
export type PersonState = (typeof personStates)[number];

export const membershipStates = ["confirmed", "unconfirmed", "removed", "unsubscribed"] as const;
export type MembershipState = (typeof membershipStates)[number];

export const mostCareful = (states: readonly PersonState[]): PersonState =>
  personStates.findLast((state) => states.includes(state)) ?? "unknown";

export type ExportedContact = {
  /** Normalized. */
  readonly email: string;
  readonly state: PersonState;
  readonly profile: Readonly<Partial<Record<ProfileField, string>>>;
  /** Values by the key of the field; several options are separated by bars. */
  readonly customFields: Readonly<Record<string, string>>;
  readonly tags: readonly string[];
  /** States by the key of the list. */
  readonly lists: Readonly<Record<string, MembershipState>>;
};

/** The key is the export's own name or id of the list. */
export type ExportedList = { readonly key: string; readonly name: string };

export type ExportedField = {
  readonly key: string;
  readonly name: string;
  readonly type: FieldType;
  readonly options: readonly { readonly key: string; readonly name: string }[];
};

/** A row or value that was not taken over; `source` is a file or a part of the export. */
export type ExportProblem = {
  readonly source: string;
  readonly row: number;
  readonly column: string;
  readonly code: string;
};

/** A piece of an export. Lists and fields are named before or with the contacts that use them. */
export type ExportPart = {
  readonly contacts: readonly ExportedContact[];
  readonly lists: readonly ExportedList[];
  readonly fields: readonly ExportedField[];
  readonly problems: readonly ExportProblem[];
};

export type ExportFile = { readonly name: string; readonly content: () => AsyncIterable<Uint8Array> };
