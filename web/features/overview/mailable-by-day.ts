import type { OutputOf } from "../../api/operations.ts";

type Contacts = OutputOf<"GET /dashboard">["contacts"];

/**
 * The number of today, and before it without what every later day added and lost. New contacts that cannot be e-mailed are
 * among the added ones, so that this is an estimate.
 */
export function mailableByDay({ mailable, trend }: Contacts): { day: string; mailable: number }[] {
  return trend.map(({ day }, index) => {
    const grownSince = trend.slice(index + 1).reduce((sum, { added, lost }) => sum + added - lost, 0);
    return { day, mailable: Math.max(0, mailable - grownSince) };
  });
}
