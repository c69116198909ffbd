import { describe, expect, it } from "vitest";
import { aReadyCampaign } from "../../../tests/harness/factories/campaign-drafts.ts";
import { anEmail, company, type TestCompany } from "../../../tests/harness/factories/company.ts";
import { anOrder } from "../../../tests/harness/factories/orders.ts";
import { anEngine, aSendingCampaign } from "../../../tests/harness/factories/sending-campaigns.ts";
import { addMs, days } from "../../kernel/local-time.ts";

const allContacts = {
  type: "group",
  match: "all",
  rules: [{ type: "field", field: "email", operator: "contains", value: "@" }],
};

/** A buyer who never consented, and an audience of all contacts. */
async function aBuyer(test: TestCompany, fields: Record<string, unknown> = {}) {
  const { api, shopId, clock } = test;
  const email = anEmail();
  const order = anOrder(test, { email, externalId: email, createdAt: clock.now().toISOString(), ...fields });
  await api.ok("recordOrders", { body: { orders: [order] } });
  const [contact] = (await api.ok("listContacts", { query: { q: email } })).items;
  expect(contact).toMatchObject({ status: "customer" });
  const segment = await api.ok("createSegment", {
    body: { name: "Everybody", shopId, refresh: "daily", definition: allContacts },
  });
  return { id: contact?.id ?? "", email, audience: { segmentIds: [segment.id] } };
}

const setException = ({ api, shopId }: TestCompany, customerException: boolean) =>
  api.ok("updateConsentSettings", {
    params: { shop_id: shopId },
    body: { customerException, customerExceptionDays: 30 },
  });

const aSecondShop = ({ api }: TestCompany) =>
  api.ok("createShop", { body: { name: "Second", language: "sk", country: "SK", currencies: ["EUR", "CZK"] } });

const measure = ({ api, shopId }: TestCompany, audience: object) =>
  api.ok("measureAudience", { body: { audience, shopId } });

describe("the customer exception of a shop", () => {
  it("lets its campaigns reach buyers without a consent while it is on", async () => {
    const test = await company();
    const { audience } = await aBuyer(test);
    expect(await measure(test, audience)).toMatchObject({ recipients: 0, leftOut: { customer: 1 } });
    await setException(test, true);
    expect(await measure(test, audience)).toMatchObject({ recipients: 1, leftOut: {} });
    await setException(test, false);
    expect(await measure(test, audience)).toMatchObject({ recipients: 0 });
  });

  it("is counted for the campaign's shop, that of the lists or the only one, and the answer names it", async () => {
    const test = await company();
    const { api, shopId } = test;
    const { audience, id, email } = await aBuyer(test);
    await setException(test, true);
    const count = async (more: object = {}, of: object = audience) => {
      const { recipients, ...size } = await api.ok("measureAudience", { body: { audience: of, ...more } });
      return [recipients, size.customersWithoutConsent, size.shopId];
    };
    expect(await count()).toEqual([1, 1, shopId]);
    const { id: campaignId } = await aReadyCampaign(test, { people: 0, audience });
    const checked = await api.ok("checkCampaign", { params: { campaign_id: campaignId } });
    expect(checked.audience).toMatchObject({ recipients: 1, customersWithoutConsent: 1, shopId });
    const second = await aSecondShop(test);
    expect(await count()).toEqual([1, 1, shopId]);
    // A list of the whole company could be sent by either shop.
    const list = await test.aList();
    await api.ok("addListMembers", { params: { list_id: list.id }, body: { contactIds: [id] } });
    const shared = { listIds: [list.id] };
    expect(await count({}, shared)).toEqual([0, 0, null]);
    expect(await count({ campaignId }, shared)).toEqual([1, 1, shopId]);
    expect(await count({ shopId: second.id }, shared)).toEqual([0, 0, second.id]);
    const consenting = await test.aContact({ listIds: [list.id] });
    expect([consenting.email === email, await count({ campaignId }, shared)]).toEqual([false, [2, 1, shopId]]);
    const refused = await api.refused("measureAudience", { body: { audience: shared, campaignId: "999999" } });
    expect(refused).toMatchObject({ status: 400, message: "campaignId" });
  });

  it("ends with its days, is another shop's no right, and needs an order that was not cancelled", async () => {
    const test = await company();
    const { api, clock } = test;
    await setException(test, true);
    const old = await aBuyer(test, { createdAt: addMs(clock.now(), -days(31)).toISOString() });
    expect(await measure(test, old.audience)).toMatchObject({ recipients: 0, leftOut: { customer: 1 } });
    const second = await aSecondShop(test);
    const today = { email: old.email, createdAt: clock.now().toISOString() };
    const elsewhere = anOrder({ shopId: second.id }, today);
    const cancelled = anOrder(test, { ...today, externalId: "cancelled", state: "Storno" });
    await api.ok("recordOrders", { body: { orders: [elsewhere, cancelled] } });
    expect(await measure(test, old.audience)).toMatchObject({ recipients: 0, leftOut: { customer: 1 } });
    const bought = anOrder(test, { ...today, externalId: "bought" });
    await api.ok("recordOrders", { body: { orders: [bought] } });
    expect(await measure(test, old.audience)).toMatchObject({ recipients: 1 });
  });

  it("never reaches a buyer who opted out, also between the approval and the sending", async () => {
    const test = await company();
    const { api } = test;
    await setException(test, true);
    const [first, second] = [await aBuyer(test), anEmail()];
    const order = anOrder(test, { email: second, externalId: second, createdAt: test.clock.now().toISOString() });
    await api.ok("recordOrders", { body: { orders: [order] } });
    const { id } = await aReadyCampaign(test, { people: 0, audience: first.audience });
    const params = { campaign_id: id };
    await api.ok("approveCampaign", { params, body: { expectedRecipients: 2 } });
    const { engine, run, takenFor } = anEngine(test);
    await engine.advance();
    await api.ok("unsubscribeContact", { params: { id: first.id } });
    await run();
    expect(takenFor([first.email, second])).toEqual([second]);
    expect(await measure(test, first.audience)).toMatchObject({ recipients: 1, leftOut: { unsubscribed: 1 } });
  });
});

it("a disabled shop sends nothing; what is under way goes on when it is enabled", async () => {
  const test = await company();
  const { api, shopId } = test;
  await aSecondShop(test);
  const { id: listId } = await test.aList();
  const contact = await test.aContact({ listIds: [listId] });
  const campaignId = await aSendingCampaign(test, { listIds: [listId] });
  const { run, takenFor } = anEngine(test);
  await api.ok("disableShop", { params: { shop_id: shopId } });
  await run();
  expect(takenFor([contact.email])).toEqual([]);
  expect(await api.ok("getCampaign", { params: { campaign_id: campaignId } })).toMatchObject({
    status: "sending",
    progress: { holdReason: "shop", waiting: 1, estimatedEndAt: null },
  });
  await api.ok("enableShop", { params: { shop_id: shopId } });
  await run();
  expect(takenFor([contact.email])).toEqual([contact.email]);
});
