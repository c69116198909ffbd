import type { Gender, KnownName } from "./names/known.ts";

/** What the ending of a surname says in Czech and Slovak; most surnames of men say nothing certain. */
function surnameGender(words: readonly string[]): Gender | undefined {
  const last = words.at(-1)?.toLowerCase() ?? "";
  if (last === "casanova") return undefined;
  if (last.endsWith("ová") || (last.endsWith("ova") && last.length > 5) || last.endsWith("á")) return "f";
  if (last.endsWith("ý")) return "m";
  return undefined;
}

type Evidence = {
  readonly given: Gender | undefined;
  readonly firstNames: readonly KnownName[] | undefined;
  readonly surnames: readonly string[] | undefined;
};

/** Certain when something speaks and nothing contradicts; a contradiction makes the whole person doubtful. */
export function certainGender({ given, firstNames, surnames }: Evidence): Gender | "contradiction" | undefined {
  const voices = [
    given,
    ...(firstNames ?? []).map((name) => name.gender),
    surnames === undefined ? undefined : surnameGender(surnames),
  ].filter((voice) => voice !== undefined);
  const [first] = voices;
  return voices.every((voice) => voice === first) ? first : "contradiction";
}
