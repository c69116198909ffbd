import { expect, it } from "vitest";
import { anEmail, company } from "../../../tests/harness/factories/company.ts";
import { importFeed } from "../../../tests/harness/factories/feeds.ts";

it("order segments find items that have only a code by category and brand of the feed", async () => {
  const test = await company();
  const { api, shopId } = test;
  const { id } = await api.ok("createFeed", { body: { name: "A", shopId, kind: "heureka" } });
  const item =
    "<SHOPITEM><ITEM_ID>Med-1</ITEM_ID><PRODUCTNAME>Med</PRODUCTNAME><URL>https://shop.example.org/med</URL>" +
    "<MANUFACTURER>Včelí farma</MANUFACTURER><CATEGORYTEXT>Jídlo | Med</CATEGORYTEXT></SHOPITEM>";
  await importFeed(test, id, `<SHOP>${item}</SHOP>`);
  const anOrder = async (externalId: string, items: object[]) => {
    const email = anEmail();
    await api.ok("recordOrders", {
      body: { shopId, externalId, email, state: "Vyřízeno", currency: "CZK", total: "1", items },
    });
    return email;
  };
  const byCode = await anOrder("1", [{ code: "MED-1", quantity: "1" }]);
  await anOrder("2", [{ code: "MED-1", quantity: "1", category: "Jiné", brand: "Jiná" }]);
  await anOrder("3", [{ code: "OTHER", quantity: "1" }]);
  const members = async (attribute: string, value: string) => {
    const rule = { type: "order_attribute", attribute, operator: "eq", value };
    const definition = { type: "group", match: "all", rules: [rule] };
    const segment = await api.ok("createSegment", {
      body: { name: `${attribute} ${value}`, shopId, refresh: "daily", definition },
    });
    const { items } = await api.ok("listSegmentMembers", { params: { segment: segment.id } });
    return items.map(({ email }) => email);
  };
  expect(await members("category", "jídlo > med")).toEqual([byCode]);
  expect(await members("brand", "VČELÍ FARMA")).toEqual([byCode]);
});
