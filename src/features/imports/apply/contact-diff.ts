import { isDeepStrictEqual } from "node:util";
import { mergeFieldValues } from "../../contacts/fields/service.ts";
import type { FieldValue } from "../../contacts/fields/values.ts";
import { profileFields, type Profile, type ProfileField } from "../../../kernel/contact-columns.ts";
import { rederive } from "../../contacts/name-enrichment/rederive.ts";
import { searchColumns, type SearchColumns } from "../../contacts/profile.ts";
import type { ContactRecord } from "../../contacts/queries.ts";
import { nextContactStatus } from "../../contacts/states.ts";

/** A row of the file about an existing contact. */
export type FileRow = {
  readonly profile: Readonly<Partial<Record<ProfileField, string | null>>>;
  readonly customFields: Readonly<Record<string, FieldValue>>;
  readonly consents: boolean;
};

export type ExistingContact = ContactRecord & {
  /** A consent to the purpose of the import, in any state. */
  readonly hasConsent: boolean;
  /** A valid consent to any purpose. */
  readonly hasValidConsent: boolean;
  /** A valid consent to the default purpose. */
  readonly hasDefaultConsent: boolean;
};

export type UpdateRules = {
  readonly tenantId: string;
  readonly fields: readonly ProfileField[];
  readonly customIds: readonly string[];
  readonly emptyOverwrites: boolean;
  readonly consentWeak: boolean;
  /** The export of another platform gives no consent to a contact that is here already. */
  readonly keepsStatus: boolean;
};

export type ContactDiff = {
  /** Fields that change, as `editedFields` names them. */
  readonly fields: readonly string[];
  readonly profile: Readonly<Partial<Record<ProfileField, string | null>>>;
  readonly customFields: Readonly<Record<string, unknown>> | undefined;
  readonly text: SearchColumns | undefined;
  /** The row brings a consent that the contact has not given yet. */
  readonly consents: boolean;
  readonly status: ContactRecord["status"];
};

/** Unsubscribed, complained, bounced or blacklisted: only the profile of such a contact is updated. */
export const hasOptedOut = ({ status, suppressionReason }: ContactRecord): boolean =>
  suppressionReason !== null || status === "unsubscribed" || status === "bounced" || status === "complained";

/**
 * Compares a contact with a row. Fields edited by a person stay, empty values delete nothing unless `emptyOverwrites`,
 * fields that follow from changed names are derived again, and a consent is new only if none was ever given. A weak
 * consent changes nothing for a contact with a valid one.
 */
export function diffContact(contact: ExistingContact, row: FileRow, rules: UpdateRules): ContactDiff {
  const isUnedited = (field: string) => !contact.editedFields.includes(field);
  const isWritten = (value: unknown) => rules.emptyOverwrites || (value !== null && value !== undefined);
  const fields = rules.fields.filter((field) => {
    const value = row.profile[field] ?? null;
    return isUnedited(field) && isWritten(value) && value !== contact[field];
  });
  const customIds = rules.customIds.filter((id) => {
    const value = row.customFields[id];
    return isUnedited(`customFields.${id}`) && isWritten(value) && !isDeepStrictEqual(value, contact.customFields[id]);
  });
  const written = Object.fromEntries(fields.map((field) => [field, row.profile[field] ?? null]));
  const derived = rederive(contact, written, (field) => !isUnedited(field));
  const profile: ContactDiff["profile"] = { ...written, ...derived };
  const changed = profileFields.filter((field) => field in profile && profile[field] !== contact[field]);
  const consents =
    row.consents &&
    !rules.keepsStatus &&
    !contact.hasConsent &&
    !hasOptedOut(contact) &&
    !(rules.consentWeak && contact.hasValidConsent);
  return {
    fields: [...changed, ...customIds.map((id) => `customFields.${id}`)],
    profile,
    customFields:
      customIds.length === 0
        ? undefined
        : mergeFieldValues(
            contact.customFields,
            Object.fromEntries(customIds.map((id) => [id, row.customFields[id] ?? null])),
          ),
    text:
      changed.length === 0
        ? undefined
        : searchColumns(rules.tenantId, contact.email, { ...contact, ...namesIn(profile) }),
    consents,
    status: consents ? nextContactStatus(contact.status, "consent") : contact.status,
  };
}

type NameFields = Pick<Profile, "firstName" | "lastName" | "company" | "phone" | "mobile">;
const nameFields = ["firstName", "lastName", "company", "phone", "mobile"] as const;

const namesIn = (profile: ContactDiff["profile"]): Partial<NameFields> =>
  Object.fromEntries(nameFields.flatMap((field) => (field in profile ? [[field, profile[field] ?? null]] : [])));
