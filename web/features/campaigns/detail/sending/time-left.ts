const minuteMs = 60_000;

/** Rounded up, in the largest unit that fits. */
export function timeLeft(endAt: string, now: number): { count: number; unit: "minutes" | "hours" | "days" } {
  const minutes = Math.max(1, Math.ceil((Date.parse(endAt) - now) / minuteMs));
  if (minutes < 120) return { count: minutes, unit: "minutes" };
  const hours = Math.ceil(minutes / 60);
  return hours < 48 ? { count: hours, unit: "hours" } : { count: Math.ceil(hours / 24), unit: "days" };
}
