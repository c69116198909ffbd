import { accepts } from "../../kernel/accepts.ts";
import { validation } from "../../kernel/errors.ts";
import { addDays } from "../../kernel/local-time.ts";

export type Month = { readonly from: string; readonly to: string };

/** The days of a month `YYYY-MM`, the last one exclusive. */
export function parseMonth(text: string): Month {
  if (!/^\d{4}-(0[1-9]|1[0-2])$/.test(text)) throw validation("month", accepts.month);
  const from = `${text}-01`;
  return { from, to: `${addDays(from, 31).slice(0, 7)}-01` };
}
