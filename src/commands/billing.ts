import type { App } from "../app.ts";
import type { Config } from "../config.ts";
import type { TenantDb } from "../db/tenant.ts";
import { findCompany } from "../features/account/find-company.ts";
import { closeMonth, issueInvoice, payInvoice } from "../features/billing/invoicing.ts";
import { notFound } from "../kernel/errors.ts";
import { print, withApp } from "./with-app.ts";

type CompanyOption = { tenant: string; json?: boolean };
export type InvoiceOptions = CompanyOption & { currency: string; amount: string; vatRate: string; month: string };
export type PayOptions = CompanyOption & { invoice: string; method: string };
export type CloseMonthOptions = { month: string; json?: boolean };

export async function billingInvoice(config: Config, options: InvoiceOptions): Promise<void> {
  const issued = await withApp(config, "billing invoice", async (app) =>
    issueInvoice(await companyDb(app, options.tenant), app.services, { ...options, vatRate: Number(options.vatRate) }),
  );
  print(options, issued);
}

export async function billingPay(config: Config, options: PayOptions): Promise<void> {
  const { invoice: invoiceId, method } = options;
  const paid = await withApp(config, "billing pay", async (app) =>
    payInvoice(await companyDb(app, options.tenant), app.services, { invoiceId, method }),
  );
  print(options, paid);
}

export async function billingCloseMonth(config: Config, options: CloseMonthOptions): Promise<void> {
  const closed = await withApp(config, "billing close-month", ({ db, services }) =>
    closeMonth(db, services, options.month),
  );
  print(options, closed);
}

async function companyDb({ db }: App, guid: string): Promise<TenantDb> {
  const company = await findCompany(db, guid);
  if (company === undefined) throw notFound("tenant");
  return db.forTenant(company.tenantId);
}
