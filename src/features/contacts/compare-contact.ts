import { isDeepStrictEqual } from "node:util";
import { profileFields, type Profile } from "../../kernel/contact-columns.ts";
import { mergeFieldValues, type FieldValuesChange } from "./fields/service.ts";
import type { ContactRecord } from "./queries.ts";

export const isChanged = (value: string | null | undefined, before: string | null): boolean =>
  value !== undefined && value !== before;

/** The fields that differ from the contact, and its custom fields after the change. */
export function compareContact(contact: ContactRecord, profile: Partial<Profile>, customFields: FieldValuesChange) {
  const merged = mergeFieldValues(contact.customFields, customFields);
  const changed = [
    ...profileFields.filter((field) => isChanged(profile[field], contact[field])),
    ...Object.keys(customFields)
      .filter((field) => !isDeepStrictEqual(merged[field], contact.customFields[field]))
      .map((field) => `customFields.${field}`),
  ];
  return { merged, changed };
}
