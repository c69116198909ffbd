import type { Profile, ProfileField } from "../../../kernel/contact-columns.ts";
import { enrichedFields, enrichFromName } from "../../contacts/name-enrichment/name-enrichment.ts";

const nameFields: readonly ProfileField[] = ["firstName", "lastName"];

/** Derives the fields of new contacts that follow from their names. */
export type FieldDerivation = {
  /** Derived fields that the file does not have. */
  readonly added: readonly ProfileField[];
  /** Derived fields that the file has and may leave empty. */
  readonly mapped: readonly ProfileField[];
  readonly shopLanguage: string | null;
};

export const hasNames = (fields: readonly ProfileField[]): boolean =>
  fields.some((field) => nameFields.includes(field));

export function planDerivation(fields: readonly ProfileField[], shopLanguage: string | null): FieldDerivation {
  return {
    added: enrichedFields.filter((field) => !fields.includes(field)),
    mapped: enrichedFields.filter((field) => fields.includes(field)),
    shopLanguage,
  };
}

/**
 * Fills the empty fields of the row. Answers those of them that the file has, undefined if it has no derived field: they are
 * empty for an existing contact.
 */
export function fillDerivedFields(
  profile: Profile,
  { mapped, shopLanguage }: FieldDerivation,
): ProfileField[] | undefined {
  const derived = enrichFromName(profile, shopLanguage);
  Object.assign(profile, derived);
  return mapped.length === 0 ? undefined : mapped.filter((field) => field in derived);
}
