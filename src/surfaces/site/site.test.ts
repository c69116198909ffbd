import { gzipSync } from "node:zlib";
import { describe, expect, it } from "vitest";
import { holdClock } from "../../../tests/harness/factories/clock.ts";
import { company, type TestCompany } from "../../../tests/harness/factories/company.ts";
import { aVisitorToken, aTrackedShop, aVisit, postVisit, shopOrigin } from "../../../tests/harness/factories/sites.ts";
import {
  aCampaignWithLinks,
  aSentMessage,
  browserUserAgent,
} from "../../../tests/harness/factories/tracked-messages.ts";
import { request } from "../../../tests/harness/servers/api-client.ts";
import { visit } from "../../../tests/harness/servers/public-pages.ts";
import { composeApp } from "../../composition/app.ts";
import { createHttp } from "../../composition/web.ts";
import { workerDatabase } from "../../../tests/harness/servers/database.ts";
import { days, minutes } from "../../kernel/local-time.ts";

const events = async ({ api }: TestCompany) => (await api.ok("listWebEvents")).items;
const accepted = (count: number) => ({ status: 202, body: { accepted: count } });

describe("the script", () => {
  it("has at most 6 KB compressed and is cached", async () => {
    const own = await company();
    const key = await aTrackedShop(own);
    const answer = await visit(own, `/site/${key}.js`);
    expect(answer).toMatchObject({
      status: 200,
      headers: {
        "content-type": "text/javascript; charset=utf-8",
        "cache-control": "public, max-age=300",
        "access-control-allow-origin": "*",
        "cross-origin-resource-policy": "cross-origin",
      },
    });
    expect(String(answer.body)).toContain(`"key":"${key}","isTracking":true,"needsConsent":true,"forms":[]`);
    expect(gzipSync(String(answer.body)).length).toBeLessThan(6 * 1024);
    const etag = String(answer.headers["etag"]);
    expect(await visit(own, `/site/${key}.js`, { "if-none-match": etag })).toMatchObject({ status: 304, body: "" });
    await own.api.ok("updateWebTracking", { params: { shop_id: own.shopId }, body: { requireConsent: false } });
    expect((await visit(own, `/site/${key}.js`, { "if-none-match": etag })).status).toBe(200);
  });

  it("does nothing while it is off or the shop is disabled", async () => {
    const own = await company();
    const { key = "" } = (await own.api.ok("listSiteScripts")).items[0] ?? {};
    const script = async () => String((await visit(own, `/site/${key}.js`)).body);
    expect(await script()).toMatch(/^\/\*[^*]+\*\/\n$/);
    expect((await script()).length).toBeLessThan(200);
    await aTrackedShop(own);
    expect((await script()).length).toBeGreaterThan(1000);
    await own.api.ok("createShop", { body: { name: "Next", language: "cs", country: "CZ", currencies: ["CZK"] } });
    await own.api.ok("disableShop", { params: { shop_id: own.shopId } });
    expect((await script()).length).toBeLessThan(200);
  });

  it("is not found by an unknown key", async () => {
    const own = await company();
    const key = await aTrackedShop(own);
    const [tenant = ""] = key.split("-");
    for (const unknown of [`${tenant}-${"0".repeat(22)}`, `zzzzzz-${"0".repeat(22)}`, tenant, "x", "%00"]) {
      expect([unknown, (await visit(own, `/site/${unknown}.js`)).status]).toEqual([unknown, 404]);
      expect([unknown, (await postVisit(own, unknown, aVisit())).status]).toEqual([unknown, 404]);
    }
    expect((await visit(own, `/site/${key}`)).status).toBe(404);
  });
});

describe("events of the script", () => {
  it("are stored for a visitor that a mark identified, then also without the mark", async () => {
    const own = await company();
    const key = await aTrackedShop(own);
    const { id } = await own.aContact();
    expect(await postVisit(own, key, aVisit())).toMatchObject(accepted(0));
    expect(await postVisit(own, key, aVisit({ contact: aVisitorToken(own, id) }))).toMatchObject(accepted(1));
    const json = { "content-type": "application/json" };
    expect(await postVisit(own, key, aVisit({ events: [...aVisit().events, ...aVisit().events] }), json)).toMatchObject(
      {
        ...accepted(2),
        headers: { "access-control-allow-origin": "*" },
      },
    );
    expect(await postVisit(own, key, aVisit({ visitor: "visitor-2" }))).toMatchObject(accepted(0));
    expect((await events(own)).map(({ contactId }) => contactId)).toEqual([id, id, id]);
  });

  it("reach the timeline and automations like other contact events", async () => {
    holdClock();
    const own = await company();
    const key = await aTrackedShop(own);
    const { id } = await own.aContact();
    await postVisit(own, key, aVisit({ contact: aVisitorToken(own, id) }));
    const { sql, tenantId } = own.ctx.db;
    const [event] = await events(own);
    const [entry] = await sql`
      select contact_id, at, payload from journal where tenant_id = ${tenantId} and type = 'contact_event'`;
    expect(entry).toEqual({
      contactId: id,
      at: own.clock.now(),
      payload: {
        eventId: event?.id,
        kind: "page_visit",
        title: "page_visit",
        shopId: own.shopId,
        happenedAt: own.clock.now().toISOString(),
      },
    });
  });

  it("belong to the contact whose mark came last", async () => {
    const own = await company();
    const key = await aTrackedShop(own);
    const [first, second] = [await own.aContact(), await own.aContact()];
    const token = aVisitorToken(own, first.id);
    await postVisit(own, key, aVisit({ contact: token }));
    own.clock.advance(1000);
    await postVisit(own, key, aVisit({ contact: aVisitorToken(own, second.id) }));
    own.clock.advance(1000);
    await postVisit(own, key, aVisit({ contact: token }));
    expect((await events(own)).map(({ contactId }) => contactId)).toEqual([second.id, second.id, first.id]);
  });

  it("are dropped with a forged, foreign, outdated or replayed mark", async () => {
    const own = await company();
    const key = await aTrackedShop(own);
    const { id } = await own.aContact();
    const token = aVisitorToken(own, id);
    const other = await company();
    const stranger = await other.aContact();
    const clickToken = (await aSentMessage(own, await aCampaignWithLinks(own, []))).token;
    const wrong = [
      `${token.slice(0, -2)}${token.endsWith("AA") ? "BB" : "AA"}`,
      `${token}A`,
      aVisitorToken(other, stranger.id),
      aVisitorToken({ ...own, tenantId: other.tenantId }, stranger.id),
      aVisitorToken({ ...own, ctx: other.ctx }, id),
      aVisitorToken(own, id, new Date(own.clock.now().getTime() - days(1))),
      aVisitorToken(own, "999999999"),
      clickToken,
      "MA",
      "",
      "%00",
    ];
    for (const contact of wrong)
      expect([contact, (await postVisit(own, key, aVisit({ contact }))).body]).toEqual([contact, { accepted: 0 }]);
    expect(await postVisit(own, key, aVisit({ contact: token }))).toMatchObject(accepted(1));
    // Somebody else opens the same address; the first visitor may send its mark again.
    const passedOn = aVisit({ visitor: "visitor-2", contact: token });
    expect(await postVisit(own, key, passedOn)).toMatchObject(accepted(0));
    expect(await postVisit(own, key, aVisit({ contact: token }))).toMatchObject(accepted(1));
    expect((await events(own)).map(({ contactId }) => contactId)).toEqual([id, id]);
  });

  it("are refused from pages of other hosts", async () => {
    const own = await company();
    const key = await aTrackedShop(own, { domains: ["www.pokladna.example"] });
    const { id } = await own.aContact();
    const post = async (origin: string) =>
      (await postVisit(own, key, aVisit({ contact: aVisitorToken(own, id) }), { origin })).status;
    for (const origin of [
      "https://evil.example",
      "https://shop.example.evil.example",
      "https://eshop.example",
      "https://a.shop.example",
      "null",
      "",
    ])
      expect([origin, await post(origin)]).toEqual([origin, 403]);
    expect(await events(own)).toEqual([]);
    for (const origin of [shopOrigin, "http://shop.example:8080", "https://pokladna.example"])
      expect([origin, await post(origin)]).toEqual([origin, 202]);
  });

  it("are not accepted while tracking is off", async () => {
    const own = await company();
    const key = await aTrackedShop(own);
    const { id } = await own.aContact();
    await own.api.ok("updateWebTracking", { params: { shop_id: own.shopId }, body: { enabled: false } });
    expect(await postVisit(own, key, aVisit({ contact: aVisitorToken(own, id) }))).toMatchObject(accepted(0));
    await own.api.ok("updateWebTracking", { params: { shop_id: own.shopId }, body: { enabled: true } });
    expect(await postVisit(own, key, aVisit())).toMatchObject(accepted(0));
  });

  it("are not accepted from machines", async () => {
    const own = await company();
    const key = await aTrackedShop(own);
    const { id } = await own.aContact();
    const post = (headers: Record<string, string>) =>
      postVisit(own, key, aVisit({ contact: aVisitorToken(own, id) }), headers);
    for (const agent of ["Googlebot/2.1", "Mozilla/5.0 HeadlessChrome/126.0", "curl/8.5.0", ""])
      expect([agent, (await post({ "user-agent": agent })).body]).toEqual([agent, { accepted: 0 }]);
    expect(await post({ "sec-purpose": "prefetch;prerender" })).toMatchObject(accepted(0));
    expect(await events(own)).toEqual([]);
    expect(await post({ "user-agent": browserUserAgent })).toMatchObject(accepted(1));
  });

  const event = { type: "page_visit", url: `${shopOrigin}/` };
  it.each<[string, unknown]>([
    ["body", "{"],
    ["visitor", aVisit({ visitor: undefined })],
    ["visitor", aVisit({ visitor: "short" })],
    ["visitor", aVisit({ visitor: "not allowed" })],
    ["visitor", aVisit({ visitor: "x".repeat(65) })],
    ["contact", aVisit({ contact: 1 })],
    ["events", aVisit({ events: [] })],
    ["events", aVisit({ events: Array.from({ length: 21 }, () => event) })],
    ["events.0.type", aVisit({ events: [{ ...event, type: "custom" }] })],
    ["events.0.url", aVisit({ events: [{ type: "page_visit" }] })],
    ["events.1.url", aVisit({ events: [event, { ...event, url: "javascript:alert(1)" }] })],
    ["events.0.url", aVisit({ events: [{ ...event, url: `${shopOrigin}/${"x".repeat(2000)}` }] })],
    ["events.0.data", aVisit({ events: [{ ...event, data: { text: "x".repeat(8 * 1024) } }] })],
    ["events.0.data", aVisit({ events: [{ ...event, data: [] }] })],
    ["events.0.data", aVisit({ events: [{ ...event, type: "cart" }] })],
    ["events.0.data.text", aVisit({ events: [{ ...event, data: { text: "\0" } }] })],
  ])("are refused for %s", async (message, body) => {
    const own = await company();
    const key = await aTrackedShop(own);
    const answer = await postVisit(own, key, body);
    expect(answer).toMatchObject({ status: 400, body: { error: { code: "validation", message } } });
  });

  it("are refused with a large or foreign body", async () => {
    const own = await company();
    const key = await aTrackedShop(own);
    expect((await postVisit(own, key, "x".repeat(10 * 1_048_576))).status).toBe(413);
    expect((await postVisit(own, key, "a=1", { "content-type": "application/x-www-form-urlencoded" })).status).toBe(
      415,
    );
  });

  it("may be sent as JSON by pages of others: the preflight request is answered", async () => {
    const own = await company();
    const key = await aTrackedShop(own);
    const answer = await request(own.server, { method: "OPTIONS", url: `/site/${key}/events` });
    expect(answer).toMatchObject({
      status: 204,
      headers: {
        "access-control-allow-origin": "*",
        "access-control-allow-methods": "POST",
        "access-control-allow-headers": "Content-Type",
      },
    });
  });
});

describe("the limit of 60 events per contact in 10 minutes", () => {
  it("is shared with contact events and over processes", async () => {
    holdClock();
    const own = await company();
    const key = await aTrackedShop(own);
    const { id } = await own.aContact();
    const { url } = await workerDatabase();
    // With a pool of its own, like another process.
    const app = await composeApp(own.app.config, url, own.app.log, { clock: own.clock });
    const second = { server: await createHttp(app, url) };
    await second.server.ready();
    try {
      const batch = { events: Array.from({ length: 7 }, () => aVisit().events[0]) };
      const posts = Array.from({ length: 8 }, (_, index) =>
        postVisit(
          index % 2 === 0 ? own : second,
          key,
          aVisit({ visitor: "visitor-1", contact: aVisitorToken(own, id), ...batch }),
        ),
      );
      const single = { contactId: id, type: "custom", name: "wishlist" };
      const calls = Array.from({ length: 10 }, () => own.api.call("recordContactEvent", { body: single }));
      const visits = (await Promise.all(posts)).map(({ body }) => Number(Object(body).accepted));
      const recorded = (await Promise.all(calls)).filter(({ status }) => status === 202).length;
      expect(visits.reduce((sum, count) => sum + count, 0) + recorded).toBe(60);
      expect(await postVisit(second, key, aVisit())).toMatchObject(accepted(0));
      expect((await own.api.call("recordContactEvent", { body: single })).status).toBe(429);
      const { events: stored } = await own.api.ok("exportContact", { params: { id } });
      expect(stored).toHaveLength(60);
      own.clock.advance(minutes(10));
      expect(await postVisit(second, key, aVisit())).toMatchObject(accepted(1));
    } finally {
      await second.server.close();
      await app.db.close();
    }
  });
});

describe("the click redirect", () => {
  const urls = [
    `${shopOrigin}/boots?a=1#size`,
    "https://elsewhere.example/",
    `${shopOrigin}/x?_pr=stolen&b=2`,
    "https://shop.example/{{df_city}}",
  ];

  async function aClick(own: TestCompany) {
    const { token, contactId } = await aSentMessage(own, await aCampaignWithLinks(own, urls), { city: "Brno" });
    const follow = async (link: number) =>
      String((await visit(own, `/t/c/${token}.${link}`, { "user-agent": browserUserAgent })).headers["location"]);
    return { contactId, follow };
  }

  it("marks links to hosts of a shop with tracking, whose script then identifies the contact", async () => {
    const own = await company();
    const key = await aTrackedShop(own);
    const { contactId, follow } = await aClick(own);
    const token = "[\\w-]{30,60}";
    expect(await follow(1)).toMatch(new RegExp(`^${shopOrigin}/boots\\?a=1&_pr=${token}#size$`));
    expect(await follow(2)).toBe("https://elsewhere.example/");
    expect(await follow(3)).toMatch(new RegExp(`^${shopOrigin}/x\\?b=2&_pr=${token}$`));
    const personal = await follow(4);
    expect(personal).toMatch(new RegExp(`^https://shop.example/Brno\\?_pr=${token}$`));
    const contact = new URL(personal).searchParams.get("_pr");
    expect(await postVisit(own, key, aVisit({ contact }))).toMatchObject(accepted(1));
    expect((await events(own)).map((event) => event.contactId)).toEqual([contactId]);
  });

  it("leaves links alone while tracking is off", async () => {
    const own = await company();
    const { follow } = await aClick(own);
    expect(await follow(1)).toBe(urls[0]);
    await aTrackedShop(own);
    expect(await follow(1)).toContain("_pr=");
    await own.api.ok("updateWebTracking", { params: { shop_id: own.shopId }, body: { enabled: false } });
    expect(await follow(1)).toBe(urls[0]);
  });

  it("sees changes of another process after a second", async () => {
    const own = await company();
    await aTrackedShop(own);
    const { follow } = await aClick(own);
    expect(await follow(1)).toContain("_pr=");
    const { sql, tenantId } = own.ctx.db;
    await sql`update site_settings set tracking_enabled = false where tenant_id = ${tenantId}`;
    own.clock.advance(1000);
    expect(await follow(1)).toBe(urls[0]);
  });
});
