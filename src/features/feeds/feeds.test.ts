import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { gzipSync } from "node:zlib";
import { afterAll, describe, expect, it } from "vitest";
import { holdClock } from "../../../tests/harness/factories/clock.ts";
import { company, testWorker, type TestCompany } from "../../../tests/harness/factories/company.ts";
import { multipartForm } from "../../../tests/harness/factories/multipart-form.ts";
import { importFeed } from "../../../tests/harness/factories/feeds.ts";
import { addMs, days } from "../../kernel/local-time.ts";
import { queueDueFeeds } from "./jobs.ts";
import { refreshFeed } from "./refresh.ts";
import { deleteGoneItems } from "./refresh.queries.ts";

const servers: (() => void)[] = [];
afterAll(() => {
  for (const close of servers) close();
});

async function serve(answer: (request: IncomingMessage, reply: ServerResponse) => void): Promise<string> {
  const server = createServer(answer);
  servers.push(() => {
    server.closeAllConnections();
    server.close();
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  return `http://127.0.0.1:${typeof address === "object" ? address?.port : ""}`;
}

const aCompany = () => company({ WEBHOOK_ALLOW_PRIVATE: "1" });

type Item = { id: string; name?: string; price?: string; brand?: string; category?: string };

const heureka = (items: readonly Item[]) =>
  `<?xml version="1.0" encoding="utf-8"?><SHOP>${items
    .map(
      ({ id, name = `Product ${id}`, price = "10", brand = "", category = "" }) =>
        `<SHOPITEM><ITEM_ID>${id}</ITEM_ID><PRODUCTNAME>${name}</PRODUCTNAME><URL>https://shop.example.org/${id}</URL>` +
        `<PRICE_VAT>${price}</PRICE_VAT><MANUFACTURER>${brand}</MANUFACTURER><CATEGORYTEXT>${category}</CATEGORYTEXT></SHOPITEM>`,
    )
    .join("")}</SHOP>`;

async function aFeed(test: TestCompany, fields: Record<string, unknown> = {}) {
  const feed = await test.api.ok("createFeed", {
    body: { name: "Products", shopId: test.shopId, kind: "heureka", ...fields },
  });
  await test.runActions();
  return test.api.ok("getFeed", { params: { feed_id: feed.id } });
}

const listItems = async ({ api }: TestCompany, feedId: string) =>
  (await api.ok("listFeedItems", { params: { feed_id: feedId } })).items;

async function importText(test: TestCompany, feedId: string, text: string) {
  await importFeed(test, feedId, text);
  return test.api.ok("getFeed", { params: { feed_id: feedId } });
}

describe("a feed", () => {
  it("is added, changed, listed and deleted", async () => {
    holdClock();
    const test = await aCompany();
    const feed = await test.api.ok("createFeed", { body: { name: "A", shopId: test.shopId, kind: "google" } });
    expect(feed).toEqual({
      id: expect.any(String),
      name: "A",
      shopId: test.shopId,
      kind: "google",
      url: null,
      refreshMinutes: 1440,
      currency: "CZK",
      mapping: null,
      status: "pending",
      error: null,
      items: 0,
      lastRefreshAt: null,
      nextRefreshAt: null,
      lastResult: null,
      createdAt: test.clock.now().toISOString(),
    });
    const params = { feed_id: feed.id };
    const url = "https://shop.example.org/feed.xml";
    expect(await test.api.ok("updateFeed", { params, body: { name: "B", url, refreshMinutes: 60 } })).toMatchObject({
      name: "B",
      url,
      nextRefreshAt: addMs(test.clock.now(), 3_600_000).toISOString(),
    });
    expect((await test.api.ok("listFeeds", { query: { q: "b" } })).items).toMatchObject([{ id: feed.id }]);
    await test.api.ok("deleteFeed", { params });
    expect(await test.api.refused("getFeed", { params })).toMatchObject({ status: 404, message: "feed" });
  });

  it("has its fields checked", async () => {
    const test = await aCompany();
    const good = { name: "A", shopId: test.shopId, kind: "google" };
    const refused = async (fields: Record<string, unknown>) => {
      const { status, message } = await test.api.refused("createFeed", { body: { ...good, ...fields } });
      return `${status} ${message}`;
    };
    expect(await refused({ url: "ftp://example.org/a" })).toBe("400 url");
    expect(await refused({ refreshMinutes: 5 })).toBe("400 refreshMinutes");
    expect(await refused({ refreshMinutes: 10_081 })).toBe("400 refreshMinutes");
    expect(await refused({ kind: "other" })).toBe("400 kind");
    expect(await refused({ shopId: "99999999" })).toBe("400 shopId");
    expect(await refused({ currency: "USD" })).toBe("400 currency");
    expect(await refused({ kind: "csv" })).toBe("400 mapping");
    await test.api.ok("createFeed", { body: good });
    expect(await refused({ name: "a" })).toBe("409 name");
    const { id } = await test.api.ok("createFeed", { body: { ...good, name: "B" } });
    const params = { feed_id: id };
    expect(await test.api.refused("refreshFeed", { params })).toMatchObject({ status: 409, message: "status" });
    expect(await test.api.refused("previewFeed", { params })).toMatchObject({ status: 409, message: "status" });
    const other = await aCompany();
    for (const operation of ["getFeed", "deleteFeed", "refreshFeed", "listFeedItems", "previewFeed"] as const) {
      expect(await other.api.refused(operation, { params })).toMatchObject({ status: 404, message: "feed" });
    }
    expect(await other.api.refused("updateFeed", { params, body: { name: "x" } })).toMatchObject({ status: 404 });
    expect(await other.api.refused("importFeed", { params, form: multipartForm("x", "a.xml") })).toMatchObject({
      status: 404,
    });
  });
});

describe("refreshing", () => {
  it("writes only what changed, keeps ids and marks what vanished", async () => {
    holdClock();
    const test = await aCompany();
    const { id } = await aFeed(test);
    const first = await importText(test, id, heureka([{ id: "1" }, { id: "2" }, { id: "3" }]));
    expect(first).toMatchObject({
      status: "ok",
      items: 3,
      lastResult: { source: "upload", created: 3, updated: 0, unchanged: 0, removed: 0, invalid: 0, problems: [] },
    });
    const before = await listItems(test, id);
    test.clock.advance(60_000);
    const second = await importText(test, id, heureka([{ id: "1" }, { id: "2", price: "12,5" }, { id: "4" }]));
    expect(second.lastResult).toMatchObject({ created: 1, updated: 1, unchanged: 1, removed: 1 });
    expect(second.items).toBe(3);
    const after = await listItems(test, id);
    expect(after[0]).toEqual(before[0]);
    expect(after[1]).toEqual({ ...before[1], price: "12.50", updatedAt: test.clock.now().toISOString() });
    expect(after[2]).toMatchObject({ id: before[2]?.id, code: "3", available: false });
    expect(after[3]).toMatchObject({ code: "4", available: true });
    const { db } = test.ctx;
    await deleteGoneItems(db, addMs(test.clock.now(), -days(90)));
    expect(await listItems(test, id)).toHaveLength(4);
    await deleteGoneItems(db, addMs(test.clock.now(), 1));
    expect(await listItems(test, id)).toHaveLength(3);
    const left = await db.sql`select from feed_change where tenant_id = ${test.tenantId}`;
    expect(left).toEqual([]);
  });

  it("compares what the text means: another spelling is no change, another currency of the feed is one", async () => {
    const test = await aCompany();
    const params = { shop_id: test.shopId };
    await test.api.ok("updateShop", { params, body: { currencies: ["CZK", "EUR"] } });
    const { id } = await aFeed(test, { currency: "CZK" });
    const importItems = async (items: readonly Item[]) => (await importText(test, id, heureka(items))).lastResult;
    expect(await importItems([{ id: "1", price: "10" }])).toMatchObject({ created: 1 });
    expect(await importItems([{ id: "1", price: "10,00 " }])).toMatchObject({ updated: 0, unchanged: 1 });
    const twice = [{ id: "1" }, { id: "1" }];
    expect(await importItems(twice)).toMatchObject({
      unchanged: 1,
      invalid: 1,
      problems: [{ item: "1", code: "duplicate" }],
    });
    await test.api.ok("updateFeed", { params: { feed_id: id }, body: { currency: "EUR" } });
    expect(await importItems([{ id: "1", price: "10" }])).toMatchObject({ updated: 1, unchanged: 0 });
    expect(await listItems(test, id)).toMatchObject([{ code: "1", price: "10.00", currency: "EUR" }]);
    await importText(test, id, heureka([{ id: "2" }]));
    expect(await importItems([{ id: "1", price: "10" }])).toMatchObject({ updated: 1, removed: 1 });
    expect(await listItems(test, id)).toMatchObject([
      { code: "1", available: true },
      { code: "2", available: false },
    ]);
  });

  it("writes no item when nothing changed, and asks with the validators of the last download", async () => {
    const test = await aCompany();
    const seen: (string | undefined)[] = [];
    const url = await serve((request, reply) => {
      seen.push(request.headers["if-none-match"]);
      if (request.headers["if-none-match"] === '"v1"') {
        reply.writeHead(304).end();
        return;
      }
      reply.writeHead(200, { etag: '"v1"', "content-encoding": "gzip" }).end(gzipSync(heureka([{ id: "1" }])));
    });
    const feed = await aFeed(test, { url });
    expect(feed).toMatchObject({ status: "ok", items: 1, lastResult: { source: "url", created: 1 } });
    const { sql } = test.ctx.db;
    const versions = () => sql`select xmin from feed_item where tenant_id = ${test.tenantId}`;
    const before = await versions();
    await refreshFeed(test.ctx, { feedId: feed.id, fileId: null });
    expect(seen).toEqual([undefined, '"v1"']);
    await sql`update feed set etag = null where tenant_id = ${test.tenantId}`;
    await refreshFeed(test.ctx, { feedId: feed.id, fileId: null });
    expect(await versions()).toEqual(before);
    expect((await test.api.ok("getFeed", { params: { feed_id: feed.id } })).lastResult).toMatchObject({ unchanged: 1 });
  });

  it("keeps what was there on an error or a half-empty download, and notifies once", async () => {
    const test = await aCompany();
    const good = heureka(Array.from({ length: 10 }, (_, n) => ({ id: String(n) })));
    let answer: { status: number; body: string } = { status: 200, body: good };
    const url = await serve((_, reply) => reply.writeHead(answer.status).end(answer.body));
    const { id } = await aFeed(test, { url });
    const failed = async (status: number, body: string) => {
      answer = { status, body };
      await refreshFeed(test.ctx, { feedId: id, fileId: null });
      const feed = await test.api.ok("getFeed", { params: { feed_id: id } });
      expect(feed.items).toBe(10);
      return `${feed.status} ${feed.error}`;
    };
    expect(await failed(200, heureka(Array.from({ length: 4 }, (_, n) => ({ id: String(n) }))))).toBe("error empty");
    expect(await failed(500, "")).toBe("error status");
    expect(await failed(200, good.slice(0, -20))).toBe("error xml");
    expect(await failed(200, heureka([]))).toBe("error empty");
    expect((await listItems(test, id)).every((item) => "available" in item && item.available)).toBe(true);
    const { items } = await test.api.ok("listNotifications");
    expect(items.filter(({ type }) => type === "feed_failed").map(({ params }) => params["error"])).toEqual(["empty"]);
    answer = { status: 200, body: heureka(Array.from({ length: 5 }, (_, n) => ({ id: String(n) }))) };
    await refreshFeed(test.ctx, { feedId: id, fileId: null });
    expect(await test.api.ok("getFeed", { params: { feed_id: id } })).toMatchObject({
      status: "ok",
      error: null,
      items: 5,
      lastResult: { removed: 5 },
    });
  });

  it("follows five redirects, each through the outbound guard", async () => {
    const test = await aCompany();
    const url = await serve((request, reply) => {
      const hop = Number(request.url?.slice(1));
      if (hop === 99) reply.writeHead(302, { location: "http://169.254.169.254/latest" }).end();
      else if (hop > 0) reply.writeHead(302, { location: `/${hop - 1}` }).end();
      else reply.end(heureka([{ id: "1" }]));
    });
    const getStatus = async (path: string) => {
      const { status, error } = await aFeed(test, { name: path, url: `${url}/${path}` });
      return error ?? status;
    };
    expect(await getStatus("5")).toBe("ok");
    expect(await getStatus("6")).toBe("redirect");
    expect(await getStatus("99")).toBe("address");
  });

  it("tells a server that is not there from one whose answer is too long, and asks with Last-Modified", async () => {
    const test = await aCompany();
    const seen: (string | undefined)[] = [];
    const at = "Mon, 02 Mar 2026 08:00:00 GMT";
    const url = await serve((request, reply) => {
      seen.push(request.headers["if-modified-since"]);
      if (request.url === "/long") reply.writeHead(200, { "content-length": String(101 * 1024 * 1024) }).end("<SHOP>");
      else if (request.headers["if-modified-since"] === at) reply.writeHead(304).end();
      else reply.writeHead(200, { "last-modified": at }).end(heureka([{ id: "1" }]));
    });
    const feed = await aFeed(test, { name: "good", url });
    await refreshFeed(test.ctx, { feedId: feed.id, fileId: null });
    expect(seen).toEqual([undefined, at]);
    expect(await aFeed(test, { name: "long", url: `${url}/long` })).toMatchObject({ status: "error", error: "size" });
    expect(await aFeed(test, { name: "gone", url: "http://127.0.0.1:1/" })).toMatchObject({ error: "connection" });
  });

  it("discards an older refresh that ends after a newer one has started", async () => {
    const test = await aCompany();
    const feed = await aFeed(test);
    let release: () => void = () => undefined;
    let arrive: () => void = () => undefined;
    const waiting = new Promise<void>((resolve) => (release = resolve));
    const arrived = new Promise<void>((resolve) => (arrive = resolve));
    let calls = 0;
    const url = await serve((_, reply) => {
      calls += 1;
      arrive();
      const body = heureka([{ id: calls === 1 ? "old" : "new" }]);
      if (calls === 1) void waiting.then(() => reply.end(body));
      else reply.end(body);
    });
    await test.ctx.db.sql`update feed set url = ${url} where tenant_id = ${test.tenantId}`;
    const older = refreshFeed(test.ctx, { feedId: feed.id, fileId: null });
    await arrived;
    await refreshFeed(test.ctx, { feedId: feed.id, fileId: null });
    release();
    await older;
    expect((await listItems(test, feed.id)).map((item) => ("code" in item ? item.code : ""))).toEqual(["new"]);
  });

  it("is queued when its time has come, and planned again", async () => {
    holdClock();
    const test = await aCompany();
    const url = await serve((_, reply) => reply.end(heureka([{ id: "1" }])));
    const feed = await aFeed(test, { url, refreshMinutes: 15 });
    test.clock.advance(16 * 60_000);
    await queueDueFeeds(testWorker(test.app));
    const planned = await test.api.ok("getFeed", { params: { feed_id: feed.id } });
    expect(planned.nextRefreshAt).toBe(addMs(test.clock.now(), 15 * 60_000).toISOString());
    const queued = await test.app.db.sql`
      select from pgboss.job where name = 'feed.refresh' and data->>'feedId' = ${feed.id}`;
    expect(queued).toHaveLength(1);
  });

  it("previews what was understood and stores nothing", async () => {
    const test = await aCompany();
    let body = heureka(Array.from({ length: 30 }, (_, n) => ({ id: n === 3 ? "" : String(n) })));
    const url = await serve((_, reply) => reply.end(body));
    const { id } = await test.api.ok("createFeed", {
      body: { name: "A", shopId: test.shopId, kind: "heureka", url },
    });
    const params = { feed_id: id };
    const preview = await test.api.ok("previewFeed", { params });
    expect(preview).toMatchObject({ total: 29, invalid: 1, problems: [{ item: "#4", code: "id" }] });
    expect(preview.items).toHaveLength(20);
    expect(preview.items[0]).toMatchObject({ code: "0", name: "Product 0", price: "10.00", currency: "CZK" });
    expect(await listItems(test, id)).toEqual([]);
    body = "<html></html>";
    expect(await test.api.refused("previewFeed", { params })).toMatchObject({
      status: 502,
      code: "upstream",
      params: { reason: "kind" },
    });
  });
});

describe("searches", () => {
  it("find products without diacritics and answer ids in the order asked", async () => {
    const test = await aCompany();
    const { id } = await aFeed(test);
    await importText(
      test,
      id,
      heureka([
        { id: "M1", name: "Květový med", brand: "Včelí farma" },
        { id: "M2", name: "Lesní med" },
        { id: "S1", name: "Svíčka", brand: "Včelí farma" },
      ]),
    );
    const codes = async (query: Record<string, unknown>) => {
      const { items, total } = await test.api.ok("listFeedProducts", { query });
      return [...items.map(({ code }) => code), total];
    };
    expect(await codes({ q: "KVETOVY" })).toEqual(["M1", 1]);
    expect(await codes({ q: "vceli" })).toEqual(["M1", "S1", 2]);
    expect(await codes({ q: "s1" })).toEqual(["S1", 1]);
    expect(await codes({ limit: 1, offset: 1 })).toEqual(["M2", 3]);
    const { items, feeds } = await test.api.ok("listFeedProducts");
    expect(feeds).toEqual([{ id, name: "Products", shopId: test.shopId }]);
    const ids = [items[2]?.id, items[0]?.id].join(",");
    expect(await codes({ ids })).toEqual(["S1", "M1", 2]);
    expect(await test.api.refused("listFeedProducts", { query: { limit: 61 } })).toMatchObject({ message: "limit" });
    expect(await test.api.refused("listFeedProducts", { query: { ids: "a" } })).toMatchObject({ message: "ids" });
    expect((await test.api.ok("listFeedArticles")).total).toBe(0);
  });

  it("list articles newest first", async () => {
    const test = await aCompany();
    const { id } = await aFeed(test, { kind: "rss" });
    const item = (guid: string, at: string) =>
      `<item><guid>${guid}</guid><title>T ${guid}</title><link>https://blog.example.org/${guid}</link><pubDate>${at}</pubDate></item>`;
    await importText(
      test,
      id,
      `<rss><channel>${item("a", "2026-01-01T00:00:00Z")}${item("b", "2026-02-01T00:00:00Z")}</channel></rss>`,
    );
    const { items } = await test.api.ok("listFeedArticles", { query: { feedId: id } });
    expect(items).toMatchObject([
      { guid: "b", title: "T b", publishedAt: "2026-02-01T00:00:00.000Z", author: null },
      { guid: "a" },
    ]);
  });
});
