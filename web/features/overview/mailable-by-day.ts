import type { OutputOf } from "../../api/operations.ts";

type Contacts = OutputOf<"GET /dashboard">["contacts"];

/** The number of today, and before it by what every later day added and lost. */
export function mailableByDay({ subscribed, trend }: Contacts): { day: string; mailable: number }[] {
  return trend.map(({ day }, index) => {
    const grownSince = trend.slice(index + 1).reduce((sum, { added, lost }) => sum + added - lost, 0);
    return { day, mailable: subscribed - grownSince };
  });
}
