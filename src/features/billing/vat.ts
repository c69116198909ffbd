import type { BillingSettings } from "./settings.ts";

export type Seller = Pick<BillingSettings, "country" | "vatRate">;

/** For quotes and invoices of an installation without `BILLING`. */
export const defaultSeller: Seller = { country: "CZ", vatRate: 21 };

export const chooseCurrency = (country: string | null): string =>
  country === null || country === "CZ" ? "CZK" : "EUR";

export const euCountries = "AT BE BG CY CZ DE DK EE ES FI FR GR HR HU IE IT LT LU LV MT NL PL PT RO SE SI SK".split(
  " ",
);

export type Buyer = { readonly country: string | null; readonly vatId: string | null };

/** A payer of VAT in another state of the EU accounts for it (reverse charge); exports have no VAT. */
export function decideVat(seller: Seller, buyer: Buyer) {
  const country = buyer.country ?? seller.country;
  const isInUnion = euCountries.includes(country);
  const isReverseCharge =
    country !== seller.country && isInUnion && euCountries.includes(seller.country) && (buyer.vatId ?? "") !== "";
  return { rate: country === seller.country || (isInUnion && !isReverseCharge) ? seller.vatRate : 0, isReverseCharge };
}

/** Amounts are in hundredths, so that none passes through a binary fraction. */
const hundredths = (amount: string): number => Math.round(Number(amount) * 100);
const decimals = (cents: number): string => (cents / 100).toFixed(2);

export function withVat(amount: string, rate: number): { vat: string; total: string } {
  const cents = hundredths(amount);
  const vat = Math.round((cents * rate) / 100);
  return { vat: decimals(vat), total: decimals(cents + vat) };
}
