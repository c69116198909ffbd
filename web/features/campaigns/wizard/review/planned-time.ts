const minuteMs = 60_000;
const minLeadMs = 5 * minuteMs;
const maxLeadMs = 365 * 24 * 60 * minuteMs;

const twoDigits = (value: number): string => String(value).padStart(2, "0");

/** `2026-12-02T08:00`, as the browser's input takes it, in its own time zone. */
export const localMinute = (at: Date): string =>
  `${at.getFullYear()}-${twoDigits(at.getMonth() + 1)}-${twoDigits(at.getDate())}T${twoDigits(at.getHours())}:${twoDigits(at.getMinutes())}`;

/** The saved time, or tomorrow at eight. */
export function defaultPlan(plannedAt: string | null, now = new Date()): string {
  if (plannedAt !== null && new Date(plannedAt) > now) return localMinute(new Date(plannedAt));
  return localMinute(new Date(now.getFullYear(), now.getMonth(), now.getDate() + 1, 8));
}

/** The limits of the API, checked while the person chooses. */
export function isPlannable(local: string, now = new Date()): boolean {
  const lead = new Date(local).getTime() - now.getTime();
  return lead >= minLeadMs && lead <= maxLeadMs;
}

export const isoOf = (local: string): string => new Date(local).toISOString();

/** "st 2. 12. v 8:00", "Wed 2 Dec, 08:00". */
export function momentName(local: string, language: "cs" | "en"): string {
  const at = new Date(local);
  const locale = language === "cs" ? "cs-CZ" : "en-GB";
  const month = language === "cs" ? "numeric" : "short";
  const day = new Intl.DateTimeFormat(locale, { weekday: "short", day: "numeric", month }).format(at);
  const time = new Intl.DateTimeFormat(locale, {
    hour: language === "cs" ? "numeric" : "2-digit",
    minute: "2-digit",
  }).format(at);
  return language === "cs" ? `${day} v ${time}` : `${day.replace(",", "")}, ${time}`;
}
