import type { Context } from "../../context.ts";
import type { HandlersOf } from "../../kernel/route.ts";
import type { billingRoutes } from "./contract.ts";
import * as documents from "./documents.ts";
import * as service from "./service.ts";

const billingHandlers: HandlersOf<Context, typeof billingRoutes.records> = {
  getBilling: (ctx) => service.getBilling(ctx),
  getCancellation: (ctx) => service.getCancellation(ctx),
  listInvoices: (ctx, { query }) => service.listInvoices(ctx, query),
  getInvoicePdf: (ctx, { params }) => documents.getInvoicePdf(ctx, params.invoice_id),
  getInvoiceQr: (ctx, { params }) => documents.getInvoiceQr(ctx, params.invoice_id),
  listPayments: (ctx, { query }) => service.listPayments(ctx, query),
  getBillingProfile: (ctx) => service.getBillingProfile(ctx),
  getQuote: (ctx, { query }) => service.getQuote(ctx, query),
};

export const handlers = { billing: billingHandlers };
