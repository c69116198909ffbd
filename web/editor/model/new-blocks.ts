import { createId, type Block, type BlockKind } from "./document.ts";

/** Words that a new block starts with, in the language of the app. */
type StartMessages = { readonly text: string; readonly button: string; readonly product: string; readonly buy: string };

/** Kinds that the palette offers; an element comes from the saved ones. */
export type NewKind = Exclude<BlockKind, "element">;

/** The feeds that new blocks show; an unknown one is chosen in the panel. */
type StartFeeds = { readonly products: string; readonly articles: string };

export function createBlock(kind: NewKind, messages: StartMessages, feeds: StartFeeds): Block {
  const id = createId();
  switch (kind) {
    case "text":
      return { kind, id, html: `<p>${messages.text}</p>` };
    case "image":
      return { kind, id, src: "", alt: "" };
    case "button":
      return { kind, id, label: messages.button, href: "{{df_shop_url}}" };
    case "divider":
      return { kind, id };
    case "spacer":
      return { kind, id, height: 24 };
    case "social":
      return { kind, id, items: [{ network: "web", href: "{{df_shop_url}}" }] };
    case "product":
      return { kind, id, name: messages.product, href: "{{df_shop_url}}", buttonLabel: messages.buy };
    case "coupon":
      return { kind, id, mergeKey: "sleva" };
    case "products":
      return { kind, id, feedId: feeds.products, count: 3, columns: 3, buttonLabel: messages.buy };
    case "articles":
      return { kind, id, feedId: feeds.articles, count: 3 };
    case "html":
      return { kind, id, html: "<p></p>" };
  }
}
