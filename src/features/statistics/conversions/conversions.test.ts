import { describe, expect, it } from "vitest";
import {
  anEmailAutomation,
  anEmailEngine,
  emailsOf,
  passEmail,
} from "../../../../tests/harness/factories/automation-emails.ts";
import { aCampaign, appendEmailEvents } from "../../../../tests/harness/factories/campaign-events.ts";
import { company, type TestCompany } from "../../../../tests/harness/factories/company.ts";
import { anOrder } from "../../../../tests/harness/factories/orders.ts";

type Click = { contactId: string; campaignId: string; at: string; verdict?: string; link?: number };

const click = (own: TestCompany, { campaignId, at, ...fields }: Click) =>
  appendEmailEvents(own, { campaignId }, [
    { type: "email_clicked", verdict: "human", link: 1, ...fields, at: new Date(at) },
  ]);

let number = 0;
async function order(own: TestCompany, email: string, fields: Record<string, unknown> = {}): Promise<string> {
  const body = anOrder(own, { externalId: `order ${(number += 1)}`, email, state: "Nová", ...fields });
  const answer = await own.api.ok("recordOrders", { body });
  if (!("id" in answer)) throw new Error(`expected an order, but got ${JSON.stringify(answer)}`);
  return answer.id;
}

const march = { from: "2026-03-01", to: "2026-04-01" };
const none = { windowDays: 7, totals: [], items: [], total: 0, page: 1, pageSize: 25 };
const ofCampaign = (own: TestCompany, id: string, query: Record<string, unknown> = {}) =>
  own.api.ok("listCampaignConversions", { params: { campaign_id: id }, query });

async function aClicker(clickedAt = "2026-03-01T10:00:00Z") {
  const own = await company();
  const contact = await own.aContact();
  const campaignId = await aCampaign(own, { name: "Spring" });
  await click(own, { contactId: contact.id, campaignId, at: clickedAt });
  return { own, contact, campaignId };
}

describe("conversions", () => {
  it("are the orders within the window after the last click, by currency, with and without VAT", async () => {
    const { own, contact, campaignId } = await aClicker();
    await own.api.ok("updateShop", { params: { shop_id: own.shopId }, body: { currencies: ["CZK", "EUR"] } });
    const first = { createdAt: "2026-03-01T10:00:00Z", total: "121", totalWithoutVat: "100" };
    const last = { createdAt: "2026-03-08T10:00:00Z", total: "50.25", state: "Vyřízeno" };
    const euros = { createdAt: "2026-03-02T10:00:00Z", currency: "EUR", total: "10", totalWithoutVat: "8.26" };
    const ids = [
      await order(own, contact.email, { ...first, externalId: "A-1" }),
      await order(own, contact.email, { ...last, externalId: "A-2" }),
      await order(own, contact.email, { ...euros, externalId: "A-3" }),
    ];
    await order(own, contact.email, { createdAt: "2026-03-08T10:00:00.001Z" });
    await order(own, contact.email, { createdAt: "2026-03-01T09:59:59.999Z" });
    await order(own, contact.email, { createdAt: "2026-03-02T10:00:00Z", state: "Storno" });
    await order(own, (await own.aContact()).email, { createdAt: "2026-03-02T10:00:00Z" });
    await own.runListeners();
    const totals = [
      { currency: "CZK", orders: 2, revenue: "171.25", average: "85.63" },
      { currency: "EUR", orders: 1, revenue: "10.00", average: "10.00" },
    ];
    expect(await own.api.ok("getConversions", { query: march })).toEqual({
      ...march,
      windowDays: 7,
      totals,
      items: [
        { type: "campaign", id: campaignId, name: "Spring", currency: "CZK", orders: 2, revenue: "171.25" },
        { type: "campaign", id: campaignId, name: "Spring", currency: "EUR", orders: 1, revenue: "10.00" },
      ],
    });
    const buyer = { contactId: contact.id, email: contact.email, clickedAt: "2026-03-01T10:00:00.000Z" };
    expect(await ofCampaign(own, campaignId, { pageSize: 2 })).toEqual({
      windowDays: 7,
      totals,
      items: [
        {
          ...buyer,
          orderId: ids[1],
          externalId: "A-2",
          at: "2026-03-08T10:00:00.000Z",
          currency: "CZK",
          total: "50.25",
        },
        {
          ...buyer,
          orderId: ids[2],
          externalId: "A-3",
          at: "2026-03-02T10:00:00.000Z",
          currency: "EUR",
          total: "10.00",
        },
      ],
      total: 3,
      page: 1,
      pageSize: 2,
    });
    expect(await ofCampaign(own, campaignId, { pageSize: 2, page: 2 })).toMatchObject({
      items: [{ orderId: ids[0] }],
      total: 3,
    });
    expect(await ofCampaign(own, campaignId, { q: "a-3" })).toMatchObject({ items: [{ orderId: ids[2] }], total: 1 });
    const withoutVat = await ofCampaign(own, campaignId, { vat: false });
    expect(withoutVat.totals).toEqual([
      { currency: "CZK", orders: 2, revenue: "150.25", average: "75.13" },
      { currency: "EUR", orders: 1, revenue: "8.26", average: "8.26" },
    ]);
    expect(withoutVat.items.map(({ total }) => total)).toEqual(["50.25", "8.26", "100.00"]);
    const report = await own.api.ok("getCampaignReport", {
      params: { campaign_id: campaignId },
      query: { vat: false },
    });
    expect(report.conversions).toEqual(withoutVat.totals);
  });

  it("are summed for chosen campaigns and automations, and for one shop", async () => {
    const { own, contact, campaignId } = await aClicker();
    await order(own, contact.email, { createdAt: "2026-03-02T10:00:00Z", total: "121" });
    await own.runListeners();
    const spring = { type: "campaign", id: campaignId, name: "Spring", currency: "CZK", orders: 1, revenue: "121.00" };
    const sources = { campaign: [campaignId, "999999999"], automation: ["999999999"] };
    expect(await own.api.ok("listSourceRevenue", { query: sources })).toEqual({ items: [spring] });
    expect(await own.api.ok("listSourceRevenue", { query: { ...sources, to: "2026-03-01" } })).toEqual({ items: [] });
    expect(await own.api.ok("listSourceRevenue")).toEqual({ items: [] });
    const stranger = await company();
    expect(await stranger.api.ok("listSourceRevenue", { query: sources })).toEqual({ items: [] });
    expect(await own.api.ok("getConversions", { query: { ...march, shop: own.shopId } })).toMatchObject({
      items: [spring],
    });
    const other = await own.api.ok("createShop", {
      body: { name: "Other", language: "sk", country: "SK", currencies: ["EUR"] },
    });
    expect(await own.api.ok("getConversions", { query: { ...march, shop: other.id } })).toMatchObject({ items: [] });
    const unknown = await own.api.refused("getConversions", { query: { shop: "999999999" } });
    expect(unknown).toMatchObject({ status: 400, message: "shop" });
  });

  it("follow the window of the company at once", async () => {
    const { own, contact, campaignId } = await aClicker();
    await order(own, contact.email, { createdAt: "2026-03-20T10:00:00Z" });
    await own.runListeners();
    expect(await ofCampaign(own, campaignId)).toEqual(none);
    await own.api.ok("updateCompany", { body: { conversionWindowDays: 30 } });
    expect(await ofCampaign(own, campaignId)).toMatchObject({ windowDays: 30, total: 1 });
    expect(await own.api.ok("getConversions", { query: march })).toMatchObject({
      windowDays: 30,
      items: [{ orders: 1 }],
    });
    await own.api.ok("updateCompany", { body: { conversionWindowDays: 18 } });
    expect(await ofCampaign(own, campaignId)).toMatchObject({ total: 0 });
  });

  it("belong to the last click by a person, also when it arrives after the order", async () => {
    const { own, contact, campaignId } = await aClicker();
    const later = await aCampaign(own);
    await order(own, contact.email, { createdAt: "2026-03-03T10:00:00Z" });
    await click(own, { contactId: contact.id, campaignId: later, at: "2026-03-02T08:00:00Z", verdict: "machine" });
    await click(own, { contactId: contact.id, campaignId: later, at: "2026-03-02T09:00:00Z", link: 0 });
    await click(own, { contactId: contact.id, campaignId: "999999999", at: "2026-03-02T09:00:00Z" });
    await click(own, { contactId: contact.id, campaignId: later, at: "2026-03-03T10:00:00.001Z" });
    await own.runListeners();
    expect(await ofCampaign(own, campaignId)).toMatchObject({ total: 1 });
    await click(own, { contactId: contact.id, campaignId: later, at: "2026-03-02T10:00:00Z" });
    await own.runListeners();
    expect(await ofCampaign(own, campaignId)).toEqual(none);
    expect(await ofCampaign(own, later)).toMatchObject({
      total: 1,
      items: [{ clickedAt: "2026-03-02T10:00:00.000Z" }],
    });
  });

  it("follow orders that change their state, buyer or time", async () => {
    const { own, contact, campaignId } = await aClicker();
    const other = await own.aContact();
    const sent = { externalId: "moving", createdAt: "2026-03-02T10:00:00Z", total: "10" };
    await order(own, contact.email, sent);
    const after = async (email: string, fields: Record<string, unknown>) => {
      await order(own, email, { ...sent, ...fields });
      await own.runListeners();
      return (await ofCampaign(own, campaignId)).totals.map(({ revenue }) => revenue);
    };
    expect(await after(contact.email, {})).toEqual(["10.00"]);
    expect(await after(contact.email, { total: "12" })).toEqual(["12.00"]);
    expect(await after(contact.email, { state: "Storno" })).toEqual([]);
    expect(await after(contact.email, { state: "Vyřízeno" })).toEqual(["10.00"]);
    expect(await after(other.email, {})).toEqual([]);
    expect(await after(contact.email, { createdAt: "2026-02-27T10:00:00Z" })).toEqual([]);
    expect(await after(contact.email, {})).toEqual(["10.00"]);
    await own.api.ok("replaceOrderStates", { body: { items: [{ state: "Nová", meaning: "returned" }] } });
    expect(await ofCampaign(own, campaignId)).toEqual(none);
  });

  it("stay when the contact is deleted or erased, without naming the person", async () => {
    const { own, contact, campaignId } = await aClicker();
    const erased = await own.aContact();
    await click(own, { contactId: erased.id, campaignId, at: "2026-03-01T10:00:00Z" });
    await order(own, contact.email, { createdAt: "2026-03-02T10:00:00Z", externalId: "deleted" });
    await order(own, erased.email, { createdAt: "2026-03-03T10:00:00Z", externalId: "erased" });
    await own.runListeners();
    await own.api.ok("deleteContact", { params: { id: contact.id } });
    await own.api.ok("eraseContact", { params: { id: erased.id }, body: { confirm: true } });
    const kept = [
      { externalId: "erased", contactId: null, email: null },
      { externalId: "deleted", contactId: null, email: contact.email },
    ];
    expect((await ofCampaign(own, campaignId)).items).toMatchObject(kept);
    await order(own, contact.email, { createdAt: "2026-03-02T10:00:00Z", externalId: "deleted", state: "Vyřízeno" });
    await own.runListeners();
    expect((await ofCampaign(own, campaignId)).items).toMatchObject([
      { externalId: "erased" },
      { externalId: "deleted", contactId: expect.any(String) },
    ]);
  });

  it("count by days of the company, also where the clock changes", async () => {
    const { own, contact, campaignId } = await aClicker("2026-03-28T10:00:00Z");
    // The 29th has 23 hours: it starts at 23:00 UTC of the 28th and ends at 22:00 UTC.
    for (const createdAt of [
      "2026-03-28T22:59:59Z",
      "2026-03-28T23:00:00Z",
      "2026-03-29T21:59:59Z",
      "2026-03-29T22:00:00Z",
    ]) {
      await order(own, contact.email, { createdAt });
    }
    await own.runListeners();
    const listOrders = async (from: string, to: string) => {
      const { totals } = await own.api.ok("getConversions", { query: { from, to } });
      return totals.map(({ orders }) => orders);
    };
    expect(await listOrders("2026-03-28", "2026-03-29")).toEqual([1]);
    expect(await listOrders("2026-03-29", "2026-03-30")).toEqual([2]);
    expect(await listOrders("2026-03-30", "2026-03-31")).toEqual([1]);
    const page = await ofCampaign(own, campaignId, { from: "2026-03-29", to: "2026-03-30" });
    expect(page.items.map(({ at }) => at)).toEqual(["2026-03-29T21:59:59.000Z", "2026-03-28T23:00:00.000Z"]);
  });

  it("of an automation name the e-mail, and of a language variant only its own clicks", async () => {
    const own = await company();
    const automation = await anEmailAutomation(own);
    const contact = await own.aContact();
    await passEmail(own, automation, [contact.id]);
    await anEmailEngine(own).run();
    const [email] = await emailsOf(own, automation);
    const at = new Date(own.clock.now().getTime() - 3_600_000).toISOString();
    await click(own, { contactId: contact.id, campaignId: email?.sourceId ?? "", at });
    const orderId = await order(own, contact.email, { createdAt: own.clock.now().toISOString(), total: "10" });
    const campaignId = await aCampaign(own);
    const variantId = await aCampaign(own, { parentId: campaignId, language: "sk" });
    const slovak = await own.aContact();
    await appendEmailEvents(own, { campaignId, variantId }, [
      { type: "email_clicked", contactId: slovak.id, verdict: "human", link: 1, at: new Date(at) },
    ]);
    await order(own, slovak.email, { createdAt: own.clock.now().toISOString() });
    await own.runListeners();
    const params = { automation_id: automation.id };
    expect(await own.api.ok("listAutomationConversions", { params, query: { node: "mail" } })).toMatchObject({
      totals: [{ currency: "CZK", orders: 1, revenue: "10.00" }],
      items: [{ orderId, node: "mail" }],
      total: 1,
    });
    expect((await own.api.ok("getAutomationStatsReport", { params })).conversions).toMatchObject([{ orders: 1 }]);
    const listItems = async (query: Record<string, unknown>) => (await own.api.ok("getConversions", { query })).items;
    const [ofAutomation, ofBoth] = [
      { type: "automation", id: automation.id },
      { type: "campaign", id: campaignId },
    ];
    expect(await listItems({})).toMatchObject([ofAutomation, ofBoth]);
    expect(await listItems({ automationId: automation.id })).toMatchObject([ofAutomation]);
    expect(await listItems({ campaignId })).toMatchObject([ofBoth]);
    expect(await ofCampaign(own, variantId)).toMatchObject({ total: 1 });
    const other = await aCampaign(own, { parentId: campaignId, language: "en" });
    expect(await ofCampaign(own, other)).toEqual(none);
    expect(await own.api.refused("listAutomationConversions", { params, query: { node: "none" } })).toMatchObject({
      status: 400,
      message: "node",
    });
  });

  it("refuse bad periods and what belongs to another company", async () => {
    const { own, campaignId } = await aClicker();
    const [stranger, automation] = [await company(), await anEmailAutomation(own)];
    const refused = (query: Record<string, unknown>, api = own.api) => api.refused("getConversions", { query });
    for (const query of [
      { from: "2026-03-02", to: "2026-03-02" },
      { from: "2026-03-03", to: "2026-03-02" },
    ]) {
      expect(await refused(query)).toMatchObject({ status: 400, code: "validation", message: "to" });
      const params = { campaign_id: campaignId };
      expect(await own.api.refused("listCampaignConversions", { params, query })).toMatchObject({ message: "to" });
    }
    expect(await refused({ campaignId }, stranger.api)).toMatchObject({ status: 400, message: "campaignId" });
    const automationId = automation.id;
    expect(await refused({ automationId }, stranger.api)).toMatchObject({ status: 400, message: "automationId" });
    expect(await refused({ automationId, campaignId })).toMatchObject({ status: 400, message: "automationId" });
    const missing = { status: 404, code: "not_found" };
    expect(
      await stranger.api.refused("listCampaignConversions", { params: { campaign_id: campaignId } }),
    ).toMatchObject({ ...missing, message: "campaign" });
    expect(
      await stranger.api.refused("listAutomationConversions", { params: { automation_id: automationId } }),
    ).toMatchObject({ ...missing, message: "automation" });
  });
});
