import { expect, it } from "vitest";
import { company } from "../../../../tests/harness/factories/company.ts";

const notFound = { status: 404, code: "not_found", message: "shop", params: {} };
const refusal = (message: string) => ({ status: 400, code: "validation", message, params: expect.any(Object) });

const noBrand = {
  logoUrl: null,
  primaryColor: null,
  secondaryColor: null,
  textColor: null,
  backgroundColor: null,
  font: null,
  companyName: null,
  address: null,
  web: null,
  socials: [],
};

it("replaces the complete brand", async () => {
  const { api, shopId } = await company();
  const params = { shop_id: shopId };
  expect(await api.ok("getShopBrand", { params })).toEqual(noBrand);
  const brand = {
    logoUrl: "https://cdn.example.com/logo.png",
    primaryColor: "#AA00ff",
    secondaryColor: "#000000",
    textColor: "#111111",
    backgroundColor: "#ffffff",
    font: "georgia",
    companyName: "Firma s.r.o.",
    address: "Dlouhá 1, Praha",
    web: "https://example.com",
    socials: [{ network: "facebook", url: "https://facebook.com/firma" }],
  };
  expect(await api.ok("replaceShopBrand", { params, body: { ...brand, unknown: 1 } })).toEqual(brand);
  expect(await api.ok("getShopBrand", { params })).toEqual(brand);
  const rest = { companyName: " Firma ", address: " " };
  expect(await api.ok("replaceShopBrand", { params, body: rest })).toEqual({ ...noBrand, companyName: "Firma" });
  expect(await api.ok("getShopBrand", { params })).toEqual({ ...noBrand, companyName: "Firma" });
});

it.each([
  ["logoUrl", { logoUrl: "data:image/png;base64,AAAA" }],
  ["logoUrl", { logoUrl: "https://exa mple.com" }],
  ["primaryColor", { primaryColor: "red" }],
  ["backgroundColor", { backgroundColor: "#fff" }],
  ["font", { font: "comic" }],
  ["web", { web: "https://example.com:99999" }],
  ["socials.0.network", { socials: [{ network: "myspace", url: "https://example.com" }] }],
  ["socials.0.url", { socials: [{ network: "x", url: "javascript:alert(1)" }] }],
  ["socials.0.url", { socials: [{ network: "x", url: "http://a:99999" }] }],
  ["socials.0.url", { socials: [{ network: "x" }] }],
])("rejects a brand with an invalid %s: %j", async (field, body) => {
  const { api, shopId } = await company();
  expect(await api.refused("replaceShopBrand", { params: { shop_id: shopId }, body })).toEqual(refusal(field));
});

it("shows and changes the customer exception of each shop", async () => {
  const { api, shopId, purposeId } = await company();
  const item = { shopId, shopName: "Main shop", customerException: false, customerExceptionDays: 365 };
  expect(await api.ok("listConsentSettings")).toEqual({ items: [item], defaultPurposeId: purposeId });
  const params = { shop_id: shopId };
  const changed = { ...item, customerException: true, customerExceptionDays: 3650 };
  const body = { customerException: true, customerExceptionDays: 3650, shopName: "x" };
  expect(await api.ok("updateConsentSettings", { params, body })).toEqual(changed);
  expect(await api.ok("updateConsentSettings", { params, body: {} })).toEqual(changed);
  expect(await api.ok("listConsentSettings")).toEqual({ items: [changed], defaultPurposeId: purposeId });
});

it.each([
  ["customerExceptionDays", { customerExceptionDays: 0 }],
  ["customerExceptionDays", { customerExceptionDays: 3651 }],
  ["customerException", { customerException: "yes" }],
])("rejects consent settings with an invalid %s: %j", async (field, body) => {
  const { api, shopId } = await company();
  expect(await api.refused("updateConsentSettings", { params: { shop_id: shopId }, body })).toEqual(refusal(field));
});

it("shows and changes the settings of each shop", async () => {
  const { api, shopId } = await company();
  const item = {
    shopId,
    shopName: "Main shop",
    syncContacts: true,
    syncOrders: true,
    senderName: null,
    replyTo: null,
  };
  expect(await api.ok("listShopSettings")).toEqual({ items: [item] });
  const params = { shop_id: shopId };
  const body = { syncContacts: false, syncOrders: false, senderName: " Jana ", replyTo: "Jana@Example.com" };
  const changed = { ...item, ...body, senderName: "Jana", replyTo: "jana@example.com" };
  expect(await api.ok("updateShopSettings", { params, body })).toEqual(changed);
  expect(await api.ok("updateShopSettings", { params, body: { replyTo: null } })).toEqual({
    ...changed,
    replyTo: null,
  });
  expect(await api.ok("listShopSettings")).toEqual({ items: [{ ...changed, replyTo: null }] });
});

it("rejects a sender name of more than one line", async () => {
  const { api, shopId } = await company();
  const body = { senderName: "a\r\nBcc: x@example.com" };
  expect(await api.refused("updateShopSettings", { params: { shop_id: shopId }, body })).toEqual(refusal("senderName"));
});

it("rejects an invalid reply address", async () => {
  const { api, shopId } = await company();
  const body = { replyTo: "jana" };
  expect(await api.refused("updateShopSettings", { params: { shop_id: shopId }, body })).toEqual(refusal("replyTo"));
});

it("does not show or change settings of another company's shop", async () => {
  const [{ api, ...own }, other] = await Promise.all([company(), company()]);
  const params = { shop_id: other.shopId };
  expect(await api.refused("getShopBrand", { params })).toEqual(notFound);
  expect(await api.refused("replaceShopBrand", { params, body: { companyName: "Mine" } })).toEqual(notFound);
  expect(await api.refused("updateConsentSettings", { params, body: { customerException: true } })).toEqual(notFound);
  expect(await api.refused("updateShopSettings", { params, body: { syncOrders: false } })).toEqual(notFound);
  expect(await other.api.ok("getShopBrand", { params })).toEqual(noBrand);
  expect((await other.api.ok("listConsentSettings")).items).toMatchObject([{ customerException: false }]);
  expect((await other.api.ok("listShopSettings")).items).toMatchObject([{ syncOrders: true }]);
  expect((await api.ok("listShopSettings")).items.map(({ shopId }) => shopId)).toEqual([own.shopId]);
});
