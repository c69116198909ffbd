import { useState } from "react";
import { addDays, dayAt } from "../../../i18n/company-time.ts";
import { useFormats } from "../../../i18n/messages.tsx";
import { useAddress } from "../../../routing/search.ts";

/** Days until today; none stand for all time. */
const lengths = { all: undefined, d30: 30, d90: 90, d365: 365 } as const;
export type PeriodKey = keyof typeof lengths;

export const parsePeriod = (text: string | null | undefined): PeriodKey =>
  text === "d30" || text === "d90" || text === "d365" ? text : "all";

/** The period in the address, as the API takes it. */
export function useReportPeriod() {
  const [{ period }, change] = useAddress();
  const { timeZone } = useFormats();
  const [openedAt] = useState(() => new Date());
  const key = parsePeriod(period);
  const days = lengths[key];
  const to = addDays(dayAt(openedAt, timeZone), 1);
  return {
    key,
    query: days === undefined ? {} : { from: addDays(to, -days) },
    choose: (next: PeriodKey) => change({ period: next === "all" ? undefined : next }),
  };
}
