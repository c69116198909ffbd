import type { PageLanguage } from "../../../kernel/page-language.ts";
import { mergeDesigns } from "../public-page/design.ts";
import { maskEmail } from "./mask-email.ts";

import type { PageSender } from "./queries.ts";
import type { Preferences } from "./preferences-view.ts";

const lists: Readonly<Record<PageLanguage, readonly [string, string]>> = {
  cs: ["Novinky a tipy", "Akce a slevy"],
  sk: ["Novinky a tipy", "Akcie a zľavy"],
  en: ["News and tips", "Offers and sales"],
};

/** Sample data for the preview of a page. */
export function samplePreferences(
  sender: Omit<PageSender, "language"> & { language: PageLanguage },
  page: NonNullable<Preferences["page"]>,
): Preferences {
  const [first, second] = lists[sender.language];
  return {
    language: sender.language,
    senderName: sender.senderName,
    imprint: sender.imprint,
    beginsWith: "unsubscribing",
    address: maskEmail("jana.novakova@example.com"),
    design: mergeDesigns(sender.design, page.design),
    isSuppressed: false,
    lists: [
      { id: "1", name: first, state: "confirmed" },
      { id: "2", name: second, state: "unsubscribed" },
    ],
    page,
  };
}
