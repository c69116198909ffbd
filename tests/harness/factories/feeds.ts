import type { TestCompany } from "./company.ts";
import { multipartForm } from "./multipart-form.ts";

/** Replaces the content of the feed and waits until it is stored. */
export async function importFeed(test: TestCompany, feedId: string, text: string): Promise<void> {
  await test.api.ok("importFeed", { params: { feed_id: feedId }, form: multipartForm(text, "feed.xml") });
  await test.runActions();
}

type HeurekaItem = { id: string; price?: string; category?: string; extra?: string };

export const heurekaFeed = (items: readonly HeurekaItem[]): string =>
  `<SHOP>${items
    .map(
      ({ id, price = "10", category = "", extra = "" }) =>
        `<SHOPITEM><ITEM_ID>${id}</ITEM_ID><PRODUCTNAME>Product ${id}</PRODUCTNAME><URL>https://shop.example.org/${id}</URL>` +
        `<PRICE_VAT>${price}</PRICE_VAT><CATEGORYTEXT>${category}</CATEGORYTEXT>${extra}</SHOPITEM>`,
    )
    .join("")}</SHOP>`;

/** A feed of products in the format of Heureka. */
export async function aProductFeed(test: TestCompany, items: readonly HeurekaItem[]): Promise<string> {
  const { id } = await test.api.ok("createFeed", { body: { name: "Shop", shopId: test.shopId, kind: "heureka" } });
  await importFeed(test, id, heurekaFeed(items));
  return id;
}
