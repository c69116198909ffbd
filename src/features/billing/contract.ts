import { Type } from "typebox";
import { FileOf } from "../../kernel/file.ts";
import { defineRoutes } from "../../kernel/route.ts";
import {
  Count,
  Currency,
  Day,
  Flag,
  Id,
  Money,
  NullableInteger,
  NullableMoney,
  NullableText,
  NullableTime,
  OneOf,
  Page,
  Time,
  pageQueryWithoutSearch,
  NamedObject,
} from "../../kernel/schema.ts";

export const invoiceStates = ["open", "paid", "cancelled"] as const;

const Billing = NamedObject("Billing", {
  state: OneOf(["off", "free", "active", "unpaid", "cancelled"]),
  currency: Currency,
  contacts: Type.Object({ used: Count, limit: NullableInteger }),
  monthly: NullableMoney,
  periodFrom: Day,
  periodTo: Type.String({ format: "date", description: "Exclusive" }),
  unpaid: Type.Array(Type.Object({ currency: Currency, amount: Money })),
});

const Cancellation = NamedObject("Cancellation", {
  possible: Flag,
  effectiveAt: NullableTime,
  impact: Type.Object({ contacts: Count, scheduledCampaigns: Count, activeAutomations: Count }),
});

const Invoice = NamedObject("Invoice", {
  id: Id,
  number: Type.String(),
  issuedAt: Time,
  dueAt: Time,
  periodFrom: Day,
  periodTo: Type.String({ format: "date", description: "Exclusive" }),
  currency: Currency,
  totalWithoutVat: Money,
  vat: Money,
  total: Money,
  state: OneOf(invoiceStates),
  paidAt: NullableTime,
});

const Payment = NamedObject("Payment", {
  id: Id,
  at: Time,
  currency: Currency,
  amount: Money,
  method: OneOf(["transfer", "card"]),
  invoiceId: Id,
});

const Profile = NamedObject("BillingProfile", {
  name: Type.String(),
  companyId: NullableText(),
  vatId: NullableText(),
  street: NullableText(),
  city: NullableText(),
  postalCode: NullableText(),
  country: NullableText(),
  email: NullableText(),
});

const Tier = Type.Unsafe<{ contacts: number; monthly: string } | null>({
  type: ["object", "null"],
  required: ["contacts", "monthly"],
  properties: { contacts: { type: "integer" }, monthly: { type: "string" } },
  description: "`contacts` is the upper bound; null beyond the price list",
});

const Quote = NamedObject("BillingQuote", {
  contacts: Count,
  currency: Currency,
  tier: Tier,
  monthly: NullableMoney,
  vatRate: Type.Number(),
  vat: NullableMoney,
  total: NullableMoney,
});

const invoicePath = "/billing/invoices/{invoice_id}";

export const billingRoutes = defineRoutes("Billing", "billing", {
  getBilling: {
    method: "GET",
    path: "/billing",
    mcp: "catalog",
    summary: "Plan, usage and unpaid amounts of the company; state off where the operator does not bill",
    answers: { 200: Billing },
    errors: [],
  },
  getCancellation: {
    method: "GET",
    path: "/billing/cancel",
    mcp: "catalog",
    summary: "What a cancellation would end, and when; changes nothing",
    answers: { 200: Cancellation },
    errors: [],
  },
  listInvoices: {
    method: "GET",
    path: "/billing/invoices",
    mcp: "catalog",
    summary: "Invoices, newest first",
    query: Type.Object({
      ...Type.Omit(pageQueryWithoutSearch(["issuedAt"]), ["sort"]).properties,
      state: Type.Optional(OneOf(invoiceStates)),
    }),
    answers: { 200: Page(Invoice) },
    errors: ["validation state"],
  },
  getInvoicePdf: {
    method: "GET",
    path: `${invoicePath}/pdf`,
    mcp: "never",
    summary: "An invoice as PDF",
    answers: { 200: FileOf("application/pdf") },
    errors: ["not_found invoice"],
  },
  getInvoiceQr: {
    method: "GET",
    path: `${invoicePath}/qr.svg`,
    mcp: "never",
    summary: "Payment code of an open invoice: SPAYD for CZK, EPC for EUR",
    answers: { 200: FileOf("image/svg+xml") },
    errors: ["not_found invoice", "conflict status", "unavailable iban"],
  },
  listPayments: {
    method: "GET",
    path: "/billing/payments",
    mcp: "catalog",
    summary: "Payments, newest first",
    query: Type.Omit(pageQueryWithoutSearch(["at"]), ["sort"]),
    answers: { 200: Page(Payment) },
    errors: [],
  },
  getBillingProfile: {
    method: "GET",
    path: "/billing/profile",
    mcp: "catalog",
    summary: "Name, address and numbers on the company's invoices; changed by PATCH /company",
    answers: { 200: Profile },
    errors: [],
  },
  getQuote: {
    method: "GET",
    path: "/billing/quote",
    mcp: "catalog",
    summary: "Monthly price of a number of contacts; of those in use by default",
    query: Type.Object({
      contacts: Type.Optional(Type.Integer({ minimum: 0, maximum: 1_000_000_000 })),
      currency: Type.Optional(Currency),
    }),
    answers: { 200: Quote },
    errors: ["validation currency"],
  },
});
