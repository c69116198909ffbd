import Fastify, { type FastifyInstance } from "fastify";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { holdClock } from "../../../tests/harness/factories/clock.ts";
import { company, type TestCompany } from "../../../tests/harness/factories/company.ts";
import { aToken, visit } from "../../../tests/harness/servers/public-pages.ts";
import {
  addLinks,
  aCampaignWithLinks,
  aSentMessage,
  browserUserAgent,
  trackedState,
  type SentMessage,
} from "../../../tests/harness/factories/tracked-messages.ts";
import type { SystemDb } from "../../db/tenant.ts";
import { fastPathCounter } from "../../http/metrics.ts";
import type { EventBuffer } from "../../features/tracking/event-buffer.ts";
import { pixel } from "./responses.ts";
import { registerTracking } from "./track.ts";

let own: TestCompany;
let origin: string;
let server: FastifyInstance;
let buffer: EventBuffer;
let isDatabaseDown = false;

/** The test database, which can be made unreachable. */
function interruptible(db: SystemDb): SystemDb {
  const here = <Result>(result: () => Result): Result => {
    if (isDatabaseDown) throw Object.assign(new Error("away"), { code: "ECONNREFUSED" });
    return result();
  };
  return {
    isDistributed: db.isDistributed,
    get sql() {
      return here(() => db.sql);
    },
    transaction: (run) => here(() => db.transaction(run)),
    forTenant: (tenantId) => here(() => db.forTenant(tenantId)),
  };
}

const trustEvery = () => true;

beforeEach(async () => {
  own = await company();
  isDatabaseDown = false;
  server = Fastify({ trustProxy: trustEvery, routerOptions: { maxParamLength: 16_384 } });
  buffer = registerTracking(server, {
    db: interruptible(own.app.db),
    clock: own.clock,
    dataKey: own.app.services.dataKey,
    log: own.app.log,
    trustProxy: trustEvery,
    publicUrls: ["https://mail.example"],
  });
  origin = await server.listen({ port: 0, host: "127.0.0.1" });
});
afterEach(() => server.close());

const ask = (path: string, options: { method?: string; headers?: Record<string, string> } = {}) =>
  fetch(`${origin}${path}`, {
    method: options.method ?? "GET",
    redirect: "manual",
    headers: { "user-agent": browserUserAgent, "x-forwarded-for": "203.0.113.77", ...options.headers },
  });

const open = ({ token }: SentMessage, options = {}) => ask(`/t/o/${token}.gif`, options);
const click = ({ token }: SentMessage, link: number | string, options = {}) => ask(`/t/c/${token}.${link}`, options);

const state = async (message: SentMessage) => {
  await buffer.flush();
  return trackedState(own, message);
};

describe("the pixel", () => {
  it("is a transparent GIF that is not cached, and records an open", async () => {
    holdClock();
    const message = await aSentMessage(own, await aCampaignWithLinks(own, []));
    const answer = await open(message);
    expect(answer.status).toBe(200);
    expect(Buffer.from(await answer.arrayBuffer())).toEqual(pixel);
    expect(Object.fromEntries(answer.headers)).toMatchObject({
      "content-type": "image/gif",
      "content-length": "43",
      "cache-control": "no-store",
      "referrer-policy": "no-referrer",
      "x-robots-tag": "noindex, nofollow",
    });
    expect(await state(message)).toEqual({
      message: { openedAt: own.clock.now(), clickedAt: null, botSeenAt: null, links: null },
      journal: [
        {
          type: "email_opened",
          at: own.clock.now(),
          payload: {
            campaignId: message.campaignId,
            variantId: message.campaignId,
            domain: "example.com",
            verdict: "human",
            reason: "browser",
            first: true,
            agent: browserUserAgent,
            method: "GET",
            network: "203.0.113.0/24",
            seconds: 60,
          },
        },
      ],
    });
  });

  it("is the same for invalid tokens", async () => {
    const message = await aSentMessage(own, await aCampaignWithLinks(own, []));
    const forged = `${message.token.slice(0, -2)}${message.token.endsWith("AA") ? "BB" : "AA"}`;
    const unsubscribe = aToken(own, { ...message, purpose: "unsubscribe" });
    const elsewhere = aToken(own, { ...message, purpose: "click", tenantId: "999999999" });
    const genuine = await open(message);
    for (const token of [forged, unsubscribe, elsewhere, "x", "x".repeat(2000), "%00", "a.b.c"]) {
      const answer = await ask(`/t/o/${token}.gif`);
      expect([answer.status, Buffer.from(await answer.arrayBuffer())]).toEqual([200, pixel]);
      const [names, wanted] = [answer, genuine].map(({ headers }) => [...headers.keys()].toSorted());
      expect(names).toEqual(wanted);
    }
    expect((await state(message)).journal).toHaveLength(1);
  });

  it("is served when the database is unreachable and the company is not cached yet", async () => {
    const message = await aSentMessage(own, await aCampaignWithLinks(own, []));
    isDatabaseDown = true;
    expect((await open(message)).status).toBe(200);
  });
});

describe("a link", () => {
  const shop = "https://shop.example/a?b=1&c=%20#d";

  it("redirects to its target, is not cached, and records a click and an open", async () => {
    holdClock();
    const message = await aSentMessage(own, await aCampaignWithLinks(own, ["https://shop.example/", shop]));
    const answer = await click(message, 2);
    expect(answer.status).toBe(302);
    expect(Object.fromEntries(answer.headers)).toMatchObject({
      location: shop,
      "cache-control": "no-store",
      "referrer-policy": "no-referrer",
      "x-robots-tag": "noindex, nofollow",
    });
    expect(await state(message)).toMatchObject({
      message: {
        openedAt: own.clock.now(),
        clickedAt: own.clock.now(),
        botSeenAt: null,
        links: { 2: { at: own.clock.now().toISOString(), clicks: 1, machineClicks: 0 } },
      },
      journal: [{ type: "email_clicked", payload: { link: 2, first: true, firstOfLink: true, impliesOpen: true } }],
    });
  });

  it("is answered before the router once its campaign is cached, with the same response", async () => {
    const message = await aSentMessage(own, await aCampaignWithLinks(own, [shop]));
    const answered = fastPathCounter("/t/c/:key");
    const [first, before] = [await click(message, 1), answered.count];
    const second = await click(message, 1);
    expect(answered.count).toBe(before + 1);
    const [names, wanted] = [second, first].map(({ headers }) => [...headers.keys()].toSorted());
    expect([second.status, second.headers.get("location"), names]).toEqual([302, shop, wanted]);
  });

  it("counts every click, and the first one per link", async () => {
    const message = await aSentMessage(own, await aCampaignWithLinks(own, [shop, shop]));
    for (const link of [1, 1, 2]) {
      await click(message, link);
      own.clock.advance(5000);
      await buffer.flush();
    }
    const { message: row, journal } = await state(message);
    expect(row).toMatchObject({ links: { 1: { clicks: 2 }, 2: { clicks: 1 } } });
    expect(journal.map(({ payload }) => [payload.link, payload.first, payload.firstOfLink])).toEqual([
      [1, true, true],
      [1, false, false],
      [2, false, true],
    ]);
  });

  it("is filled with the contact's values", async () => {
    const { id: fieldId } = await own.api.ok("createCustomField", { body: { name: "Size", type: "text" } });
    const urls = [
      "https://shop.example/{{df_city|default:'x'}}?e={{df_email}}",
      `https://shop.example/?s={{df_custom_${fieldId}}}`,
    ];
    const message = await aSentMessage(own, await aCampaignWithLinks(own, urls), {
      email: "eva+1@example.com",
      city: "Plzeň & okolí",
      customFields: { [fieldId]: "XL" },
    });
    const [first, second] = [await click(message, 1), await click(message, 2)];
    expect(first.headers.get("location")).toBe(
      "https://shop.example/Plze%C5%88%20%26%20okol%C3%AD?e=eva%2B1%40example.com",
    );
    expect(second.headers.get("location")).toBe("https://shop.example/?s=XL");
  });

  it.each([
    ["https://shop.example/o'neill", "https://shop.example/o'neill"],
    ["https://shop.example/dům", "https://shop.example/d%C5%AFm"],
    ["https://bücher.example/", "https://xn--bcher-kva.example/"],
    [" https://shop.example/a b ", "https://shop.example/a%20b"],
    ["HTTPS://shop.example", "HTTPS://shop.example"],
  ])("written as %s redirects to %s", async (url, location) => {
    const message = await aSentMessage(own, await aCampaignWithLinks(own, [url]));
    expect((await click(message, 1)).headers.get("location")).toBe(location);
  });

  it("redirects only to targets that were sent", async () => {
    const message = await aSentMessage(
      own,
      await aCampaignWithLinks(own, ["javascript:alert(1)", "//evil.example", "https://"]),
    );
    const other = await company();
    const theirs = await aSentMessage(other, await aCampaignWithLinks(other, [shop]));
    const forged = { ...message, token: aToken(own, { ...theirs, purpose: "click" }) };
    const browserPage = { ...message, token: aToken(own, { ...message, purpose: "browser" }) };
    const paths = [
      ...[1, 2, 3, 4, "01", "1e0", "-1", "999999999", "x", "1?url=https://evil.example"].map((key) =>
        click(message, key),
      ),
      click(forged, 1),
      click(browserPage, 1),
      ask(`/t/c/${message.token}`),
      ask("/t/c/https://evil.example"),
    ];
    for (const answer of await Promise.all(paths)) {
      expect([answer.status, answer.headers.get("location")]).toEqual([404, null]);
    }
    const page = await click(message, 4, { headers: { "accept-language": "cs" } });
    expect(await page.text()).toContain("Stránka tu není");
    expect((await state(message)).journal).toEqual([]);
  });

  it("ignores a full stop behind the address", async () => {
    const message = await aSentMessage(own, await aCampaignWithLinks(own, [shop]));
    expect((await click(message, "1).")).headers.get("location")).toBe(shop);
  });

  it("of a variant that was sent later is found too", async () => {
    const campaignId = await aCampaignWithLinks(own, [shop]);
    const message = await aSentMessage(own, campaignId);
    expect((await click(message, 2)).status).toBe(404);
    await addLinks(own.ctx.db, { campaignId, variantId: "99", from: 2, urls: ["https://shop.example/de"] });
    own.clock.advance(1000);
    expect((await click(message, 2)).headers.get("location")).toBe("https://shop.example/de");
  });

  it("works without the database once the campaign is cached; events are stored when it is back", async () => {
    const campaignId = await aCampaignWithLinks(own, [shop]);
    const [first, second] = [await aSentMessage(own, campaignId), await aSentMessage(own, campaignId)];
    await click(first, 1);
    await buffer.flush();
    isDatabaseDown = true;
    expect((await click(second, 1)).headers.get("location")).toBe(shop);
    await open(second);
    await buffer.flush();
    isDatabaseDown = false;
    expect((await state(second)).journal.map(({ type }) => type)).toEqual(["email_clicked", "email_opened"]);
  });

  it("still redirects when the contact was deleted, and counts nothing", async () => {
    const message = await aSentMessage(
      own,
      await aCampaignWithLinks(own, [shop, "https://shop.example/?e={{df_email}}"]),
    );
    await own.api.ok("eraseContact", { params: { id: message.contactId }, body: { confirm: true } });
    expect((await click(message, 1)).headers.get("location")).toBe(shop);
    expect((await click(message, 2)).headers.get("location")).toBe("https://shop.example/?e=");
    await open(message);
    expect(await state(message)).toEqual({ message: undefined, journal: [] });
  });

  it("is deleted with its message when the contact is deleted later", async () => {
    const message = await aSentMessage(own, await aCampaignWithLinks(own, [shop]));
    await click(message, 1);
    expect((await state(message)).journal).toHaveLength(1);
    await own.api.ok("eraseContact", { params: { id: message.contactId }, body: { confirm: true } });
    expect(await state(message)).toEqual({ message: undefined, journal: [] });
  });
});

describe("bots", () => {
  it("are detected: HEAD, prefetching, user agents", async () => {
    const message = await aSentMessage(own, await aCampaignWithLinks(own, ["https://shop.example/"]));
    const head = await click(message, 1, { method: "HEAD" });
    expect([head.status, head.headers.get("location")]).toEqual([302, "https://shop.example/"]);
    expect((await open(message, { method: "HEAD" })).headers.get("content-length")).toBe("43");
    for (const headers of [
      { purpose: "prefetch" },
      { "sec-purpose": "prefetch;prerender" },
      { "x-moz": "prefetch" },
      { "user-agent": "curl/8" },
    ]) {
      own.clock.advance(3000);
      await click(message, 1, { headers });
    }
    const { message: row, journal } = await state(message);
    expect(row).toMatchObject({ openedAt: null, clickedAt: null });
    expect(row?.["botSeenAt"]).not.toBeNull();
    expect(row).toMatchObject({ links: { 1: { clicks: 0, machineClicks: 5 } } });
    expect(journal.map(({ payload }) => payload.reason)).toEqual([
      "head",
      "head",
      "prefetch",
      "prefetch",
      "prefetch",
      "bot",
    ]);
  });

  it("are detected by the honeypot link, which redirects nowhere", async () => {
    const message = await aSentMessage(own, await aCampaignWithLinks(own, ["https://shop.example/"]));
    const answer = await click(message, 0);
    expect([answer.status, answer.headers.get("location")]).toEqual([404, null]);
    await buffer.flush();
    own.clock.advance(3000);
    await click(message, 1);
    const { journal } = await state(message);
    expect(journal.map(({ payload }) => [payload.link, payload.verdict, payload.reason])).toEqual([
      [0, "machine", "honeypot"],
      [1, "machine", "honeypot"],
    ]);
  });
});

describe("the server", () => {
  it("answers on every host, including a company's own, and changes no consent", async () => {
    const message = await aSentMessage(own, await aCampaignWithLinks(own, ["https://shop.example/"]));
    const before = await own.api.ok("getContact", { params: { id: message.contactId } });
    for (const host of ["localhost", "click.firma.cz", "eu.postrider.example"]) {
      const answer = await visit(own, `/t/c/${message.token}.1`, { host, "user-agent": browserUserAgent });
      expect([answer.status, answer.headers["location"]]).toEqual([302, "https://shop.example/"]);
      expect((await visit(own, `/t/o/${message.token}.gif`, { host, "user-agent": browserUserAgent })).status).toBe(
        200,
      );
    }
    await expect.poll(async () => (await trackedState(own, message)).journal).not.toEqual([]);
    const {
      recentActivities: _,
      stats90d: __,
      ...after
    } = await own.api.ok("getContact", {
      params: { id: message.contactId },
    });
    expect(before).toMatchObject(after);
  });

  it("stores buffered events when it stops", async () => {
    const message = await aSentMessage(own, await aCampaignWithLinks(own, []));
    await open(message);
    await server.close();
    expect((await trackedState(own, message)).journal).toHaveLength(1);
  });
});
