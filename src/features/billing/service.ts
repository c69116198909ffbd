import type { Context } from "../../context.ts";
import { validation } from "../../kernel/errors.ts";
import { dayAt, iso, startOfDay } from "../../kernel/local-time.ts";
import { toPage, type Paging } from "../../kernel/schema.ts";
import { findPlanEnd, getCompany } from "../account/company/queries.ts";
import { listPriceTiers, type PriceTier } from "../account/queries.ts";
import { parseMonth } from "./months.ts";
import { isPlanOver } from "./plan.ts";
import * as queries from "./queries.ts";
import { chooseCurrency, defaultSeller, decideVat, withVat } from "./vat.ts";
import { readBillingSettings } from "./settings.ts";

const tierFor = (tiers: readonly PriceTier[], currency: string, contacts: number): PriceTier | undefined =>
  tiers.find((tier) => tier.currency === currency && tier.contacts >= contacts);

export async function getBilling(ctx: Context) {
  const { db, clock, company } = ctx;
  const [{ country }, planEndsAt, used, unpaid, debt, tiers] = await Promise.all([
    getCompany(db),
    findPlanEnd(db),
    queries.countContacts(db),
    queries.listUnpaid(db),
    queries.getDebt(db, clock.now()),
    listPriceTiers(db),
  ]);
  const currency = chooseCurrency(country);
  const { from, to } = parseMonth(dayAt(clock.now(), company.timeZone).slice(0, 7));
  const shared = { currency, periodFrom: from, periodTo: to, unpaid };
  if (readBillingSettings(ctx) === undefined)
    return { state: "off" as const, contacts: { used, limit: null }, monthly: null, ...shared };
  const isPaid = debt.isBilled && !isPlanOver(planEndsAt, clock.now());
  const tier = isPaid ? tierFor(tiers, currency, used) : tierFor(tiers, currency, 0);
  return {
    state: billingState(debt, planEndsAt),
    contacts: { used, limit: tier?.contacts ?? null },
    monthly: tier?.monthly ?? null,
    ...shared,
  };
}

function billingState({ isBilled, isOverdue }: { isBilled: boolean; isOverdue: boolean }, planEndsAt: Date | null) {
  if (isOverdue) return "unpaid" as const;
  if (planEndsAt !== null) return "cancelled" as const;
  return isBilled ? ("active" as const) : ("free" as const);
}

/** A paid plan can be ended with the running month. */
export async function getCancellation(ctx: Context) {
  const [{ state, contacts, periodTo }, activity] = await Promise.all([getBilling(ctx), queries.countActivity(ctx.db)]);
  const possible = state === "active" || state === "unpaid";
  return {
    possible,
    effectiveAt: possible ? startOfDay(periodTo, ctx.company.timeZone).toISOString() : null,
    impact: { contacts: contacts.used, ...activity },
  };
}

export async function listInvoices({ db }: Context, query: Paging & { state?: queries.InvoiceState }) {
  const { page, pageSize, offset } = toPage(query);
  const [items, total] = await Promise.all([
    queries.listInvoices(db, { state: query.state, offset, pageSize }),
    queries.countInvoices(db, query.state),
  ]);
  return { items: items.map(presentInvoice), total, page, pageSize };
}

const presentInvoice = ({ issuedAt, dueAt, paidAt, ...invoice }: queries.InvoiceRecord) => ({
  ...invoice,
  issuedAt: issuedAt.toISOString(),
  dueAt: dueAt.toISOString(),
  paidAt: iso(paidAt),
});

export async function listPayments({ db }: Context, query: Paging) {
  const { page, pageSize, offset } = toPage(query);
  const [items, total] = await Promise.all([queries.listPayments(db, { offset, pageSize }), queries.countPayments(db)]);
  return { items: items.map((payment) => ({ ...payment, at: payment.at.toISOString() })), total, page, pageSize };
}

export async function getBillingProfile({ db }: Pick<Context, "db">): Promise<queries.CustomerRecord> {
  const { name, companyId, vatId, street, city, postalCode, country, email } = await getCompany(db);
  return { name, companyId, vatId, street, city, postalCode, country, email };
}

export async function getQuote(ctx: Context, query: { contacts?: number; currency?: string }) {
  const { db } = ctx;
  const [profile, tiers] = await Promise.all([getBillingProfile({ db }), listPriceTiers(db)]);
  const contacts = query.contacts ?? (await queries.countContacts(db));
  const currency = query.currency ?? chooseCurrency(profile.country);
  if (!tiers.some((tier) => tier.currency === currency))
    throw validation("currency", { allowed: [...new Set(tiers.map((tier) => tier.currency))] });
  const found = tierFor(tiers, currency, contacts);
  const vatRate = decideVat(readBillingSettings(ctx) ?? defaultSeller, profile).rate;
  const price = { contacts, currency, vatRate };
  if (found === undefined) return { ...price, tier: null, monthly: null, vat: null, total: null };
  const { monthly } = found;
  return { ...price, tier: { contacts: found.contacts, monthly }, monthly, ...withVat(monthly, vatRate) };
}
