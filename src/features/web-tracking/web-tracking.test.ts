import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { afterEach, describe, expect, it } from "vitest";
import { holdClock } from "../../../tests/harness/factories/clock.ts";
import { company, type TestCompany } from "../../../tests/harness/factories/company.ts";
import { aForm } from "../../../tests/harness/factories/forms.ts";
import { aVisitorToken, aTrackedShop, aVisit, postVisit, shopOrigin } from "../../../tests/harness/factories/sites.ts";
import { days } from "../../kernel/local-time.ts";

const missingShop = { status: 404, code: "not_found", message: "shop", params: {} };

describe("settings", () => {
  it("are off by default, with a key and code for every shop", async () => {
    const { api, shopId } = await company();
    const second = await api.ok("createShop", {
      body: { name: "Second", language: "cs", country: "CZ", currencies: ["CZK"] },
    });
    const { items } = await api.ok("listSiteScripts");
    const [first, other] = items;
    const url = `http://127.0.0.1:8080/site/${first?.key}.js`;
    expect(first).toEqual({
      shopId,
      key: expect.stringMatching(/^[0-9a-z]+-[0-9a-f]{22}$/),
      url,
      code: `<script async src="${url}"></script>`,
      enabled: false,
      formIds: [],
      found: false,
      foundFormIds: [],
      checkedAt: null,
    });
    expect(other).toMatchObject({ shopId: second.id, enabled: false });
    expect(other?.key).not.toBe(first?.key);
    expect(await api.ok("listWebTracking")).toEqual({
      items: [shopId, second.id].map((id) => ({ shopId: id, enabled: false, requireConsent: true, domains: [] })),
    });
  });

  it("change what was given and keep the rest", async () => {
    const { api, shopId } = await company();
    const params = { shop_id: shopId };
    expect(await api.ok("updateSiteScript", { params, body: { enabled: true, formIds: [] } })).toMatchObject({
      enabled: true,
    });
    expect(await api.ok("updateSiteScript", { params, body: {} })).toMatchObject({ enabled: true, formIds: [] });
    const domains = ["WWW.Obchod.example", "www.obchod.example", "bücher.example"];
    const change = { enabled: true, requireConsent: false, domains };
    const tracking = {
      shopId,
      enabled: true,
      requireConsent: false,
      domains: ["www.obchod.example", "xn--bcher-kva.example"],
    };
    expect(await api.ok("updateWebTracking", { params, body: change })).toEqual(tracking);
    expect(await api.ok("updateWebTracking", { params, body: {} })).toEqual(tracking);
    expect((await api.ok("listSiteScripts")).items[0]).toMatchObject({ enabled: true });
  });

  it.each([
    "https://shop.example",
    "shop.example/",
    "shop.example:80",
    "a b",
    "user@shop.example",
    "shop.example.",
    " ",
  ])("refuse the domain %j", async (domain) => {
    const { api, shopId } = await company();
    const call = { params: { shop_id: shopId }, body: { domains: ["ok.example", domain] } };
    expect(await api.refused("updateWebTracking", call)).toMatchObject({ status: 400, message: "domains.1" });
  });

  it("are found only in the own company", async () => {
    const { api } = await company();
    const { shopId } = await company();
    const call = { params: { shop_id: shopId }, body: {} };
    expect(await api.refused("updateSiteScript", call)).toEqual(missingShop);
    expect(await api.refused("checkSiteScript", call)).toEqual(missingShop);
    expect(await api.refused("updateWebTracking", call)).toEqual(missingShop);
  });

  it("accept active forms of the shop; a deleted form leaves them", async () => {
    const own = await company();
    const { api, shopId } = own;
    const params = { shop_id: shopId };
    const [first, second] = [await aForm(own, { kind: "popup" }), await aForm(own, { kind: "slide" })];
    const formIds = [second.id, first.id];
    expect(await api.ok("updateSiteScript", { params, body: { formIds } })).toMatchObject({ formIds });
    expect((await api.ok("listSiteScripts")).items[0]).toMatchObject({ formIds });
    await api.ok("deleteForm", { params: { form_id: second.id } });
    expect((await api.ok("listSiteScripts")).items[0]).toMatchObject({ formIds: [first.id] });
  });

  it("refuse forms that are unknown, inactive, of another shop or of another company", async () => {
    const own = await company();
    const { api, shopId } = own;
    const other = await company();
    const shop = { name: "Second", language: "cs", country: "CZ", currencies: ["CZK"] };
    const second = await api.ok("createShop", { body: shop });
    const right = await aForm(own, { kind: "popup" });
    const wrong = [
      "999999999",
      (await aForm(own, { status: "inactive" })).id,
      (await aForm(own, { shopId: second.id })).id,
      (await aForm(other)).id,
    ];
    for (const id of wrong) {
      const call = { params: { shop_id: shopId }, body: { formIds: [right.id, id] } };
      expect(await api.refused("updateSiteScript", call)).toMatchObject({ status: 400, message: "formIds.1" });
    }
  });
});

describe("the check", () => {
  let shop: Server | undefined;
  afterEach(() => {
    shop?.close();
    shop = undefined;
  });

  /** A shop whose pages are these; a page that starts with a slash redirects. */
  async function aShop(own: TestCompany, pages: Record<string, string>): Promise<string> {
    shop = createServer((asked, answer) => {
      const page = pages[asked.url ?? ""];
      if (page === undefined) answer.writeHead(404).end();
      else if (/^\/|^http/.test(page)) answer.writeHead(302, { location: page }).end();
      else answer.writeHead(200, { "content-type": "text/html" }).end(page);
    });
    await new Promise<void>((resolve) => shop?.listen(0, "127.0.0.1", resolve));
    const address: AddressInfo | string | null = shop.address();
    const port = typeof address === "object" ? address?.port : 0;
    const url = `http://127.0.0.1:${port}`;
    await own.api.ok("updateShop", { params: { shop_id: own.shopId }, body: { url } });
    return url;
  }

  const reachable = () => company({ WEBHOOK_ALLOW_PRIVATE: "1" });

  it("finds the shop's own script, also after a redirect, and remembers it", async () => {
    holdClock();
    const own = await reachable();
    const { code = "" } = (await own.api.ok("listSiteScripts")).items[0] ?? {};
    const url = await aShop(own, {
      "/": "/cs/",
      "/cs/": `<html><head>${code.replace("async", "async nonce=x")}</head></html>`,
      "/comment": `<!-- ${code} -->`,
      "/other": code.replace(/-[0-9a-f]{22}/, `-${"0".repeat(22)}`),
    });
    const params = { shop_id: own.shopId };
    const check = (page?: string) =>
      own.api.ok("checkSiteScript", { params, body: page === undefined ? {} : { url: url + page } });
    const checkedAt = own.clock.now().toISOString();
    const none = { formIds: [], checkedAt, error: null };
    expect(await check()).toEqual({ ...none, found: true });
    expect((await own.api.ok("listSiteScripts")).items[0]).toMatchObject({ found: true, checkedAt });
    expect(await check("/comment")).toEqual({ ...none, found: false });
    expect(await check("/other")).toEqual({ ...none, found: false });
    expect(await check("/missing")).toEqual({ ...none, found: false, error: "status" });
    expect((await own.api.ok("listSiteScripts")).items[0]).toMatchObject({ found: false, checkedAt });
  });

  it("finds the codes of the shop's own forms, and remembers them until the next check", async () => {
    const own = await reachable();
    const other = await company();
    const [first, second, absent] = [await aForm(own), await aForm(own), await aForm(own)];
    const stranger = await aForm(other);
    const codeOf = async (from: TestCompany, form_id: string) => from.api.ok("getFormEmbed", { params: { form_id } });
    const { script } = await codeOf(own, first.id);
    const { html } = await codeOf(own, second.id);
    const hidden = `<!-- ${(await codeOf(own, absent.id)).script} -->`;
    const strange = (await codeOf(other, stranger.id)).script;
    const url = await aShop(own, { "/": `${script}${html}${hidden}${strange}`, "/empty": "<p></p>" });
    const params = { shop_id: own.shopId };
    const formIds = [first.id, second.id];
    const found = await own.api.ok("checkSiteScript", { params, body: {} });
    expect(found).toMatchObject({ found: false, formIds, error: null });
    expect((await own.api.ok("listSiteScripts")).items[0]).toMatchObject({ found: false, foundFormIds: formIds });
    await own.api.ok("checkSiteScript", { params, body: { url: `${url}/empty` } });
    expect((await own.api.ok("listSiteScripts")).items[0]).toMatchObject({ foundFormIds: [] });
  });

  it("does not leave the shop's host", async () => {
    const own = await reachable();
    const url = await aShop(own, { "/": "http://localhost:1/" });
    const params = { shop_id: own.shopId };
    expect(await own.api.ok("checkSiteScript", { params, body: {} })).toMatchObject({ found: false, error: "status" });
    for (const elsewhere of ["http://localhost/", "ftp://127.0.0.1/", "127.0.0.1", `${url}.example/`]) {
      const refusal = await own.api.refused("checkSiteScript", { params, body: { url: elsewhere } });
      expect(refusal).toMatchObject({ status: 400, code: "validation", message: "url" });
    }
  });

  it("needs the shop's url", async () => {
    const { api, shopId } = await company();
    for (const body of [{}, { url: "https://shop.example/" }]) {
      const refusal = await api.refused("checkSiteScript", { params: { shop_id: shopId }, body });
      expect(refusal).toMatchObject({ status: 400, message: "url" });
    }
  });

  it.each([
    ["address", "http://127.0.0.1:9/"],
    ["dns", "http://shop.invalid/"],
  ])("tells the error %s", async (error, url) => {
    const { api, shopId } = await company();
    const params = { shop_id: shopId };
    await api.ok("updateShop", { params, body: { url } });
    expect(await api.ok("checkSiteScript", { params, body: {} })).toMatchObject({ found: false, error });
  });

  it("tells that nobody answers", async () => {
    const own = await reachable();
    const params = { shop_id: own.shopId };
    await aShop(own, {});
    await new Promise((resolve) => shop?.close(resolve));
    expect(await own.api.ok("checkSiteScript", { params, body: {} })).toMatchObject({ found: false, error: "network" });
  });
});

describe("the list of web events", () => {
  it("has page visits and carts, newest first, with filters", async () => {
    holdClock();
    const own = await company();
    const key = await aTrackedShop(own);
    const [first, second] = [await own.aContact(), await own.aContact()];
    own.clock.set(new Date("2026-03-01T22:59:00Z"));
    await postVisit(own, key, aVisit({ contact: aVisitorToken(own, first.id) }));
    own.clock.set(new Date("2026-03-01T23:30:00Z"));
    const events = [{ type: "cart", url: `${shopOrigin}/cart`, data: { items: [{ code: "A1" }], total: "9.90" } }];
    await postVisit(own, key, aVisit({ visitor: "visitor-2", contact: aVisitorToken(own, second.id), events }));
    const cart = {
      id: expect.stringMatching(/^\d+$/),
      at: "2026-03-01T23:30:00.000Z",
      type: "cart",
      url: `${shopOrigin}/cart`,
      title: null,
      data: { items: [{ code: "A1" }], total: "9.90" },
      contactId: second.id,
      email: second.email,
      shopId: own.shopId,
    };
    const visit = {
      id: expect.stringMatching(/^\d+$/),
      at: "2026-03-01T22:59:00.000Z",
      type: "page_visit",
      url: `${shopOrigin}/boots`,
      title: "Boots",
      data: {},
      contactId: first.id,
      email: first.email,
      shopId: own.shopId,
    };
    const list = async (query: Record<string, unknown> = {}) => own.api.ok("listWebEvents", { query });
    expect(await list()).toEqual({ items: [cart, visit], total: 2, page: 1, pageSize: 25 });
    expect(await list({ page: 2, pageSize: 1 })).toEqual({ items: [visit], total: 2, page: 2, pageSize: 1 });
    const found = async (query: Record<string, unknown>) => (await list(query)).items;
    expect(await found({ type: "cart" })).toEqual([cart]);
    expect(await found({ contactId: first.id })).toEqual([visit]);
    expect(await found({ shop: own.shopId })).toEqual([cart, visit]);
    // Local days, both included: the second event is on 2 March in Prague.
    expect(await found({ to: "2026-03-01" })).toEqual([visit]);
    expect(await found({ from: "2026-03-02", to: "2026-03-02" })).toEqual([cart]);
    expect(await found({ from: "2026-03-03" })).toEqual([]);
    const other = await company();
    expect((await other.api.ok("listWebEvents")).total).toBe(0);
    const refused = (query: Record<string, unknown>) => own.api.refused("listWebEvents", { query });
    expect(await refused({ from: "2026-03-02", to: "2026-03-01" })).toMatchObject({ status: 400, message: "to" });
    expect(await refused({ type: "custom" })).toMatchObject({ status: 400, message: "type" });
    expect(await refused({ shop: other.shopId })).toMatchObject({ status: 400, message: "shop" });
  });

  it("loses a contact's events with its erasure, and its visitors are forgotten", async () => {
    const own = await company();
    const key = await aTrackedShop(own);
    const { id } = await own.aContact();
    await postVisit(own, key, aVisit({ contact: aVisitorToken(own, id) }));
    const exported = await own.api.ok("exportContact", { params: { id } });
    expect(exported.events).toMatchObject([
      { type: "page_visit", data: { url: `${shopOrigin}/boots`, title: "Boots" } },
    ]);
    await own.api.ok("eraseContact", { params: { id }, body: { confirm: true } });
    expect((await own.api.ok("listWebEvents")).total).toBe(0);
    expect((await postVisit(own, key, aVisit())).body).toEqual({ accepted: 0 });
  });

  it("keeps events as long as the setting says", async () => {
    const { background: events } = await import("../events/background.ts");
    const { background: site } = await import("./background.ts");
    const { testWorkerOf } = await import("../../../tests/harness/factories/company.ts");
    const own = await company();
    const key = await aTrackedShop(own);
    const { id } = await own.aContact();
    await postVisit(own, key, aVisit({ contact: aVisitorToken(own, id) }));
    await own.api.ok("recordContactEvent", { body: { contactId: id, type: "custom", name: "wishlist" } });
    const retain = async () => {
      for (const job of [...(events.jobs ?? []), ...(site.jobs ?? [])])
        await job.run({ ...testWorkerOf(own), webEventMonths: 2 }, {});
    };
    own.clock.advance(days(50));
    await retain();
    expect((await own.api.ok("listWebEvents")).total).toBe(1);
    own.clock.advance(days(20));
    await retain();
    expect((await own.api.ok("listWebEvents")).total).toBe(0);
    expect((await own.api.ok("exportContact", { params: { id } })).events).toMatchObject([{ name: "wishlist" }]);
    expect((await postVisit(own, key, aVisit())).body).toEqual({ accepted: 0 });
  });
});
