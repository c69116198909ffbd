import { contactPreviews } from "./contacts.ts";
import { contentPreviews } from "./content.ts";
import { outsidePreviews } from "./outside.ts";
import type { Previewers } from "./preview.ts";
import { sendingPreviews } from "./sending.ts";

/**
 * The preview of every operation that assistants reach and that is irreversible or always has an effect outside. Of one whose
 * effect depends on its arguments, the found effects are shown beside its preview; most have no other.
 */
export const previewers: Previewers = {
  ...contactPreviews,
  ...contentPreviews,
  ...outsidePreviews,
  ...sendingPreviews,
};
