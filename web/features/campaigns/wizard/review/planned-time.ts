import { addDays, dayAt, instantAt, localMinuteAt } from "../../../../i18n/company-time.ts";
import { locales, type Formats } from "../../../../i18n/format.ts";

const minuteMs = 60_000;
const minLeadMs = 5 * minuteMs;
const maxLeadMs = 365 * 24 * 60 * minuteMs;

/** The saved time, or tomorrow at eight, as an input of date and time takes it: the company's clock. */
export function defaultPlan(plannedAt: string | null, timeZone: string, now = new Date()): string {
  if (plannedAt !== null && new Date(plannedAt) > now) return localMinuteAt(plannedAt, timeZone);
  return `${addDays(dayAt(now, timeZone), 1)}T08:00`;
}

/** The instant of the input; undefined outside the limits of the API, which are checked while the person chooses. */
export function plannedInstant(local: string, timeZone: string, now = new Date()): Date | undefined {
  const at = instantAt(local, timeZone);
  const lead = at.getTime() - now.getTime();
  return lead >= minLeadMs && lead <= maxLeadMs ? at : undefined;
}

/** "st 2. 12. v 8:00", "Wed 2 Dec, 08:00". */
export function momentName(at: Date, { language, timeZone, time }: Pick<Formats, "language" | "timeZone" | "time">) {
  const locale = locales[language];
  const month = language === "en" ? "short" : "numeric";
  const day = new Intl.DateTimeFormat(locale, { weekday: "short", day: "numeric", month, timeZone }).format(at);
  return language === "en"
    ? `${day.replace(",", "")}, ${time(at)}`
    : `${day} ${language === "sk" ? "o" : "v"} ${time(at)}`;
}
