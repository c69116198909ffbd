import { Extension, Mark } from "@tiptap/core";

/**
 * Styles of the e-mail's own text are kept as `data-style` while it is edited: the page's content policy refuses
 * inline styles.
 */
export const toEditor = (html: string): string => html.replaceAll(/(<[a-z][^>]*?\s)style=/gi, "$1data-style=");
export const fromEditor = (html: string): string => html.replaceAll(/(<[a-z][^>]*?\s)data-style=/gi, "$1style=");

const attribute = {
  default: null,
  parseHTML: (element: HTMLElement) => element.dataset["style"] ?? null,
  renderHTML: ({ style }: Record<string, unknown>) => (typeof style === "string" ? { "data-style": style } : {}),
};

const styled = ["paragraph", "heading", "bulletList", "orderedList", "listItem", "link", "bold", "italic", "underline"];

/** Keeps the styles of elements that have their own. */
export const KeptStyles = Extension.create({
  name: "keptStyles",
  addGlobalAttributes: () => [{ types: styled, attributes: { style: attribute } }],
});

/** A span exists only for its style. */
export const StyledSpan = Mark.create({
  name: "styledSpan",
  addAttributes: () => ({ style: attribute }),
  parseHTML: () => [{ tag: "span[data-style]" }],
  renderHTML: ({ HTMLAttributes }) => ["span", HTMLAttributes, 0],
});

const known = /^(?:p|h[1-4]|ul|ol|li|a|b|strong|i|em|u|s|br|span|blockquote|hr)$/i;

/** Whether the rich text field keeps everything of this HTML; other HTML is edited as code. */
export const isRichText = (html: string): boolean =>
  [...html.matchAll(/<\/?([a-z][\w-]*)/gi)].every(([, name = ""]) => known.test(name)) && !html.includes("{%");
