import type { Static } from "typebox";
import type { Blocks, Section } from "../../../mail/render/blocks.ts";
import type { VisualBlock } from "./mjml-blocks.ts";
import { elementsOf, isBlank, isElement, parseTree, type Element, type Node } from "./tree.ts";
import { defined, noPadding, pixelsOf } from "./values.ts";

/** HTML that is no more than paragraphs, pictures and lines becomes such blocks; anything else stays as it is, in one block. */
export function fromHtml(html: string): Blocks {
  const body = bodyOf(html);
  const nodes = unwrapped(parseTree(body, { isXml: false }));
  const isStructured = !body.includes("{%") && nodes.every((node) => !isElement(node) || isSimple(node));
  const blocks = isStructured ? blocksOf(nodes) : [htmlBlock(body)];
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

/** What a document shows, with the styles of its head. */
export function bodyOf(html: string): string {
  const body = /<body\b[^>]{0,5000}>([\s\S]*?)(?:<\/body\s*>|$)/i.exec(html);
  if (body === null) return html.replace(/<!doctype[^>]{0,1000}>/i, "").trim();
  const head = parseTree(html.slice(0, body.index), { isXml: false });
  const styles = stylesIn(head, 5).map(({ outer }) => outer);
  return [...styles, (body[1] ?? "").trim()].join("\n");
}

const stylesIn = (nodes: readonly Node[], depth: number): Element[] =>
  elementsOf(nodes).flatMap((element) => {
    if (element.name === "style") return [element];
    return depth === 0 ? [] : stylesIn(element.children, depth - 1);
  });

/** A box around everything that says nothing itself. */
function unwrapped(nodes: readonly Node[], depth = 5): readonly Node[] {
  const said = nodes.filter((node) => !isBlank(node));
  const [only] = said;
  if (depth === 0 || said.length !== 1 || only === undefined || !isElement(only)) return said;
  const isBox = ["div", "center", "main"].includes(only.name) && Object.keys(only.attributes).length === 0;
  return isBox ? unwrapped(only.children, depth - 1) : said;
}

const textual = new Set([
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

const isSimple = (element: Element): boolean =>
  element.name === "hr" ||
  pictureIn(element) !== undefined ||
  (textual.has(element.name) && !/<(img|table|div|style)\b/i.test(element.outer));

/** A picture alone, or as the only thing in a paragraph or a link. */
function pictureIn(element: Element, depth = 2): { image: Element; href: string | undefined } | undefined {
  if (element.name === "img") return { image: element, href: undefined };
  const said = element.children.filter((node) => !isBlank(node));
  const [only] = elementsOf(said);
  if (depth === 0 || !["p", "a"].includes(element.name) || said.length !== 1 || only === undefined) return undefined;
  const found = pictureIn(only, depth - 1);
  return (
    found && { image: found.image, href: found.href ?? (element.name === "a" ? element.attributes["href"] : undefined) }
  );
}

/** Text that follows text is one block. */
function blocksOf(nodes: readonly Node[]): VisualBlock[] {
  const blocks: VisualBlock[] = [];
  let text = "";
  const endText = () => {
    if (text.trim() !== "") blocks.push({ kind: "text", html: text.trim() });
    text = "";
  };
  for (const node of nodes) {
    const picture = isElement(node) ? pictureIn(node) : undefined;
    if (picture === undefined && !(isElement(node) && node.name === "hr")) {
      text += isElement(node) ? node.outer : node;
      continue;
    }
    endText();
    blocks.push(picture === undefined ? { kind: "divider" } : imageOf(picture.image, picture.href));
  }
  endText();
  return blocks;
}

const imageOf = ({ attributes }: Element, href: string | undefined): VisualBlock =>
  defined({
    kind: "image" as const,
    src: attributes["src"] ?? "",
    alt: (attributes["alt"] ?? "").slice(0, 500),
    href,
    width: pixelsOf(attributes["width"], 1, 1200),
  });
