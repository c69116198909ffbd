import { fold } from "../../../kernel/text.ts";

/** Words of Czech, Slovak and English files, folded. */
const yes = new Set(
  ["1", "true", "yes", "y", "ano", "a", "áno", "x", "on", "ok", "souhlasi", "suhlasi", "subscribed"].map(fold),
);
const no = new Set(["0", "false", "no", "n", "ne", "nie", "off", "-", "unsubscribed"].map(fold));

export function parseFlag(text: string): boolean | undefined {
  const word = fold(text.trim());
  if (yes.has(word)) return true;
  return no.has(word) ? false : undefined;
}

const genders = new Map<string, "f" | "m">(
  Object.entries({
    f: "f",
    female: "f",
    woman: "f",
    w: "f",
    z: "f",
    zena: "f",
    pani: "f",
    m: "m",
    male: "m",
    man: "m",
    muz: "m",
    pan: "m",
  }),
);

export const parseGender = (text: string): "f" | "m" | undefined => genders.get(fold(text.trim()));

const countries = new Map(
  Object.entries({
    cesko: "CZ",
    "ceska republika": "CZ",
    cr: "CZ",
    cze: "CZ",
    czechia: "CZ",
    "czech republic": "CZ",
    slovensko: "SK",
    "slovenska republika": "SK",
    sr: "SK",
    svk: "SK",
    slovakia: "SK",
    nemecko: "DE",
    germany: "DE",
    deutschland: "DE",
    rakousko: "AT",
    rakusko: "AT",
    austria: "AT",
    polsko: "PL",
    poland: "PL",
    madarsko: "HU",
    hungary: "HU",
    francie: "FR",
    francuzsko: "FR",
    france: "FR",
    italie: "IT",
    taliansko: "IT",
    italy: "IT",
    spanelsko: "ES",
    spanielsko: "ES",
    spain: "ES",
    "velka britanie": "GB",
    "velka britania": "GB",
    "united kingdom": "GB",
    uk: "GB",
    usa: "US",
    "united states": "US",
    ukrajina: "UA",
    ukraine: "UA",
    slovinsko: "SI",
    slovenia: "SI",
    chorvatsko: "HR",
    croatia: "HR",
    rumunsko: "RO",
    romania: "RO",
    svycarsko: "CH",
    svajciarsko: "CH",
    switzerland: "CH",
  }),
);

export function parseCountry(text: string): string | undefined {
  const known = countries.get(fold(text.trim()));
  if (known !== undefined) return known;
  const code = text.trim().toUpperCase();
  return /^[A-Z]{2}$/.test(code) ? code : undefined;
}

/** `cs`, `CS`, `cs_CZ`, `cs-CZ`; the country code `cz` is accepted for `cs`. */
export function parseLanguage(text: string): string | undefined {
  const [, code] = /^([a-z]{2})([_-][a-z]{2})?$/i.exec(text.trim()) ?? [];
  const language = code?.toLowerCase();
  return language === "cz" ? "cs" : language;
}
