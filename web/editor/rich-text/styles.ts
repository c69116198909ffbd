import { Extension, Mark } from "@tiptap/core";

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
