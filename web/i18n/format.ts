import { isDay } from "./company-time.ts";
import { typeset, type Language } from "./typeset.ts";

/** Czech and Slovak need all four: 1 kontakt, 2 kontakty, 1,5 kontaktu, 5 kontaktů. `#` stands for the number. */
export type PluralForms = {
  readonly one: string;
  readonly few?: string;
  readonly many?: string;
  readonly other: string;
};

export type Formats = ReturnType<typeof createFormats>;

export const locales: Readonly<Record<Language, string>> = { cs: "cs-CZ", sk: "sk-SK", en: "en-GB" };

const browserZone = (): string => new Intl.DateTimeFormat().resolvedOptions().timeZone;

/**
 * Numbers, money and times as the language writes them. Times are those of the zone: the company's inside of it, the
 * browser's before signing in. `date` and `shortDate` also take a calendar day (YYYY-MM-DD), which has no zone.
 */
export function createFormats(language: Language, timeZone = browserZone()) {
  const locale = locales[language];
  const rules = new Intl.PluralRules(locale);
  const whole = new Intl.NumberFormat(locale, { maximumFractionDigits: 2 });
  const dayFormat = (options: Intl.DateTimeFormatOptions) => {
    const ofInstant = new Intl.DateTimeFormat(locale, { ...options, timeZone });
    const ofDay = new Intl.DateTimeFormat(locale, { ...options, timeZone: "UTC" });
    return (at: string | Date): string =>
      (typeof at === "string" && isDay(at) ? ofDay : ofInstant).format(new Date(at)).replaceAll(". ", ".\u00a0");
  };
  const month = dayMonthOf(language);
  const day = dayFormat({ day: "numeric", month, year: "numeric" });
  const time = new Intl.DateTimeFormat(locale, { hour: timeHourOf(language), minute: "2-digit", timeZone });
  const relative = new Intl.RelativeTimeFormat(locale, { numeric: "auto" });
  const number = (value: number): string => whole.format(value);
  const keep = (text: string): string => typeset(text, language);

  return {
    language,
    timeZone,
    number,
    plural: (count: number, forms: PluralForms): string =>
      keep((forms[choosePlural(rules, count)] ?? forms.other).replaceAll("#", number(count))),
    /** `share` is 0 to 1. */
    percent: (share: number, digits = 1): string =>
      new Intl.NumberFormat(locale, {
        style: "percent",
        minimumFractionDigits: digits,
        maximumFractionDigits: digits,
      }).format(share),
    /** Amounts of the API are decimal strings. */
    money: (amount: string | number, currency: string): string =>
      new Intl.NumberFormat(locale, {
        style: "currency",
        currency,
        minimumFractionDigits: Number.isInteger(Number(amount)) ? 0 : 2,
        maximumFractionDigits: 2,
      }).format(Number(amount)),
    signed: (value: number): string => (value > 0 ? `+${number(value)}` : number(value).replace("-", "−")),
    date: day,
    shortDate: dayFormat({ day: "numeric", month }),
    weekday: dayFormat({ weekday: "long" }),
    time: (at: string | Date): string => time.format(new Date(at)),
    dateTime: (at: string | Date): string => keep(`${day(at)} ${time.format(new Date(at))}`),
    /** Relative under 24 hours, the date otherwise. */
    ago: (at: string | Date, now = new Date()): string => {
      const seconds = Math.round((new Date(at).getTime() - now.getTime()) / 1000);
      const size = Math.abs(seconds);
      if (size >= 86_400) return day(at);
      if (size >= 3600) return relative.format(Math.round(seconds / 3600), "hour");
      if (size >= 60) return relative.format(Math.round(seconds / 60), "minute");
      return relative.format(seconds, "second");
    },
  };
}

const dayMonthOf = (language: Language) => (language === "en" ? "short" : "numeric");
const timeHourOf = (language: Language) => (language === "en" ? "2-digit" : "numeric");

function choosePlural(rules: Intl.PluralRules, count: number): "one" | "few" | "many" | "other" {
  const form = rules.select(count);
  return form === "one" || form === "few" || form === "many" ? form : "other";
}
