/** A price that counts from `saleFrom` until before `saleUntil` (ISO times; null: no limit). Absent without a sale. */
export type Sale = {
  readonly salePrice?: string;
  readonly saleFrom?: string | null;
  readonly saleUntil?: string | null;
};

/** `2026-03-01T08:00+0100`, seconds and offset optional, or a day; UTC without an offset. */
const momentPattern =
  /^(\d{4}-\d{2}-\d{2})(?:[T ](\d{2}:\d{2})(?::(\d{2})(?:[.,]\d{1,9})?)?)?\s*(?:(Z)|([+-]\d{2}):?(\d{2})?)?$/i;

/** A sale whose period cannot be read does not count: a price that is not valid must not be promised. */
export function readSale(amount: string | undefined, period: string | undefined): Sale {
  if (amount === undefined || period === undefined) return {};
  const [start = "", end, ...rest] = period.split("/").map((part) => part.trim());
  if (end === undefined || rest.length > 0 || start + end === "") return {};
  const saleFrom = parseMoment(start, "00:00");
  const saleUntil = parseMoment(end, "24:00");
  if (saleFrom === undefined || saleUntil === undefined) return {};
  if (saleFrom !== null && saleUntil !== null && saleFrom >= saleUntil) return {};
  return { salePrice: amount, saleFrom, saleUntil };
}

/** Null without a limit, undefined when it is no time. */
function parseMoment(text: string, timeOfDay: string): string | null | undefined {
  if (text === "") return null;
  const [, day, time = timeOfDay, seconds = "00", , hours, minutes = "00"] = momentPattern.exec(text) ?? [];
  if (day === undefined) return undefined;
  const at = new Date(`${day}T${time}:${seconds}${hours === undefined ? "Z" : `${hours}:${minutes}`}`);
  return Number.isNaN(at.getTime()) ? undefined : at.toISOString();
}

type Prices = { readonly price: string | null; readonly oldPrice: string | null };

/** The prices at this moment. The same is `pricesAt` in items.queries.ts. */
export function pricesAt(
  { price, oldPrice, salePrice, saleFrom = null, saleUntil = null }: Prices & Sale,
  at: Date,
): Prices {
  const now = at.toISOString();
  const isOn =
    salePrice !== undefined && (saleFrom === null || saleFrom <= now) && (saleUntil === null || now < saleUntil);
  if (!isOn) return { price, oldPrice };
  return { price: salePrice, oldPrice: price !== null && Number(price) > Number(salePrice) ? price : null };
}
