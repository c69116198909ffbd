import { findChild, textIn, type XmlElement } from "../xml-items.ts";
import { parsePrice, type RawItem } from "../raw-item.ts";

/** Shoptet's export of products. A hidden product is undefined. The variants of a product are one item: the cheapest in stock. */
export function readShoptetItem(item: XmlElement): RawItem | undefined {
  const visibility = textIn(item, "visibility").toLowerCase();
  if (visibility !== "" && visibility !== "visible") return undefined;
  const variants = findChild(item, "variants")?.children.filter(({ name }) => name === "variant") ?? [];
  const offer = findCheapest(variants) ?? item;
  const images = findChild(item, "images");
  const categories = findChild(item, "categories");
  return {
    // The first variant names the product, so that its code stays when another one becomes the cheapest.
    key: textIn(item, "code") || textIn(variants[0], "code") || (item.attributes["id"] ?? "") || textIn(item, "guid"),
    name: textIn(item, "name"),
    url: textIn(item, "orig_url", "url"),
    description: textIn(item, "short_description", "description"),
    imageUrl: textIn(images, "image") || textIn(item, "image", "imgurl"),
    price: textIn(offer, "price_vat", "price"),
    oldPrice: textIn(offer, "standard_price"),
    currency: textIn(offer, "currency") || textIn(item, "currency"),
    brand: textIn(item, "manufacturer"),
    category: textIn(categories, "default_category", "category") || textIn(item, "categorytext"),
    available: isInStock(offer),
  };
}

const amountOf = (offer: XmlElement): string => textIn(findChild(offer, "stock"), "amount") || textIn(offer, "amount");

/** A product without an amount is made to order. */
function isInStock(offer: XmlElement): boolean {
  const amount = amountOf(offer);
  return amount === "" || Number(amount.replace(",", ".")) > 0;
}

function findCheapest(variants: readonly XmlElement[]): XmlElement | undefined {
  const inStock = variants.filter(isInStock);
  const candidates = inStock.length === 0 ? variants : inStock;
  const priceOf = (variant: XmlElement) =>
    Number(parsePrice(textIn(variant, "price_vat", "price"))?.amount ?? Infinity);
  return candidates.toSorted((a, b) => priceOf(a) - priceOf(b))[0];
}
