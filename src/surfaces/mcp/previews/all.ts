import { contactPreviews } from "./contacts.ts";
import { contentPreviews } from "./content.ts";
import type { Previewers } from "./preview.ts";
import { sendingPreviews } from "./sending.ts";

/** The preview of every irreversible operation that assistants reach. */
export const previewers: Previewers = { ...contactPreviews, ...contentPreviews, ...sendingPreviews };
