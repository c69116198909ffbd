import { useState } from "react";
import { addDays, dayAt } from "../../i18n/company-time.ts";
import { useFormats } from "../../i18n/messages.tsx";
import { useAddress } from "../../routing/search.ts";
import { useShops } from "../../ui/choices/use-choices.ts";

/** Lengths of the period in days; it ends with today. */
export const periodLengths = [7, 30, 90, 365] as const;
export type PeriodLength = (typeof periodLengths)[number];

/** What the overview shows: the period of the address and the shop of the switcher. */
export type Shown = {
  readonly length: PeriodLength;
  /** `from` is the first day, `to` the day after the last one, as the API takes them. */
  readonly query: { readonly from: string; readonly to: string; readonly shop: string | undefined };
  readonly previous: Shown["query"];
};

const usual = 30;

export function useShown(): [Shown, (length: PeriodLength) => void] {
  const [{ period }, changeAddress] = useAddress();
  const { timeZone } = useFormats();
  const { chosen: shop } = useShops();
  const length = periodLengths.find((days) => String(days) === period) ?? usual;
  const [openedAt] = useState(() => new Date());
  const to = addDays(dayAt(openedAt, timeZone), 1);
  const from = addDays(to, -length);
  const shown = { length, query: { from, to, shop }, previous: { from: addDays(from, -length), to: from, shop } };
  return [shown, (next) => changeAddress({ period: next === usual ? undefined : String(next) })];
}
