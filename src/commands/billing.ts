import type { Config } from "../config/config.ts";
import { closeMonth, issueInvoice, payInvoice } from "../features/billing/invoicing.ts";
import { cancelPlan, resumePlan } from "../features/billing/plan.ts";
import { InputError } from "./arguments.ts";
import { asOperator } from "./operator.ts";
import { print, withApp } from "./with-app.ts";

type CompanyOption = { tenant: string; json?: boolean };
export type InvoiceOptions = CompanyOption & { currency: string; amount: string; vatRate: string; month: string };
export type PayOptions = CompanyOption & { invoice: string; method: string };
export type CancelOptions = CompanyOption & { undo?: boolean };
export type CloseMonthOptions = { month: string; json?: boolean };

export async function billingInvoice(config: Config, options: InvoiceOptions): Promise<void> {
  const issued = await withApp(config, "billing invoice", (app) =>
    asOperator(app, { tenant: options.tenant, command: "billing invoice" }, (db) =>
      issueInvoice(db, app.services, { ...options, vatRate: Number(options.vatRate) }),
    ),
  );
  print(options, issued);
}

export async function billingPay(config: Config, options: PayOptions): Promise<void> {
  const { invoice: invoiceId, method } = options;
  const paid = await withApp(config, "billing pay", (app) =>
    asOperator(app, { tenant: options.tenant, command: "billing pay" }, (db) =>
      payInvoice(db, app.services, { invoiceId, method }),
    ),
  );
  print(options, paid);
}

export async function billingCancel(config: Config, options: CancelOptions): Promise<void> {
  const { tenant, undo = false } = options;
  const command = undo ? "billing cancel --undo" : "billing cancel";
  const endsAt = await withApp(config, command, (app) =>
    asOperator(app, { tenant, command }, async (db) => {
      if (undo) await resumePlan(db);
      return undo ? null : cancelPlan(db, app.services);
    }),
  );
  print(options, { effectiveAt: endsAt?.toISOString() ?? null });
}

export async function billingCloseMonth(config: Config, options: CloseMonthOptions): Promise<void> {
  if (!config.billing) throw new InputError("billing close-month needs BILLING=1");
  const closed = await withApp(config, "billing close-month", ({ db, services }) =>
    closeMonth(db, services, options.month),
  );
  print(options, closed);
}
