import { expect, it } from "vitest";
import { holdClock } from "../../../../tests/harness/factories/clock.ts";
import { company, type TestCompany } from "../../../../tests/harness/factories/company.ts";

const aShop = { name: "Eshop", language: "sk", country: "SK", currencies: ["EUR"] };
const notFound = { status: 404, code: "not_found", message: "shop", params: {} };
const refusal = (message: string) => ({ status: 400, code: "validation", message, params: expect.any(Object) });
const conflict = (message: string) => ({ status: 409, code: "conflict", message, params: {} });

const ascending = (left: number, right: number) => left - right;

async function fillShops({ ctx: { db } }: TestCompany, count: number): Promise<void> {
  await db.sql`
    insert into shop (tenant_id, name, language, country, currencies, phone_country, created_at)
    select ${db.tenantId}, 'Filler ' || i, 'cs', 'CZ', '{CZK}', 'CZ', now() from generate_series(1, ${count}) as i`;
}

it("adds a shop whose phone country defaults to its country", async () => {
  holdClock();
  const { api, clock } = await company();
  const shop = await api.ok("createShop", { body: { ...aShop, name: " Eshop ", url: "https://eshop.sk" } });
  expect(shop).toEqual({
    ...aShop,
    id: expect.stringMatching(/^\d+$/),
    url: "https://eshop.sk",
    phoneCountry: "SK",
    enabled: true,
    createdAt: clock.now().toISOString(),
    updatedAt: null,
    contacts: 0,
  });
  expect(await api.ok("getShop", { params: { shop_id: shop.id } })).toEqual(shop);
  expect((await api.call("createShop", { body: { ...aShop, name: "Second" } })).status).toBe(201);
});

it("counts the contacts of each shop", async () => {
  const test = await company();
  const { api, shopId } = test;
  const { id: otherShop } = await api.ok("createShop", { body: aShop });
  await Promise.all([test.aContact(), test.aContact(), test.aContact({ shopId: otherShop })]);
  const { items } = await api.ok("listShops");
  expect(items.map(({ id, contacts }) => ({ id, contacts }))).toEqual([
    { id: shopId, contacts: 2 },
    { id: otherShop, contacts: 1 },
  ]);
});

it("lists shops searched, filtered, sorted and paged", async () => {
  const { api, shopId } = await company();
  const { id: cajovna } = await api.ok("createShop", { body: { ...aShop, name: "Čajovna", url: "https://tea.cz" } });
  const { id: drogerie } = await api.ok("createShop", { body: { ...aShop, name: "Drogerie" } });
  await api.ok("disableShop", { params: { shop_id: drogerie } });
  const ids = async (query: Record<string, unknown>) =>
    (await api.ok("listShops", { query })).items.map(({ id }) => id);
  expect(await ids({})).toEqual([shopId, cajovna, drogerie]);
  expect(await ids({ sort: "name" })).toEqual([cajovna, drogerie, shopId]);
  expect(await ids({ sort: "-createdAt,-id" })).toEqual([drogerie, cajovna, shopId]);
  expect(await ids({ q: "cajov" })).toEqual([cajovna]);
  expect(await ids({ q: "ČA" })).toEqual([cajovna]);
  expect(await ids({ q: "aj" })).toEqual([]);
  expect(await ids({ q: "tea.cz" })).toEqual([cajovna]);
  expect(await ids({ enabled: false })).toEqual([drogerie]);
  expect(await ids({ enabled: true })).toEqual([shopId, cajovna]);
  expect(await api.ok("listShops", { query: { page: 2, pageSize: 2 } })).toEqual({
    items: [await api.ok("getShop", { params: { shop_id: drogerie } })],
    total: 3,
    page: 2,
    pageSize: 2,
  });
  expect(await api.refused("listShops", { query: { sort: "language" } })).toEqual(refusal("sort"));
  expect(await api.refused("listShops", { query: { sort: "name,-name" } })).toEqual(refusal("sort"));
});

it.each([
  ["name", { name: " " }],
  ["url", { url: "eshop.sk" }],
  ["url", { url: "https://eshop.sk:99999" }],
  ["language", { language: "SK" }],
  ["country", { country: "Slovakia" }],
  ["currencies", { currencies: [] }],
  ["currencies", { currencies: ["EUR", "EUR"] }],
  ["currencies.0", { currencies: ["euro"] }],
  ["phoneCountry", { phoneCountry: "421" }],
])("rejects an invalid %s: %j", async (field, wrong) => {
  const { api, shopId } = await company();
  expect(await api.refused("createShop", { body: { ...aShop, ...wrong } })).toEqual(refusal(field));
  const change = { params: { shop_id: shopId }, body: wrong };
  expect(await api.refused("updateShop", change)).toEqual(refusal(field));
});

it("rejects the name of another shop, ignoring case", async () => {
  const { api, shopId } = await company();
  await api.ok("createShop", { body: { ...aShop, name: "Čaj" } });
  expect(await api.refused("createShop", { body: { ...aShop, name: "ČAJ " } })).toEqual(conflict("name"));
  const rename = { params: { shop_id: shopId }, body: { name: "čAJ" } };
  expect(await api.refused("updateShop", rename)).toEqual(conflict("name"));
});

it("updates a shop, also when only the case of its name changes or a currency is removed", async () => {
  holdClock();
  const { api, shopId, clock } = await company();
  const params = { shop_id: shopId };
  const before = await api.ok("getShop", { params });
  const change = {
    name: "MAIN shop",
    url: null,
    language: "en",
    country: "GB",
    currencies: ["GBP"],
    phoneCountry: "IE",
  };
  const after = await api.ok("updateShop", { params, body: { ...change, enabled: false, id: "1" } });
  expect(after).toEqual({ ...before, ...change, updatedAt: clock.now().toISOString() });
  expect(await api.ok("updateShop", { params, body: {} })).toEqual(after);
});

it("enforces the limit of 100 shops under parallel requests", async () => {
  const test = await company();
  await fillShops(test, 98);
  const names = ["a", "b", "c", "d", "e"];
  const answers = await Promise.all(names.map((name) => test.api.call("createShop", { body: { ...aShop, name } })));
  expect(answers.map(({ status }) => status).toSorted(ascending)).toEqual([201, 409, 409, 409, 409]);
  expect(await test.api.refused("createShop", { body: aShop })).toEqual(conflict("limit"));
  expect((await test.api.ok("listShops")).total).toBe(100);
});

it("disables and enables a shop idempotently", async () => {
  holdClock();
  const { api, clock } = await company();
  const shop = await api.ok("createShop", { body: aShop });
  const params = { shop_id: shop.id };
  const disabled = { ...shop, enabled: false, updatedAt: clock.now().toISOString() };
  expect(await api.ok("disableShop", { params })).toEqual(disabled);
  expect(await api.ok("disableShop", { params })).toEqual(disabled);
  expect(await api.ok("enableShop", { params })).toEqual({ ...disabled, enabled: true });
  expect(await api.ok("enableShop", { params })).toEqual({ ...disabled, enabled: true });
});

it("keeps the last enabled shop enabled, also under parallel requests", async () => {
  const { api, shopId } = await company();
  expect(await api.refused("disableShop", { params: { shop_id: shopId } })).toEqual(conflict("status"));
  const { id } = await api.ok("createShop", { body: aShop });
  const answers = await Promise.all([shopId, id].map((shop) => api.call("disableShop", { params: { shop_id: shop } })));
  expect(answers.map(({ status }) => status).toSorted(ascending)).toEqual([200, 409]);
  expect((await api.ok("listShops", { query: { enabled: true } })).total).toBe(1);
});

it("does not show or change another company's shop", async () => {
  const [{ api }, other] = await Promise.all([company(), company()]);
  const params = { shop_id: other.shopId };
  const before = await other.api.ok("getShop", { params });
  expect(await api.refused("getShop", { params })).toEqual(notFound);
  expect(await api.refused("updateShop", { params, body: { name: "Mine" } })).toEqual(notFound);
  expect(await api.refused("updateShop", { params, body: {} })).toEqual(notFound);
  expect(await api.refused("enableShop", { params })).toEqual(notFound);
  expect(await api.refused("disableShop", { params })).toEqual(notFound);
  const language = { language: "de", applyToContacts: true };
  expect(await api.refused("setContactLanguage", { params, body: language })).toEqual(notFound);
  expect(await other.api.ok("getShop", { params })).toEqual(before);
  expect(await api.ok("listRunningActions")).toEqual({ items: [] });
});
