import type { PageLanguage } from "../../../kernel/page-language.ts";
import { mergedDesign } from "../public-page/design.ts";
import { maskAddress } from "./address.ts";

import type { Sender } from "./queries.ts";
import type { Preferences } from "./view.ts";

const lists: Readonly<Record<PageLanguage, readonly [string, string]>> = {
  cs: ["Novinky a tipy", "Akce a slevy"],
  sk: ["Novinky a tipy", "Akcie a zľavy"],
  en: ["News and tips", "Offers and sales"],
};

/** A person for the preview of a page. */
export function samplePreferences(
  sender: Omit<Sender, "language"> & { language: PageLanguage },
  page: NonNullable<Preferences["page"]>,
): Preferences {
  const [first, second] = lists[sender.language];
  return {
    language: sender.language,
    senderName: sender.senderName,
    address: maskAddress("jana.novakova@example.com"),
    design: mergedDesign(sender.design, page.design),
    isRefused: false,
    lists: [
      { id: "1", name: first, state: "confirmed" },
      { id: "2", name: second, state: "unsubscribed" },
    ],
    page,
  };
}
