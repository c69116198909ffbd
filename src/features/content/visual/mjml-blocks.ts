import type { Static } from "typebox";
import { socialNetworks, type Block } from "../../../mail/render/blocks.ts";
import type { Head } from "./mjml-head.ts";
import { elementsOf, type Element } from "./tree.ts";
import {
  colorOf,
  defined,
  lineHeightOf,
  noPadding,
  oneOf,
  paddingOf,
  pixelsOf,
  plainText,
  type Attributes,
} from "./values.ts";

export type VisualBlock = Static<typeof Block>;

const aligns = ["left", "center", "right"] as const;
const usual = { top: 10, right: 25, bottom: 10, left: 25 };

const around = (attributes: Attributes) => ({
  padding: paddingOf(attributes, usual),
  backgroundColor: colorOf(attributes["container-background-color"]),
});

type Reader = (element: Element, attributes: Attributes, head: Head) => VisualBlock | undefined;

/** Components that have a block of their own. One that says more than its block can hold gives undefined. */
const readers: Readonly<Record<string, Reader>> = {
  "mj-text": ({ inner }, attributes, { settings }) => {
    const fontSize = pixelsOf(attributes["font-size"], 8, 96);
    return defined({
      kind: "text" as const,
      ...around(attributes),
      html: styled(inner.trim(), attributes),
      align: oneOf(attributes["align"], aligns),
      color: colorOf(attributes["color"]),
      fontSize,
      lineHeight: lineHeightOf(attributes["line-height"], fontSize ?? settings.fontSize ?? 13) ?? 1,
    });
  },
  "mj-image": (_element, attributes) =>
    defined({
      kind: "image" as const,
      ...around(attributes),
      src: attributes["src"] ?? "",
      alt: (attributes["alt"] ?? "").slice(0, 500),
      href: attributes["href"],
      width: pixelsOf(attributes["width"], 1, 1200),
      align: oneOf(attributes["align"], aligns),
      radius: pixelsOf(attributes["border-radius"], 0, 600),
    }),
  "mj-button": ({ inner }, attributes) =>
    defined({
      kind: "button" as const,
      ...around(attributes),
      label: plainText(inner),
      href: attributes["href"] ?? "",
      align: oneOf(attributes["align"], aligns),
      buttonColor: colorOf(attributes["background-color"]),
      buttonTextColor: colorOf(attributes["color"]),
      radius: pixelsOf(attributes["border-radius"], 0, 60) ?? 3,
      fontSize: pixelsOf(attributes["font-size"], 8, 96) ?? 13,
      fullWidth: attributes["width"]?.trim() === "100%" ? true : undefined,
    }),
  "mj-divider": (_element, attributes) =>
    defined({
      kind: "divider" as const,
      ...around(attributes),
      color: colorOf(attributes["border-color"]) ?? "#000000",
      thickness: pixelsOf(attributes["border-width"], 1, 40) ?? 4,
      style: oneOf(attributes["border-style"], ["solid", "dashed", "dotted"]),
    }),
  "mj-spacer": (_element, attributes) =>
    defined({
      kind: "spacer" as const,
      padding: paddingOf(attributes, noPadding),
      backgroundColor: colorOf(attributes["container-background-color"]),
      height: pixelsOf(attributes["height"], 1, 400) ?? 20,
    }),
  "mj-social": ({ children }, attributes, { attributesOf }) => {
    const items = elementsOf(children).map((child) => socialItem(child, attributesOf(child)));
    if (items.length === 0 || items.some((item) => item === undefined)) return undefined;
    return defined({
      kind: "social" as const,
      ...around(attributes),
      items: items.filter((item) => item !== undefined).slice(0, 20),
      align: oneOf(attributes["align"], aligns),
      color: colorOf(attributes["color"]),
      fontSize: pixelsOf(attributes["font-size"], 8, 96),
    });
  },
  "mj-table": ({ inner }, attributes) => ({
    kind: "html",
    ...defined(around(attributes)),
    html: styled(`<table cellpadding="0" cellspacing="0" border="0" width="100%">${inner.trim()}</table>`, attributes),
  }),
  "mj-raw": ({ inner }) => ({ kind: "html", padding: noPadding, html: inner.trim() }),
};

function socialItem({ inner }: Element, attributes: Attributes) {
  const network = (attributes["name"] ?? "").replace(/-noshare$/, "").replace(/^twitter$/, "x");
  const known = oneOf(network, socialNetworks);
  if (known === undefined || attributes["href"] === undefined) return undefined;
  const label = plainText(inner);
  return defined({
    network: known,
    href: attributes["href"],
    iconUrl: attributes["src"],
    label: label === "" ? undefined : label,
  });
}

const kept = [
  "font-family",
  "font-weight",
  "font-style",
  "letter-spacing",
  "text-decoration",
  "text-transform",
] as const;

/** What a text says beyond what its block can hold stays with the text. */
function styled(html: string, attributes: Attributes): string {
  const style = kept
    .flatMap((name) => (attributes[name] === undefined ? [] : [`${name}:${attributes[name]}`]))
    .join(";")
    .replaceAll('"', "'");
  return style === "" ? html : `<div style="${style}">${html}</div>`;
}

export function readBlock(element: Element, head: Head): VisualBlock | undefined {
  return readers[element.name]?.(element, head.attributesOf(element), head);
}
