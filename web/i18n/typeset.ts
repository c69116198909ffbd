export const languages = ["cs", "sk", "en"] as const;
export type Language = (typeof languages)[number];

/** Each language in its own words, for people who do not read the language of the page. */
export const languageNames: Readonly<Record<Language, string>> = { cs: "Čeština", sk: "Slovenčina", en: "English" };

const noBreak = "\u00a0";
/** U+2011 is missing in the font files, so the hyphen is followed by a word joiner. */
const wordJoiner = "\u2060";

/** Keeps words together: Czech and Slovak one-letter prepositions, a number and its unit, and the word e-mail. */
export function typeset(text: string, language: Language): string {
  const joined = text.replace(/\b(e)-(mail)/gi, `$1-${wordJoiner}$2`).replace(/(\d) (?=[\p{L}%€$])/gu, `$1${noBreak}`);
  return language === "en" ? joined : joined.replace(/(?<=^|[\s(„])([ksvzouai]) /giu, `$1${noBreak}`);
}
