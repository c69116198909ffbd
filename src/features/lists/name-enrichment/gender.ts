import type { Gender, FirstName } from "./names/first-names.ts";

/** The gender by the ending of a Czech or Slovak surname; most surnames of men are ambiguous. */
function surnameGender(words: readonly string[]): Gender | undefined {
  const last = words.at(-1)?.toLowerCase() ?? "";
  if (last === "casanova") return undefined;
  if (last.endsWith("ová") || (last.endsWith("ova") && last.length > 5) || last.endsWith("á")) return "f";
  if (last.endsWith("ý")) return "m";
  return undefined;
}

type GenderEvidence = {
  readonly stated: Gender | undefined;
  readonly firstNames: readonly FirstName[] | undefined;
  readonly surnames: readonly string[] | undefined;
};

/** Certain when at least one name indicates a gender and none contradicts it; otherwise unknown. */
export function inferGender({ stated, firstNames, surnames }: GenderEvidence): Gender | "contradiction" | undefined {
  const evidence = [
    stated,
    ...(firstNames ?? []).map((name) => name.gender),
    surnames === undefined ? undefined : surnameGender(surnames),
  ].filter((gender) => gender !== undefined);
  const [first] = evidence;
  return evidence.every((gender) => gender === first) ? first : "contradiction";
}
