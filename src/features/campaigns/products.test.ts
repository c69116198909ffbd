import { expect, it } from "vitest";
import { aReadyCampaign } from "../../../tests/harness/factories/campaign-drafts.ts";
import { company, type TestCompany } from "../../../tests/harness/factories/company.ts";
import { aProductFeed, heurekaFeed, importFeed } from "../../../tests/harness/factories/feeds.ts";
import { anEngine, aSendingCampaign, aVerifiedSender } from "../../../tests/harness/factories/sending-campaigns.ts";
import { findWebVersion } from "./web-version.ts";

const goods = [
  { id: "CAR", category: "Toys | Wooden" },
  { id: "JAM", category: "Food" },
  { id: "HONEY", category: "Food" },
  { id: "DOLL", category: "Toys | Wooden", extra: "<DELIVERY_DATE>-1</DELIVERY_DATE>" },
];

async function buy(test: TestCompany, email: string, fields: Record<string, unknown>) {
  const { shopId } = test;
  const order = { shopId, externalId: String(Math.random()), email, state: "Vyřízeno", currency: "CZK", total: "1" };
  await test.api.ok("recordOrders", { body: { ...order, ...fields } });
}

const boughtAt = (code: string, createdAt: string, category?: string) => ({
  createdAt,
  items: [{ code, quantity: "1", ...(category === undefined ? {} : { category }) }],
});

/** The codes of the products in the text part, which every message has. */
const codesIn = (text: string) => [...text.matchAll(/Product ([A-Z]+)/g)].map(([, code]) => code);

const textPart = (raw: Buffer) => raw.toString().split("Content-Type: text/html")[0] ?? "";

it("shows products of the category that each contact bought last, in the e-mail, its web version and the preview", async () => {
  const test = await company();
  const feedId = await aProductFeed(test, goods);
  const list = await test.aList();
  const people = {
    food: await test.aContact({ listIds: [list.id] }),
    toys: await test.aContact({ listIds: [list.id] }),
    cancelled: await test.aContact({ listIds: [list.id] }),
    nothing: await test.aContact({ listIds: [list.id] }),
  };
  await buy(test, people.food.email, boughtAt("car", "2026-01-02T00:00:00Z"));
  // The category of an order counts for a product that the feed does not have.
  await buy(test, people.food.email, boughtAt("OLD", "2026-01-03T00:00:00Z", "food"));
  await buy(test, people.toys.email, boughtAt("HONEY", "2026-01-02T00:00:00Z"));
  await buy(test, people.toys.email, boughtAt("CAR", "2026-01-03T00:00:00Z"));
  await buy(test, people.cancelled.email, { ...boughtAt("CAR", "2026-01-02T00:00:00Z"), state: "Storno" });
  const html = `<p>{{products:${feedId}.last-category.2}}</p>`;
  const id = await aSendingCampaign(test, { listIds: [list.id], html });
  const { run, taken } = anEngine(test);
  await run();
  const shownTo = (email: string) => {
    const message = taken.find(({ envelope }) => envelope.to === email);
    return message === undefined ? undefined : codesIn(textPart(message.raw));
  };
  expect(shownTo(people.food.email)).toEqual(["JAM", "HONEY"]);
  expect(shownTo(people.toys.email)).toEqual(["CAR"]);
  expect(shownTo(people.cancelled.email)).toEqual(["CAR", "JAM"]);
  expect(shownTo(people.nothing.email)).toEqual(["CAR", "JAM"]);
  const web = await findWebVersion(test.ctx, { contactId: people.food.id, campaignId: id });
  expect(new Set(codesIn(web ?? ""))).toEqual(new Set(["JAM", "HONEY"]));
  const draft = await aReadyCampaign(test, { people: 0 });
  const params = { campaign_id: draft.id };
  await test.api.ok("saveCampaignContent", { params, body: { html, baseVersion: draft.version } });
  const shown = await test.api.ok("previewCampaign", { params, body: { contactId: people.food.id } });
  expect(new Set(codesIn(shown.html))).toEqual(new Set(["JAM", "HONEY"]));
});

it("has products as Twig variables, with the prices of the moment of sending", async () => {
  const test = await company();
  const feedId = await aProductFeed(test, goods);
  const list = await test.aList();
  const contact = await test.aContact({ listIds: [list.id] });
  await buy(test, contact.email, boughtAt("JAM", "2026-01-02T00:00:00Z"));
  const loop = (key: string) =>
    `<p>{% for product in products['${feedId}.${key}'] %}[{{ product.code }} {{ product.name }} {{ product.price }} {{ product.currency }} {{ product.priceText }}]{% endfor %}</p>`;
  const html = loop("cheapest.1") + loop("last-category.1");
  const senderId = await aVerifiedSender(test);
  const send = async () => {
    await aSendingCampaign(test, { listIds: [list.id], html, senderId });
    const { run, rawTo } = anEngine(test);
    await run();
    const text = textPart(rawTo(contact.email)).replaceAll("=C2=A0", " ").replaceAll("=C4=8D", "č");
    return text.match(/\[[^\]]+\]/g);
  };
  expect(await send()).toEqual(["[CAR Product CAR 10.00 CZK 10 Kč]", "[JAM Product JAM 10.00 CZK 10 Kč]"]);
  await importFeed(
    test,
    feedId,
    heurekaFeed(goods.map((item) => ({ ...item, price: item.id === "JAM" ? "5" : "20" }))),
  );
  expect(await send()).toEqual(["[JAM Product JAM 5.00 CZK 5 Kč]", "[JAM Product JAM 5.00 CZK 5 Kč]"]);
});
