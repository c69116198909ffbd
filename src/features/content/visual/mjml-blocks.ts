import type { Static } from "typebox";
import { socialNetworks, type Block } from "../../../mail/render/blocks.ts";
import type { MjmlHead } from "./mjml-head.ts";
import { elementsOf, type MarkupElement } from "./markup-tree.ts";
import {
  parseColor,
  withoutUndefined,
  parseLineHeight,
  noPadding,
  parseWord,
  parsePadding,
  parsePixels,
  plainText,
  type Attributes,
} from "./mjml-values.ts";

export type VisualBlock = Static<typeof Block>;

const aligns = ["left", "center", "right"] as const;
const defaultPadding = { top: 10, right: 25, bottom: 10, left: 25 };

const toContainer = (attributes: Attributes) => ({
  padding: parsePadding(attributes, defaultPadding),
  backgroundColor: parseColor(attributes["container-background-color"]),
});

type Reader = (element: MarkupElement, attributes: Attributes, head: MjmlHead) => VisualBlock | undefined;

/** Converters of components with a block. They return undefined if the block cannot represent the component. */
const readers: Readonly<Record<string, Reader>> = {
  "mj-text": ({ inner }, attributes, { settings }) => {
    const fontSize = parsePixels(attributes["font-size"], 8, 96);
    return withoutUndefined({
      kind: "text" as const,
      ...toContainer(attributes),
      html: withInlineStyles(inner.trim(), attributes),
      align: parseWord(attributes["align"], aligns),
      color: parseColor(attributes["color"]),
      fontSize,
      lineHeight: parseLineHeight(attributes["line-height"], fontSize ?? settings.fontSize ?? 13) ?? 1,
    });
  },
  "mj-image": (_element, attributes) =>
    withoutUndefined({
      kind: "image" as const,
      ...toContainer(attributes),
      src: attributes["src"] ?? "",
      alt: (attributes["alt"] ?? "").slice(0, 500),
      href: attributes["href"],
      width: parsePixels(attributes["width"], 1, 1200),
      align: parseWord(attributes["align"], aligns),
      radius: parsePixels(attributes["border-radius"], 0, 600),
    }),
  "mj-button": ({ inner }, attributes) =>
    withoutUndefined({
      kind: "button" as const,
      ...toContainer(attributes),
      label: plainText(inner),
      href: attributes["href"] ?? "",
      align: parseWord(attributes["align"], aligns),
      buttonColor: parseColor(attributes["background-color"]),
      buttonTextColor: parseColor(attributes["color"]),
      radius: parsePixels(attributes["border-radius"], 0, 60) ?? 3,
      fontSize: parsePixels(attributes["font-size"], 8, 96) ?? 13,
      fullWidth: attributes["width"]?.trim() === "100%" ? true : undefined,
    }),
  "mj-divider": (_element, attributes) =>
    withoutUndefined({
      kind: "divider" as const,
      ...toContainer(attributes),
      color: parseColor(attributes["border-color"]) ?? "#000000",
      thickness: parsePixels(attributes["border-width"], 1, 40) ?? 4,
      style: parseWord(attributes["border-style"], ["solid", "dashed", "dotted"]),
    }),
  "mj-spacer": (_element, attributes) =>
    withoutUndefined({
      kind: "spacer" as const,
      padding: parsePadding(attributes, noPadding),
      backgroundColor: parseColor(attributes["container-background-color"]),
      height: parsePixels(attributes["height"], 1, 400) ?? 20,
    }),
  "mj-social": ({ children }, attributes, { attributesOf }) => {
    const items = elementsOf(children).map((child) => socialItem(child, attributesOf(child)));
    if (items.length === 0 || items.some((item) => item === undefined)) return undefined;
    return withoutUndefined({
      kind: "social" as const,
      ...toContainer(attributes),
      items: items.filter((item) => item !== undefined).slice(0, 20),
      align: parseWord(attributes["align"], aligns),
      color: parseColor(attributes["color"]),
      fontSize: parsePixels(attributes["font-size"], 8, 96),
    });
  },
  "mj-table": ({ inner }, attributes) => ({
    kind: "html",
    ...withoutUndefined(toContainer(attributes)),
    html: withInlineStyles(
      `<table cellpadding="0" cellspacing="0" border="0" width="100%">${inner.trim()}</table>`,
      attributes,
    ),
  }),
  "mj-raw": ({ inner }) => ({ kind: "html", padding: noPadding, html: inner.trim() }),
};

function socialItem({ inner }: MarkupElement, attributes: Attributes) {
  const network = (attributes["name"] ?? "").replace(/-noshare$/, "").replace(/^twitter$/, "x");
  const known = parseWord(network, socialNetworks);
  if (known === undefined || attributes["href"] === undefined) return undefined;
  const label = plainText(inner);
  return withoutUndefined({
    network: known,
    href: attributes["href"],
    iconUrl: attributes["src"],
    label: label === "" ? undefined : label,
  });
}

const inlineStyles = [
  "font-family",
  "font-weight",
  "font-style",
  "letter-spacing",
  "text-decoration",
  "text-transform",
] as const;

/** Styles that a text block cannot represent are kept inline in its HTML. */
function withInlineStyles(html: string, attributes: Attributes): string {
  const style = inlineStyles
    .flatMap((name) => (attributes[name] === undefined ? [] : [`${name}:${attributes[name]}`]))
    .join(";")
    .replaceAll('"', "'");
  return style === "" ? html : `<div style="${style}">${html}</div>`;
}

export function readBlock(element: MarkupElement, head: MjmlHead): VisualBlock | undefined {
  return readers[element.name]?.(element, head.attributesOf(element), head);
}
