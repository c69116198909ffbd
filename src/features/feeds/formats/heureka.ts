import { textIn, type XmlElement } from "../xml-items.ts";
import type { RawItem } from "../raw-item.ts";

/** Days until dispatch up to which a product counts as available. */
const maxDispatchDays = 30;

/** A number of days; -1 is unknown at Zboží.cz. A date or no value is available. */
function isAvailable(deliveryDate: string): boolean {
  if (!/^-?\d+$/.test(deliveryDate)) return true;
  const days = Number(deliveryDate);
  return days >= 0 && days <= maxDispatchDays;
}

/** Heureka, and Zboží.cz, which names the price before a discount as well. */
export function readHeurekaItem(item: XmlElement): RawItem {
  return {
    key: textIn(item, "item_id"),
    name: textIn(item, "productname", "product"),
    url: textIn(item, "url"),
    description: textIn(item, "description"),
    imageUrl: textIn(item, "imgurl"),
    price: textIn(item, "price_vat"),
    oldPrice: textIn(item, "price_before_discount"),
    currency: textIn(item, "currency"),
    brand: textIn(item, "manufacturer", "brand"),
    category: textIn(item, "categorytext"),
    available: isAvailable(textIn(item, "delivery_date")),
  };
}
