import type { MergeValues } from "./values.ts";

/** The language chosen for the e-mail, or that of the company. */
export const emailLanguage = (chosen: string | null, { shop, company }: Pick<MergeValues, "shop" | "company">) =>
  chosen ?? shop?.language ?? company.language ?? "en";
