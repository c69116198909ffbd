import { expect, it } from "vitest";
import { appendEmailEvents } from "../../../../tests/harness/factories/campaign-events.ts";
import { company, type TestCompany } from "../../../../tests/harness/factories/company.ts";
import { aProductFeed, heurekaFeed, importFeed } from "../../../../tests/harness/factories/feeds.ts";
import { anEngine, aSendingCampaign, aVerifiedSender } from "../../../../tests/harness/factories/sending-campaigns.ts";
import { decodeParts } from "../../../../tests/harness/mime.ts";
import { findWebVersion } from "../../campaigns/web-version.ts";
import { LinkCache } from "../../tracking/link-cache.ts";

const goods = [{ id: "CAR", category: "Toys" }, { id: "JAM", category: "Food" }, { id: "TEA" }];

async function aShop() {
  const test = await company();
  const feedId = await aProductFeed(test, goods);
  const list = await test.aList();
  const contact = await test.aContact({ listIds: [list.id] });
  return { test, feedId, list, contact };
}

const clicksIn = (text: string) => [...text.matchAll(/\/t\/c\/([\w-]+)\.(\d+)/g)].map(([, token, n]) => ({ token, n }));

const targets = (test: TestCompany) => {
  const cache = new LinkCache({ db: test.app.db, clock: test.clock, publicUrls: [] });
  return async (campaignId: string, number: number) => {
    const target = await cache.find({ tenantId: test.tenantId, campaignId }, number);
    return target?.kind === "static" ? target.address : target?.kind;
  };
};

const sentLinks = async ({ app, tenantId }: TestCompany, campaignId: string) => app.db.sql<
  { number: number; url: string }[]
>`
  select number, url from message_link where tenant_id = ${tenantId} and source_id = ${campaignId} order by number`;

it("tracks links to products with numbers that stay, in HTML, text, web version and heat map", async () => {
  const { test, feedId, list, contact } = await aShop();
  const html = `<p><a href="https://shop.example.org/">Shop</a></p>{{products:${feedId}.2}}`;
  const senderId = await aVerifiedSender(test);
  const id = await aSendingCampaign(test, { listIds: [list.id], html, senderId });
  await test.ctx.db.sql`
    update campaign set utm = '{"source": "mail"}' where tenant_id = ${test.tenantId} and id = ${id}`;
  const { run, rawTo } = anEngine(test);
  await run();
  const parts = decodeParts(rawTo(contact.email));
  expect(parts.html).not.toContain("shop.example.org");
  expect(parts.text).not.toContain("shop.example.org");
  // The honeypot is number 0; a name is a link of its own.
  expect(clicksIn(parts.html).map(({ n }) => n)).toEqual(["1", "800001", "800002", "0"]);
  expect(clicksIn(parts.text).map(({ n }) => n)).toEqual(["1", "800001", "800002"]);
  expect(new Set(clicksIn(parts.html).map(({ token }) => token)).size).toBe(1);
  const targetOf = targets(test);
  expect(await targetOf(id, 800_001)).toBe("https://shop.example.org/CAR?utm_source=mail");
  expect(await targetOf(id, 800_002)).toBe("https://shop.example.org/JAM?utm_source=mail");
  expect(await targetOf(id, 800_003)).toBeUndefined();
  await appendEmailEvents(test, { campaignId: id }, [
    {
      type: "email_clicked",
      contactId: contact.id,
      verdict: "human",
      first: true,
      firstOfLink: true,
      link: 800_002,
      at: test.clock.now(),
    },
  ]);
  await test.runListeners();
  const heatmap = await test.api.ok("getCampaignHeatmap", { params: { campaign_id: id } });
  expect(heatmap.html).toContain(`<a href="https://shop.example.org/JAM?utm_source=mail" data-link="800002"`);
  expect(heatmap.links.find(({ number }) => number === 800_002)).toMatchObject({ clicks: 1, unique: 1 });
  // What is shown later in the browser has the numbers that were sent, and no new ones.
  await importFeed(test, feedId, heurekaFeed([{ id: "NEW" }, ...goods]));
  await test.api.ok("updateFeed", { params: { feed_id: feedId }, body: { name: "Again" } });
  const web = (await findWebVersion(test.ctx, { contactId: contact.id, campaignId: id })) ?? "";
  expect(clicksIn(web).map(({ n }) => n)).toEqual(["1", "800001", "800002", "0"]);
  expect(await sentLinks(test, id)).toHaveLength(3);
});

it("tracks links that a template makes of products, and personal ones", async () => {
  const { test, feedId, list, contact } = await aShop();
  const order = {
    shopId: test.shopId,
    externalId: "1",
    email: contact.email,
    state: "Vyřízeno",
    currency: "CZK",
    total: "1",
  };
  await test.api.ok("recordOrders", { body: { ...order, items: [{ code: "JAM", quantity: "1" }] } });
  const key = `${feedId}.last-category.1`;
  const loop = `{% for product in products['${key}'] %}<a href="{{ product.url }}">x</a><a href='{{ product.url }}?a=1'>y</a>{% endfor %}`;
  const id = await aSendingCampaign(test, { listIds: [list.id], html: `${loop}<p>{{products:${key}}}</p>` });
  const { run, rawTo } = anEngine(test);
  await run();
  const { html } = decodeParts(rawTo(contact.email));
  expect(await sentLinks(test, id)).toEqual([
    { number: 800_001, url: "https://shop.example.org/CAR" },
    { number: 800_002, url: "https://shop.example.org/JAM" },
  ]);
  expect(clicksIn(html).map(({ n }) => n)).toEqual(["800002", "800002"]);
  expect(html).toContain("href='https://shop.example.org/JAM?a=1'");
});

it("leads to the product where clicks are not counted", async () => {
  const { test, feedId, list, contact } = await aShop();
  const id = await aSendingCampaign(test, { listIds: [list.id], html: `{{products:${feedId}.1}}` });
  await test.ctx.db.sql`
    update campaign set track_clicks = false, track_opens = false,
      link_params = '[{"name": "a", "value": "1"}, {"name": "b", "value": "{{df_id}}"}]'
    where tenant_id = ${test.tenantId} and id = ${id}`;
  const { run, rawTo } = anEngine(test);
  await run();
  const { html } = decodeParts(rawTo(contact.email));
  expect(html).toContain('href="https://shop.example.org/CAR?a=1"');
  expect(await sentLinks(test, id)).toEqual([]);
});
