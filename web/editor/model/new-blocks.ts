import { createId, type Block, type BlockKind } from "./document.ts";

/** Words that a new block starts with, in the language of the app. */
type StartMessages = {
  readonly text: string;
  readonly button: string;
  readonly product: string;
  readonly buy: string;
  readonly form: string;
};

/** Kinds that the palette offers; an element comes from the saved ones. */
export type NewKind = Exclude<BlockKind, "element">;

/** What new blocks name until another one is chosen in the panel. */
export type StartRecords = {
  /** Feeds. */
  readonly products: string;
  readonly articles: string;
  readonly form: { readonly id: string; readonly url: string };
  /** Where buttons lead. */
  readonly href: string;
};

export function createBlock(kind: NewKind, messages: StartMessages, start: StartRecords): Block {
  const id = createId();
  switch (kind) {
    case "text":
      return { kind, id, html: `<p>${messages.text}</p>` };
    case "image":
      return { kind, id, src: "", alt: "" };
    case "button":
      return { kind, id, label: messages.button, href: start.href };
    case "divider":
      return { kind, id };
    case "spacer":
      return { kind, id, height: 24 };
    case "social":
      return { kind, id, items: [{ network: "web", href: start.href }] };
    case "product":
      return { kind, id, name: messages.product, href: start.href, buttonLabel: messages.buy };
    case "coupon":
      return { kind, id, mergeKey: "sleva" };
    case "products":
      return { kind, id, feedId: start.products, count: 3, columns: 3, buttonLabel: messages.buy };
    case "articles":
      return { kind, id, feedId: start.articles, count: 3 };
    case "form":
      return { kind, id, formId: start.form.id, href: start.form.url, label: messages.form };
    case "html":
      return { kind, id, html: "<p></p>" };
  }
}
