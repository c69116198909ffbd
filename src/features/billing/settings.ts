import type { Services } from "../../context.ts";

/** Who issues invoices to companies. */
export type BillingSettings = {
  readonly name: string;
  /** Lines separated by commas. */
  readonly address: string;
  readonly country: string;
  readonly companyId: string;
  readonly vatId: string;
  readonly iban: string;
  readonly vatRate: number;
};

/** Undefined where the operator does not bill. */
export const readBillingSettings = ({ config }: Pick<Services, "config">): BillingSettings | undefined =>
  config.billing
    ? {
        name: config.billingName,
        address: config.billingAddress,
        country: config.billingCountry,
        companyId: config.billingCompanyId,
        vatId: config.billingVatId,
        iban: config.billingIban,
        vatRate: config.billingVatRate,
      }
    : undefined;
