import { beforeAll, describe, expect, it } from "vitest";
import { holdClock } from "../../../tests/harness/factories/clock.ts";
import { company, type TestCompany } from "../../../tests/harness/factories/company.ts";
import { days, addMs } from "../../kernel/local-time.ts";
import { refreshHold } from "./holds.ts";
import { closeMonth, issueInvoice, payInvoice } from "./invoicing.ts";
import { cancelPlan, resumePlan } from "./plan.ts";
import { paymentText } from "./payment-code.ts";
import { decideVat, withVat } from "./vat.ts";

const seller = {
  BILLING: "1",
  BILLING_IBAN: "CZ65 0800 0000 1920 0014 5399",
  BILLING_NAME: "Příkladná s.r.o.",
  BILLING_ADDRESS: "Žlutá 5, 110 00 Praha 1",
  BILLING_VAT_ID: "CZ12345678",
};
const billed = () => company(seller);

const anInvoice = ({ ctx, app }: TestCompany, fields: object = {}) =>
  issueInvoice(ctx.db, app.services, { currency: "CZK", amount: "390.00", vatRate: 21, month: "2026-01", ...fields });

/** Counts contacts without writing them. */
async function useContacts({ ctx, tenantId, shopId }: TestCompany, n: number): Promise<void> {
  await ctx.db.sql`delete from contact_count where tenant_id = ${tenantId}`;
  await ctx.db.sql`
    insert into contact_count (tenant_id, shop_id, status, state, engagement, source, shard, n)
    values (${tenantId}, ${shopId}, 'subscribed', 'active', 'N', 'manual', 0, ${n})`;
}

const getHold = async ({ api }: TestCompany) => (await api.ok("getCompany")).sendingHold;

const runHolds = ({ app, ctx }: TestCompany): Promise<void> => refreshHold(ctx.db, app.services);

describe("without billing", () => {
  it("answers an empty plan", async () => {
    const { api } = await company();
    const billing = await api.ok("getBilling");
    expect(billing).toMatchObject({
      state: "off",
      currency: "CZK",
      contacts: { used: 0, limit: null },
      monthly: null,
      unpaid: [],
    });
    expect(await api.ok("listInvoices")).toEqual({ items: [], total: 0, page: 1, pageSize: 25 });
    expect(await api.ok("listPayments")).toMatchObject({ items: [], total: 0 });
    expect(await api.ok("getCancellation")).toEqual({
      possible: false,
      effectiveAt: null,
      impact: { contacts: 0, scheduledCampaigns: 0, activeAutomations: 0 },
    });
  });
});

describe("the quote", () => {
  it("is the tier of the contacts with VAT; beyond the list there is none", async () => {
    const { api } = await company();
    const quote = (query: object) => api.ok("getQuote", { query: { ...query } });
    const tier = { contacts: 2500, monthly: "390.00" };
    expect(await quote({ contacts: 501, currency: "CZK" })).toEqual({
      contacts: 501,
      currency: "CZK",
      tier,
      monthly: "390.00",
      vatRate: 21,
      vat: "81.90",
      total: "471.90",
    });
    expect((await quote({ contacts: 2500 })).tier).toEqual(tier);
    expect(await quote({})).toMatchObject({ contacts: 0, monthly: "0.00", total: "0.00" });
    expect(await quote({ contacts: 1_000_001, currency: "EUR" })).toMatchObject({
      tier: null,
      monthly: null,
      vat: null,
      total: null,
    });
    expect(await api.refused("getQuote", { query: { currency: "USD" } })).toMatchObject({
      status: 400,
      message: "currency",
    });
    expect(await api.refused("getQuote", { query: { contacts: -1 } })).toMatchObject({ message: "contacts" });
  });

  it.each([
    ["CZ", null, 21, false],
    [null, null, 21, false],
    ["SK", "SK2020202020", 0, true],
    ["SK", null, 21, false],
    ["US", "1", 0, false],
  ])("has the VAT of %s with number %s: %s %%", (country, vatId, rate, isReverseCharge) => {
    expect(decideVat({ country: "CZ", vatRate: 21 }, { country, vatId })).toEqual({ rate, isReverseCharge });
  });

  it("rounds VAT to hundredths", () => {
    expect(withVat("1.15", 21)).toEqual({ vat: "0.24", total: "1.39" });
    expect(withVat("0.10", 0)).toEqual({ vat: "0.00", total: "0.10" });
  });
});

describe("an invoice", () => {
  it("is listed, paid once and leaves the unpaid amounts", async () => {
    holdClock();
    const own = await billed();
    const { api, app, ctx, clock } = own;
    await api.ok("updateCompany", { body: { street: "Dlouhá 1", city: "Brno", companyId: "27074358" } });
    const { invoiceId, number } = await anInvoice(own);
    expect(number).toMatch(/^\d{10}$/);
    const listed = {
      id: invoiceId,
      number,
      issuedAt: clock.now().toISOString(),
      dueAt: addMs(clock.now(), days(14)).toISOString(),
      periodFrom: "2026-01-01",
      periodTo: "2026-02-01",
      currency: "CZK",
      totalWithoutVat: "390.00",
      vat: "81.90",
      total: "471.90",
      state: "open",
      paidAt: null,
    };
    expect(await api.ok("listInvoices", { query: { state: "open" } })).toEqual({
      items: [listed],
      total: 1,
      page: 1,
      pageSize: 25,
    });
    expect(await api.ok("getBilling")).toMatchObject({
      state: "active",
      unpaid: [{ currency: "CZK", amount: "471.90" }],
    });
    const pay = () => payInvoice(ctx.db, app.services, { invoiceId, method: "transfer" });
    const { paymentId } = await pay();
    expect(await pay()).toEqual({ paymentId });
    expect((await api.ok("listPayments")).items).toEqual([
      {
        id: paymentId,
        at: clock.now().toISOString(),
        currency: "CZK",
        amount: "471.90",
        method: "transfer",
        invoiceId,
      },
    ]);
    expect((await api.ok("listInvoices")).items).toEqual([
      { ...listed, state: "paid", paidAt: clock.now().toISOString() },
    ]);
    expect(await api.ok("getBilling")).toMatchObject({ state: "active", unpaid: [] });
    expect(await api.refused("getInvoiceQr", { params: { invoice_id: invoiceId } })).toMatchObject({
      status: 409,
      message: "status",
    });
    expect(await api.refused("listInvoices", { query: { state: "lost" } })).toMatchObject({ message: "state" });
  });

  it("is a PDF with an embedded font, and a payment code of its currency", async () => {
    const own = await billed();
    const { api } = own;
    await api.ok("updateCompany", { body: { name: "Květinářství Žofie Příšerné", street: "Ďáblická 1" } });
    const { invoiceId, number } = await anInvoice(own);
    const params = { invoice_id: invoiceId };
    const pdf = await api.call("getInvoicePdf", { params });
    expect(pdf).toMatchObject({ status: 200, headers: { "content-type": "application/pdf" } });
    expect(pdf.headers["content-disposition"]).toContain(`filename="${number}.pdf"`);
    expect(String(pdf.body)).toMatch(/^%PDF-1\.\d[^]*FontFile2[^]*%%EOF\s*$/);
    const svg = await api.call("getInvoiceQr", { params });
    expect(svg.headers["content-type"]).toBe("image/svg+xml");
    expect(String(svg.body)).toContain(`<title>SPD*1.0*ACC:CZ6508000000192000145399*AM:471.90*CC:CZK*DT:`);
    expect(String(svg.body)).toContain(`*X-VS:${number}*`);
    const euro = await anInvoice(own, { currency: "EUR", amount: "16", vatRate: 0 });
    const epc = await api.call("getInvoiceQr", { params: { invoice_id: euro.invoiceId } });
    expect(String(epc.body)).toContain(
      "<title>BCD\n002\n1\nSCT\n\nPRIKLADNA S.R.O.\nCZ6508000000192000145399\nEUR16.00\n",
    );
  });

  it("of another company is not found", async () => {
    const [own, other] = [await billed(), await billed()];
    const { invoiceId } = await anInvoice(other);
    for (const name of ["getInvoicePdf", "getInvoiceQr"] as const) {
      const refused = await own.api.refused(name, { params: { invoice_id: invoiceId } });
      expect(refused).toMatchObject({ status: 404, message: "invoice" });
    }
    const pay = payInvoice(own.ctx.db, own.app.services, { invoiceId, method: "card" });
    await expect(pay).rejects.toMatchObject({ code: "not_found" });
  });

  it("has no payment code without an account", async () => {
    const own = await company({ BILLING: "1" });
    const { invoiceId } = await anInvoice(own);
    expect(await own.api.refused("getInvoiceQr", { params: { invoice_id: invoiceId } })).toMatchObject({
      status: 503,
      message: "iban",
    });
    const due = { number: "1", currency: "USD", total: "1.00", dueAt: new Date() };
    expect(paymentText(due, { iban: "X", name: "Y" })).toBeUndefined();
  });

  it.each([
    ["currency", { currency: "USD" }],
    ["amount", { amount: "-1" }],
    ["amount", { amount: "0" }],
    ["vatRate", { vatRate: 100 }],
    ["month", { month: "2026-13" }],
  ])("refuses an invalid %s: %j", async (message, fields) => {
    await expect(anInvoice(await billed(), fields)).rejects.toMatchObject({ code: "validation", message });
  });

  it("gets a number without gaps under concurrency and after a rollback", async () => {
    const own = await billed();
    const failing = own.ctx.db.transaction(async (db) => {
      await issueInvoice(db, own.app.services, { currency: "CZK", amount: "1", vatRate: 0, month: "2026-01" });
      throw new Error("killed");
    });
    await expect(failing).rejects.toThrow("killed");
    const issued = await Promise.all(Array.from({ length: 20 }, () => anInvoice(own)));
    const numbers = issued.map(({ number }) => Number(number)).toSorted((one, two) => one - two);
    const year = own.clock.now().getUTCFullYear();
    const rows = await own.app.db.sql<{ number: string }[]>`
      select number from invoice where number like ${`${year}%`} order by number`;
    expect(rows.map(({ number }) => Number(number) - year * 1_000_000)).toEqual(rows.map((_, index) => index + 1));
    expect(numbers.at(-1)).toBe(Number(rows.at(-1)?.number));
  });
});

describe("the close of a month", () => {
  let own: TestCompany;
  beforeAll(async () => {
    own = await billed();
    await useContacts(own, 501);
    await own.api.ok("updateCompany", { body: { country: "SK", vatId: "SK2020202020" } });
  });

  it("bills each company once, whoever repeats it", async () => {
    const free = await billed();
    const close = () => closeMonth(own.app.db, own.app.services, "2026-02");
    const results = await Promise.all([close(), close(), close()]);
    const created = results.reduce((sum, result) => sum + result.created, 0);
    expect(new Set(results.map(({ invoices }) => invoices))).toEqual(new Set([created]));
    expect(await close()).toEqual({ created: 0, invoices: created });
    expect(await own.api.ok("listInvoices")).toMatchObject({
      total: 1,
      items: [
        { periodFrom: "2026-02-01", periodTo: "2026-03-01", currency: "EUR", totalWithoutVat: "16.00", vat: "0.00" },
      ],
    });
    expect((await free.api.ok("listInvoices")).total).toBe(0);
  });

  it("refuses a month that is not over", async () => {
    const month = own.clock.now().toISOString().slice(0, 7);
    await expect(closeMonth(own.app.db, own.app.services, month)).rejects.toMatchObject({ message: "month" });
  });
});

describe("holds", () => {
  it("begin when an invoice is overdue and end with its payment", async () => {
    const own = await billed();
    const { invoiceId } = await anInvoice(own);
    await runHolds(own);
    expect(await getHold(own)).toBe("");
    await own.ctx.db.sql`update invoice set due_at = ${addMs(own.clock.now(), -1)} where tenant_id = ${own.tenantId}`;
    await runHolds(own);
    expect(await getHold(own)).toBe("unpaid");
    expect((await own.api.ok("getBilling")).state).toBe("unpaid");
    await payInvoice(own.ctx.db, own.app.services, { invoiceId, method: "card" });
    expect(await getHold(own)).toBe("");
  });

  it("stop a free account beyond its limit until it is below it or billed; the platform's hold stays", async () => {
    const own = await billed();
    expect(await own.api.ok("getBilling")).toMatchObject({ state: "free", contacts: { limit: 500 }, monthly: "0.00" });
    await useContacts(own, 501);
    await runHolds(own);
    expect(await getHold(own)).toBe("free_limit");
    await useContacts(own, 500);
    await runHolds(own);
    expect(await getHold(own)).toBe("");
    await useContacts(own, 501);
    await runHolds(own);
    await anInvoice(own);
    expect(await getHold(own)).toBe("");
    expect(await own.api.ok("getBilling")).toMatchObject({ state: "active", contacts: { used: 501, limit: 2500 } });
    await own.ctx.db.sql`update company set sending_hold = 'platform' where tenant_id = ${own.tenantId}`;
    await runHolds(own);
    expect(await getHold(own)).toBe("platform");
  });
});

it("notifies when a hold begins and when it ends, once each", async () => {
  const own = await billed();
  await useContacts(own, 10_000);
  await runHolds(own);
  await runHolds(own);
  const { invoiceId } = await anInvoice(own);
  own.clock.advance(days(15));
  await runHolds(own);
  await payInvoice(own.ctx.db, own.app.services, { invoiceId, method: "card" });
  const { items } = await own.api.ok("listNotifications", { query: { sort: "at" } });
  expect(items.map(({ type, params }) => ({ type, params }))).toEqual([
    { type: "sending_held", params: { hold: "free_limit" } },
    { type: "sending_hold_lifted", params: { hold: "free_limit" } },
    { type: "sending_held", params: { hold: "unpaid" } },
    { type: "sending_hold_lifted", params: { hold: "unpaid" } },
  ]);
});

describe("a cancelled plan", () => {
  it("lasts to the end of the month, then the free tier applies", async () => {
    const own = await billed();
    const { services } = own.app;
    own.clock.set(new Date("2026-03-10T12:00:00Z"));
    await expect(cancelPlan(own.ctx.db, services)).rejects.toMatchObject({ message: "status" });
    const { invoiceId } = await anInvoice(own);
    await payInvoice(own.ctx.db, services, { invoiceId, method: "card" });
    await useContacts(own, 600);
    const end = new Date("2026-04-01T00:00:00Z");
    expect(await cancelPlan(own.ctx.db, services)).toEqual(end);
    own.clock.advance(days(1));
    expect(await cancelPlan(own.ctx.db, services)).toEqual(end);
    expect(await own.api.ok("getBilling")).toMatchObject({ state: "cancelled", contacts: { used: 600, limit: 2500 } });
    expect(await own.api.ok("getCancellation")).toMatchObject({ possible: false, effectiveAt: null });
    await runHolds(own);
    expect(await getHold(own)).toBe("");
    own.clock.set(end);
    await runHolds(own);
    expect(await getHold(own)).toBe("free_limit");
    expect(await own.api.ok("getBilling")).toMatchObject({ state: "cancelled", monthly: "0.00" });
    own.clock.set(new Date("2026-05-02T00:00:00Z"));
    await closeMonth(own.app.db, services, "2026-04");
    expect((await own.api.ok("listInvoices")).total).toBe(1);
    await resumePlan(own.ctx.db);
    expect((await own.api.ok("getBilling")).state).toBe("active");
    await closeMonth(own.app.db, services, "2026-04");
    expect((await own.api.ok("listInvoices")).total).toBe(2);
    const { items } = await own.api.ok("listAuditLog", { query: { operation: "billing close-month" } });
    expect(items).toMatchObject([{ actor: { kind: "operator", memberId: null }, object: { kind: "invoices" } }]);
  });
});

it("shows the profile of the company", async () => {
  const { api } = await company();
  await api.ok("updateCompany", { body: { street: "Dlouhá 1", vatId: "CZ1" } });
  const { name, email } = await api.ok("getCompany");
  expect(await api.ok("getBillingProfile")).toEqual({
    name,
    companyId: null,
    vatId: "CZ1",
    street: "Dlouhá 1",
    city: null,
    postalCode: null,
    country: "CZ",
    email,
  });
});
