import type { Services } from "../../context.ts";
import type { SystemDb, TenantDb } from "../../db/tenant.ts";
import { insertOperatorEntries } from "../../journal/audit.ts";
import { accepts } from "../../kernel/accepts.ts";
import { conflict, notFound, validation } from "../../kernel/errors.ts";
import { addMs, days } from "../../kernel/local-time.ts";
import { refreshHold } from "./holds.ts";
import {
  countMonthlyInvoices,
  insertMonthlyInvoices,
  lockMonthClose,
  monthlyInvoicesIssued,
} from "./close-month.queries.ts";
import { parseMonth } from "./months.ts";
import * as queries from "./queries.ts";
import { getBillingProfile } from "./service.ts";
import { defaultSeller, euCountries, withVat } from "./vat.ts";
import { readBillingSettings } from "./settings.ts";

const dueDays = 14;

type BillingServices = Pick<Services, "clock" | "config">;

const invoiceCurrencies: readonly string[] = ["CZK", "EUR"];

export type NewInvoice = { currency: string; amount: string; vatRate: number; month: string };

/** An invoice of the operator for one company; `amount` is without VAT. */
export async function issueInvoice(db: TenantDb, services: BillingServices, invoice: NewInvoice) {
  const { clock } = services;
  if (!invoiceCurrencies.includes(invoice.currency)) throw validation("currency", { allowed: invoiceCurrencies });
  if (!/^\d{1,9}(\.\d{1,2})?$/.test(invoice.amount) || Number(invoice.amount) === 0)
    throw validation("amount", accepts.amount);
  if (!(invoice.vatRate >= 0 && invoice.vatRate < 100))
    throw validation("vatRate", { min: 0, pattern: "a rate from 0, below 100 percent" });
  const { from, to } = parseMonth(invoice.month);
  const issuedAt = clock.now();
  const customer = await getBillingProfile({ db });
  const home = (readBillingSettings(services) ?? defaultSeller).country;
  const isForeignPayer =
    customer.country !== null &&
    customer.country !== home &&
    (customer.vatId ?? "") !== "" &&
    euCountries.includes(customer.country);
  return db.transaction(async (inner) => {
    const issued = await queries.insertInvoice(inner, {
      year: issuedAt.getUTCFullYear(),
      issuedAt,
      dueAt: addMs(issuedAt, days(dueDays)),
      periodFrom: from,
      periodTo: to,
      currency: invoice.currency,
      totalWithoutVat: invoice.amount,
      vatRate: invoice.vatRate,
      ...withVat(invoice.amount, invoice.vatRate),
      isReverseCharge: invoice.vatRate === 0 && isForeignPayer,
      customer,
    });
    await refreshHold(inner, services);
    return issued;
  });
}

/** Books the payment of a whole invoice; a repetition answers the first payment. */
export async function payInvoice(
  db: TenantDb,
  services: BillingServices,
  { invoiceId, method }: { invoiceId: string; method: string },
): Promise<{ paymentId: string }> {
  return db.transaction(async (inner) => {
    const invoice = await queries.lockInvoice(inner, invoiceId);
    if (invoice === undefined) throw notFound("invoice");
    if (invoice.state === "cancelled") throw conflict("status");
    const paid = await queries.findPaymentId(inner, invoiceId);
    const at = services.clock.now();
    const paymentId = paid ?? (await queries.insertPayment(inner, { invoiceId, at, method }));
    await refreshHold(inner, services);
    return { paymentId };
  });
}

/** Invoices of all companies for a month that is over, in one transaction; a repetition creates what is missing. */
export async function closeMonth(db: SystemDb, services: BillingServices, text: string) {
  const { from, to } = parseMonth(text);
  const issuedAt = services.clock.now();
  if (to > issuedAt.toISOString().slice(0, 10)) throw validation("month", accepts.endedMonth);
  return db.transaction(async (inner) => {
    await lockMonthClose(inner);
    const close = {
      periodFrom: from,
      periodTo: to,
      issuedAt,
      dueAt: addMs(issuedAt, days(dueDays)),
      year: issuedAt.getUTCFullYear(),
      seller: readBillingSettings(services) ?? defaultSeller,
    };
    const created = await insertMonthlyInvoices(inner, close);
    await insertOperatorEntries(inner, {
      at: issuedAt,
      operation: "billing close-month",
      kind: "invoices",
      objects: monthlyInvoicesIssued(inner, close),
    });
    return { created, invoices: await countMonthlyInvoices(inner, from) };
  });
}
