import type { ProfileField } from "../../../kernel/contact-columns.ts";
import {
  enrichedFields,
  enrichFromName,
  type EnrichedField,
  type EnrichmentInput,
  type NameEnrichment,
} from "./name-enrichment.ts";

type ProfileChange = Readonly<Partial<Record<ProfileField, string | null>>>;
type RederivedFields = { [Field in EnrichedField]?: NonNullable<NameEnrichment[Field]> | null };

const inputs: readonly ProfileField[] = ["firstName", "lastName", "language", "country", ...enrichedFields];

/**
 * The fields that a change of a contact derives again, null if the names no longer determine them: those that are empty,
 * or that hold what the previous names determined. `isKept` names fields that a person wrote or emptied.
 */
export function rederive(
  contact: EnrichmentInput,
  change: ProfileChange,
  isKept: (field: EnrichedField) => boolean,
): RederivedFields {
  if (!inputs.some((field) => field in change)) return {};
  const changed = { ...contact, ...change };
  const open = enrichedFields.filter(
    (field) =>
      !isKept(field) && ((changed[field] ?? null) === null || (!(field in change) && isDerived(contact, field))),
  );
  const emptied: RederivedFields = Object.fromEntries(open.map((field) => [field, null]));
  const derived = enrichFromName({ ...changed, ...emptied });
  for (const field of enrichedFields) if (!open.includes(field)) delete derived[field];
  return { ...emptied, ...derived };
}

/** The names determine the value that the field has. */
const isDerived = (contact: EnrichmentInput, field: EnrichedField): boolean =>
  enrichFromName({ ...contact, [field]: null })[field] === contact[field];
