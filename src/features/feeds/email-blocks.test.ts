import { expect, it } from "vitest";
import { company, type TestCompany } from "../../../tests/harness/factories/company.ts";
import { importFeed } from "../../../tests/harness/factories/feeds.ts";
import { writeCards } from "../../mail/render/product-cards.ts";
import { findFeedBlocks, parseBlockTag } from "./email-blocks.ts";

it.each([
  ["products:12", { isArticle: false, shown: { feedId: "12", order: "feed", limit: 4 } }],
  ["products:12.6", { isArticle: false, shown: { feedId: "12", order: "feed", limit: 6 } }],
  ["products:12.99", { isArticle: false, shown: { feedId: "12", order: "feed", limit: 12 } }],
  ["products:12.0", { isArticle: false, shown: { feedId: "12", order: "feed", limit: 1 } }],
  ["articles:3.2", { isArticle: true, shown: { feedId: "3", order: "feed", limit: 2 } }],
  ["products:12.newest.3", { isArticle: false, shown: { feedId: "12", order: "newest", limit: 3 } }],
  [
    "products:12.cheapest.3.med-a-vosk",
    { isArticle: false, shown: { feedId: "12", order: "cheapest", limit: 3, category: "med-a-vosk" } },
  ],
  [
    "products:12.last-category.3",
    { isArticle: false, shown: { feedId: "12", order: "feed", limit: 3 }, isByLastCategory: true },
  ],
  ["articles:12.last-category.3", undefined],
  ["products:12.ids.5-9", { isArticle: false, shown: { feedId: "12", order: "ids", ids: ["5", "9"], limit: 2 } }],
  ["products:12.2.required", { isArticle: false, shown: { feedId: "12", order: "feed", limit: 2 } }],
  [
    "products:12.newest.3.vosk.cards_3_183.required",
    {
      isArticle: false,
      shown: { feedId: "12", order: "newest", limit: 3, category: "vosk" },
      cards: { columns: 3, width: 183 },
    },
  ],
  [
    "products:12.ids.5-9.cards_2_275_1f5fbf_ffffff_3_S291cGl0",
    {
      isArticle: false,
      shown: { feedId: "12", order: "ids", ids: ["5", "9"], limit: 2 },
      cards: {
        columns: 2,
        width: 275,
        button: { label: "Koupit", color: "#1f5fbf", textColor: "#ffffff", radius: 3 },
      },
    },
  ],
  ["products:12.2.cards_5_100", undefined],
  ["products:summer", undefined],
  ["coupon:12", undefined],
])("reads the tag %s", (tag, expected) => expect(parseBlockTag(tag)).toEqual(expected));

const inCzech = { language: "cs", now: () => new Date("2026-03-10T12:00:00Z") };

const item = (id: string, fields: string) =>
  `<SHOPITEM><ITEM_ID>${id}</ITEM_ID><PRODUCTNAME>${id} &amp; co</PRODUCTNAME><URL>https://shop.example.org/${id}?a=1&amp;b=2</URL>${fields}</SHOPITEM>`;

async function aFilledFeed(test: TestCompany) {
  const { id } = await test.api.ok("createFeed", { body: { name: "A", shopId: test.shopId, kind: "zbozi" } });
  const items = [
    item("A", "<PRICE_VAT>300</PRICE_VAT><CATEGORYTEXT>Jídlo | Včelí med</CATEGORYTEXT>"),
    item("B", "<PRICE_VAT>100</PRICE_VAT><DELIVERY_DATE>-1</DELIVERY_DATE>"),
    item("C", "<PRICE_VAT>199.5</PRICE_VAT><PRICE_BEFORE_DISCOUNT>250</PRICE_BEFORE_DISCOUNT>"),
    item("D", "<PRICE_VAT>200</PRICE_VAT><CATEGORYTEXT>Jídlo | Včelí med</CATEGORYTEXT>"),
  ];
  await importFeed(test, id, `<SHOP>${items.join("")}</SHOP>`);
  return id;
}

it("shows available products of the feed, escaped, with the prices of now", async () => {
  const test = await company();
  const id = await aFilledFeed(test);
  const namesIn = async (key: string) => {
    const blocks = await findFeedBlocks(test.ctx.db, [`<p>{{products:${id}${key}}}</p>`], inCzech);
    return blocks[`products:${id}${key}`]?.text.match(/^[A-D](?= & co$)/gm) ?? [];
  };
  expect(await namesIn("")).toEqual(["A", "C", "D"]);
  expect(await namesIn(".2")).toEqual(["A", "C"]);
  expect(await namesIn(".newest.2")).toEqual(["D", "C"]);
  expect(await namesIn(".cheapest.2")).toEqual(["C", "D"]);
  expect(await namesIn(".cheapest.5.vceli-med")).toEqual(["D", "A"]);
  expect(await namesIn(".cheapest.5.jidlo-vceli-med")).toEqual(["D", "A"]);
  const { items } = await test.api.ok("listFeedProducts");
  expect(await namesIn(`.ids.${items[3]?.id}-${items[0]?.id}`)).toEqual(["D", "A"]);
  const block = (await findFeedBlocks(test.ctx.db, [`{{products:${id}}}`], inCzech))[`products:${id}`];
  expect(block?.html).toContain('<a href="https://shop.example.org/C?a=1&amp;b=2"');
  expect(block?.html).toContain("C &amp; co");
  expect(block?.html.replaceAll("\u00a0", " ")).toContain('199,50 Kč <s style="color:#888888">250 Kč</s>');
  const other = await company();
  expect(await findFeedBlocks(other.ctx.db, [`{{products:${id}}}`], inCzech)).toEqual({});
});

it("shows products as cards with a button, in rows for Outlook", async () => {
  const test = await company();
  const id = await aFilledFeed(test);
  const button = { label: 'Koupit "teď" <b>', color: "#1F5FBF", textColor: "#ffffff", radius: 6 };
  const tag = `products:${id}${writeCards({ columns: 2, width: 275, button })}`;
  const block = (await findFeedBlocks(test.ctx.db, [`{{${tag}}}`], inCzech))[tag];
  const html = block?.html.replaceAll("\u00a0", " ") ?? "";
  expect(html.match(/max-width:275px/g)).toHaveLength(3);
  expect(html.match(/<!--\[if mso]><\/tr><tr><!\[endif]-->/g)).toHaveLength(1);
  expect(html).toContain('background:#1f5fbf"><a href="https://shop.example.org/C?a=1&amp;b=2"');
  expect(html).toContain("Koupit &quot;teď&quot; &lt;b&gt;</a>");
  expect(html).toContain('<strong>199,50 Kč</strong> <s style="color:#767676">250 Kč</s>');
  expect(block?.text).toContain("C & co\n199,50");
});

const googleItem = (id: string, price: string, sale: string, period: string) =>
  `<item><g:id>${id}</g:id><g:title>${id}</g:title><g:link>https://x.org/${id}</g:link><g:price>${price} CZK</g:price>` +
  `<g:sale_price>${sale} CZK</g:sale_price><g:sale_price_effective_date>${period}</g:sale_price_effective_date></item>`;

it("counts a sale price within its period, at the time of sending", async () => {
  const test = await company();
  const { id } = await test.api.ok("createFeed", { body: { name: "A", shopId: test.shopId, kind: "google" } });
  const items = [
    googleItem("A", "300", "100", "2026-03-10T08:00+0100/2026-03-11T08:00+0100"),
    googleItem("B", "200", "150", "2026-03-01/2026-03-09"),
  ];
  test.clock.set(new Date("2026-03-09T12:00:00Z"));
  await importFeed(test, id, `<rss><channel>${items.join("")}</channel></rss>`);
  const pricesAt = async (time: string) => {
    const now = () => new Date(time);
    const tag = `products:${id}.cheapest.2`;
    const block = (await findFeedBlocks(test.ctx.db, [`{{${tag}}}`], { language: "cs", now }))[tag];
    return block?.items.map(({ code, price, oldPrice }) => `${String(code)} ${String(price)} ${String(oldPrice)}`);
  };
  expect(await pricesAt("2026-03-09T23:59:59Z")).toEqual(["B 150.00 200.00", "A 300.00 null"]);
  expect(await pricesAt("2026-03-10T06:59:59Z")).toEqual(["B 200.00 null", "A 300.00 null"]);
  expect(await pricesAt("2026-03-10T07:00:00Z")).toEqual(["A 100.00 300.00", "B 200.00 null"]);
  expect(await pricesAt("2026-03-11T07:00:00Z")).toEqual(["B 200.00 null", "A 300.00 null"]);
  const shown = await test.api.ok("listFeedProducts", { query: { q: "B" } });
  expect(shown.items).toMatchObject([{ code: "B", price: "150.00", oldPrice: "200.00" }]);
});
