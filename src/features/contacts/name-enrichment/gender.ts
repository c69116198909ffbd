import type { Gender } from "./names/first-names.ts";

/** The gender by the ending of a Czech or Slovak surname; most surnames of men are ambiguous. */
export function surnameGender(words: readonly string[]): Gender | undefined {
  const last = words.at(-1)?.toLowerCase() ?? "";
  if (last === "casanova") return undefined;
  if (last.endsWith("ová") || (last.endsWith("ova") && last.length > 5) || last.endsWith("á")) return "f";
  if (last.endsWith("ý")) return "m";
  return undefined;
}

export type GenderEvidence = Gender | "contradiction" | undefined;

/** Certain when at least one name indicates a gender and none contradicts it; otherwise unknown. */
export function combineGenders(evidence: readonly GenderEvidence[]): GenderEvidence {
  let combined: GenderEvidence;
  for (const gender of evidence) {
    if (combined !== undefined && gender !== undefined && gender !== combined) return "contradiction";
    combined ??= gender;
  }
  return combined;
}
