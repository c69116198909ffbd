import type { Static } from "typebox";
import type { Blocks, Section } from "../../../mail/render/blocks.ts";
import type { VisualBlock } from "./mjml-blocks.ts";
import { elementsOf, isBlank, isElement, parseTree, type MarkupElement, type MarkupNode } from "./markup-tree.ts";
import { withoutUndefined, noPadding, parsePixels } from "./mjml-values.ts";

/** HTML of only paragraphs, images and rules becomes such blocks; anything else becomes one HTML block. */
export function fromHtml(html: string): Blocks {
  const body = extractBody(html);
  const nodes = unwrapContainers(parseTree(body, { isXml: false }));
  const isStructured = !body.includes("{%") && nodes.every((node) => !isElement(node) || isSimple(node));
  const blocks = isStructured ? toBlocks(nodes) : [htmlBlock(body)];
  const section = { kind: "section" as const, ...(isStructured ? {} : { padding: noPadding }) };
  return {
    settings: { backgroundColor: "#ffffff" },
    sections: blocks.length === 0 ? [] : [{ ...section, columns: [{ blocks }] }],
  };
}

const htmlBlock = (html: string): VisualBlock => ({ kind: "html", padding: noPadding, html });

export const htmlSection = (html: string): Static<typeof Section> => ({
  kind: "section",
  padding: noPadding,
  columns: [{ blocks: [htmlBlock(html)] }],
});

/** The body of a document, with the styles of its head. */
export function extractBody(html: string): string {
  const body = /<body\b[^>]{0,5000}>([\s\S]*?)(?:<\/body\s*>|$)/i.exec(html);
  if (body === null) return html.replace(/<!doctype[^>]{0,1000}>/i, "").trim();
  const head = parseTree(html.slice(0, body.index), { isXml: false });
  const styles = stylesIn(head, 5).map(({ outer }) => outer);
  return [...styles, (body[1] ?? "").trim()].join("\n");
}

const stylesIn = (nodes: readonly MarkupNode[], depth: number): MarkupElement[] =>
  elementsOf(nodes).flatMap((element) => {
    if (element.name === "style") return [element];
    return depth === 0 ? [] : stylesIn(element.children, depth - 1);
  });

/** A wrapper without attributes of its own. */
function unwrapContainers(nodes: readonly MarkupNode[], depth = 5): readonly MarkupNode[] {
  const nonBlank = nodes.filter((node) => !isBlank(node));
  const [only] = nonBlank;
  if (depth === 0 || nonBlank.length !== 1 || only === undefined || !isElement(only)) return nonBlank;
  const isBox = ["div", "center", "main"].includes(only.name) && Object.keys(only.attributes).length === 0;
  return isBox ? unwrapContainers(only.children, depth - 1) : nonBlank;
}

const textElements = new Set([
  "p",
  "h1",
  "h2",
  "h3",
  "h4",
  "h5",
  "h6",
  "ul",
  "ol",
  "blockquote",
  "strong",
  "em",
  "b",
  "i",
  "a",
  "br",
  "span",
]);

const isSimple = (element: MarkupElement): boolean =>
  element.name === "hr" ||
  findImage(element) !== undefined ||
  (textElements.has(element.name) && !/<(img|table|div|style)\b/i.test(element.outer));

/** An image alone, or as the only child of a paragraph or a link. */
function findImage(element: MarkupElement, depth = 2): { image: MarkupElement; href: string | undefined } | undefined {
  if (element.name === "img") return { image: element, href: undefined };
  const nonBlank = element.children.filter((node) => !isBlank(node));
  const [only] = elementsOf(nonBlank);
  if (depth === 0 || !["p", "a"].includes(element.name) || nonBlank.length !== 1 || only === undefined)
    return undefined;
  const found = findImage(only, depth - 1);
  return (
    found && { image: found.image, href: found.href ?? (element.name === "a" ? element.attributes["href"] : undefined) }
  );
}

/** Merges adjacent text blocks. */
function toBlocks(nodes: readonly MarkupNode[]): VisualBlock[] {
  const blocks: VisualBlock[] = [];
  let text = "";
  const endText = () => {
    if (text.trim() !== "") blocks.push({ kind: "text", html: text.trim() });
    text = "";
  };
  for (const node of nodes) {
    const image = isElement(node) ? findImage(node) : undefined;
    if (image === undefined && !(isElement(node) && node.name === "hr")) {
      text += isElement(node) ? node.outer : node;
      continue;
    }
    endText();
    blocks.push(image === undefined ? { kind: "divider" } : toImageBlock(image.image, image.href));
  }
  endText();
  return blocks;
}

const toImageBlock = ({ attributes }: MarkupElement, href: string | undefined): VisualBlock =>
  withoutUndefined({
    kind: "image" as const,
    src: attributes["src"] ?? "",
    alt: (attributes["alt"] ?? "").slice(0, 500),
    href,
    width: parsePixels(attributes["width"], 1, 1200),
  });
