import { findChild, textIn, type XmlElement } from "../xml-items.ts";
import type { RawItem } from "../raw-item.ts";

const inStock = /^(in[ _]stock|available|preorder|backorder)/i;

/** Google Merchant Center, as RSS or Atom. */
export function readGoogleItem(item: XmlElement): RawItem {
  const price = textIn(item, "g:price", "price");
  const sale = textIn(item, "g:sale_price", "sale_price");
  const salePeriod = sale === "" ? "" : textIn(item, "g:sale_price_effective_date", "sale_price_effective_date");
  const availability = textIn(item, "g:availability", "availability");
  return {
    key: textIn(item, "g:id", "id"),
    name: textIn(item, "g:title", "title"),
    url: textIn(item, "g:link", "link") || (findChild(item, "link")?.attributes["href"] ?? ""),
    description: textIn(item, "g:description", "description", "summary"),
    imageUrl: textIn(item, "g:image_link", "image_link"),
    price: sale === "" || salePeriod !== "" ? price : sale,
    oldPrice: sale === "" || salePeriod !== "" ? "" : price,
    brand: textIn(item, "g:brand", "brand"),
    category: textIn(item, "g:product_type", "product_type", "g:google_product_category"),
    available: availability === "" || inStock.test(availability),
    ...(salePeriod === "" ? {} : { salePrice: sale, salePeriod }),
  };
}
