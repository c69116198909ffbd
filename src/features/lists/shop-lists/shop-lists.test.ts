import { expect, it } from "vitest";
import { company, type TestCompany } from "../../../../tests/harness/factories/company.ts";
import { findListSizeDifferences } from "../queries.ts";

const sizes = async ({ api }: TestCompany) =>
  Object.fromEntries((await api.ok("listLists")).items.map(({ systemKind, counts }) => [systemKind, counts.total]));

it("without apply answers the lists and creates nothing", async () => {
  const { api, aContact, shopId } = await company();
  await aContact();
  const report = await api.ok("maintainShopLists", { body: {} });
  expect(report).toEqual({
    applied: false,
    contacts: 1,
    lists: [
      { shopId, systemKind: "shop_contacts", listId: null, name: "Main shop: všechny kontakty", members: 1 },
      { shopId, systemKind: "shop_newsletter", listId: null, name: "Main shop: odběratelé novinek", members: 1 },
      { shopId, systemKind: "shop_unsubscribed", listId: null, name: "Main shop: odhlášení", members: 0 },
    ],
  });
  expect((await api.ok("listLists")).total).toBe(0);
  expect(await api.refused("maintainShopLists", { body: { shopId: "999999999" } })).toMatchObject({
    message: "shopId",
  });
});

it("creates the lists once, fills them and synchronizes them with the contacts", async () => {
  const test = await company();
  const { api, aContact, aList, shopId, runActions, runListeners } = test;
  const other = await api.ok("createShop", {
    body: { name: "Other", language: "sk", country: "SK", currencies: ["EUR"] },
  });
  await aList({ name: "main shop: odhlášení" });
  const [first, second] = [await aContact(), await aContact()];
  await aContact({ shopId: other.id });
  await api.ok("unsubscribeContact", { params: { id: first.id }, body: {} });
  await api.ok("maintainShopLists", { body: { shopId, apply: true } });
  expect(await api.call("maintainShopLists", { body: { shopId, apply: true } })).toMatchObject({
    status: 202,
    body: { applied: true, jobId: expect.stringMatching(/^\d+$/), lists: [{ shopId }, { shopId }, { shopId }] },
  });
  await runActions();
  const { items: notices } = await api.ok("listNotifications");
  expect(notices.map(({ type, params }) => ({ type, params }))).toEqual(
    Array.from({ length: 2 }, () => ({
      type: "maintenance_done",
      params: { operation: "shop-lists", contacts: 2 },
    })),
  );
  expect(await sizes(test)).toEqual({ shop_contacts: 2, shop_newsletter: 1, shop_unsubscribed: 1, null: 0 });
  await aContact();
  await api.ok("unsubscribeContact", { params: { id: second.id }, body: {} });
  await runListeners();
  expect(await sizes(test)).toEqual({ shop_contacts: 3, shop_newsletter: 1, shop_unsubscribed: 2, null: 0 });
  await api.ok("deleteContact", { params: { id: second.id } });
  await runListeners();
  expect(await sizes(test)).toEqual({ shop_contacts: 2, shop_newsletter: 1, shop_unsubscribed: 1, null: 0 });
  expect(await findListSizeDifferences(test.ctx.db)).toEqual([]);
});
