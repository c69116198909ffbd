import type { Static } from "typebox";
import type { Blocks, Column, Section } from "../../../mail/render/blocks.ts";
import { toHtml } from "../../../mail/render/content.ts";
import { bodyOf, htmlSection } from "./from-html.ts";
import { readBlock, type VisualBlock } from "./mjml-blocks.ts";
import { readHead, type Head } from "./mjml-head.ts";
import { childNamed, elementsOf, isBlank, isElement, parseTree, type Element, type Node } from "./tree.ts";
import { colorOf, defined, noPadding, oneOf, paddingOf } from "./values.ts";

type VisualSection = Static<typeof Section>;
type VisualColumn = Static<typeof Column>;

/** Undefined when the structure is more than blocks can say: Twig around sections, for one. */
export async function fromMjml(mjml: string): Promise<Blocks | undefined> {
  const root = childNamed(parseTree(mjml, { isXml: true }), "mjml");
  const body = root && childNamed(root.children, "mj-body");
  if (root === undefined || body === undefined) return undefined;
  const parts = flatten(body.children);
  if (parts === undefined) return undefined;
  const head = readHead(root, body);
  const headSource = childNamed(root.children, "mj-head")?.outer ?? "";
  const compileAlone = async (part: string) =>
    bodyOf((await toHtml({ kind: "mjml", mjml: `<mjml>${headSource}<mj-body>${part}</mj-body></mjml>` })).html);
  const sections: VisualSection[] = [];
  for (const part of parts) sections.push(await sectionOf(part, head, compileAlone));
  if (sections.length > 200) return undefined;
  const styles = head.styles === "" ? [] : [htmlSection(`<style>${head.styles}</style>`)];
  return { settings: head.settings, sections: [...sections, ...styles] };
}

/** Sections in order; those of a wrapper that only groups stand for themselves. */
function flatten(nodes: readonly Node[], depth = 3): Element[] | undefined {
  const parts: Element[] = [];
  for (const node of nodes) {
    if (isBlank(node)) continue;
    if (!isElement(node) || (node.name === "mj-raw" && node.inner.includes("{%"))) return undefined;
    const inside = depth > 0 && isPlainWrapper(node) ? flatten(node.children, depth - 1) : [node];
    if (inside === undefined) return undefined;
    parts.push(...inside);
  }
  return parts;
}

const isPlainWrapper = ({ name, attributes }: Element) => name === "mj-wrapper" && Object.keys(attributes).length === 0;

type Compile = (part: string) => Promise<string>;

async function sectionOf(element: Element, head: Head, compileAlone: Compile): Promise<VisualSection> {
  const [only] = elementsOf(element.children);
  const isGrouped = only?.name === "mj-group" && elementsOf(element.children).length === 1;
  const inside = isGrouped ? only.children : element.children;
  const isPlain = inside.every((node) => isBlank(node) || (isElement(node) && node.name === "mj-column"));
  const columns = elementsOf(inside);
  if (element.name !== "mj-section" || !isPlain || columns.length === 0 || columns.length > 6) {
    return htmlSection(await compileAlone(element.outer));
  }
  const attributes = head.attributesOf(element);
  const read: VisualColumn[] = [];
  for (const column of columns) read.push(await columnOf(column, head, compileAlone));
  return defined({
    kind: "section" as const,
    backgroundColor: colorOf(attributes["background-color"]),
    backgroundImage: attributes["background-url"],
    padding: paddingOf(attributes, { ...noPadding, top: 20, bottom: 20 }),
    fullWidth: attributes["full-width"] === "full-width" ? true : undefined,
    stackOnMobile: isGrouped ? false : undefined,
    columns: read,
  });
}

async function columnOf(element: Element, head: Head, compileAlone: Compile): Promise<VisualColumn> {
  const attributes = head.attributesOf(element);
  const blocks: VisualBlock[] = [];
  for (const child of elementsOf(element.children)) {
    const alone = () => compileAlone(`<mj-section padding="0"><mj-column>${child.outer}</mj-column></mj-section>`);
    blocks.push(readBlock(child, head) ?? { kind: "html", padding: noPadding, html: await alone() });
  }
  return defined({
    width: percentOf(attributes["width"], head.settings.width ?? 600),
    backgroundColor: colorOf(attributes["background-color"]),
    padding: paddingOf(attributes, noPadding),
    verticalAlign: oneOf(attributes["vertical-align"], ["top", "middle", "bottom"]),
    blocks: blocks.slice(0, 100),
  });
}

function percentOf(text: string | undefined, whole: number): number | undefined {
  const match = /^(\d+(?:\.\d+)?)(%|px)?$/.exec(text?.trim() ?? "");
  if (match === null) return undefined;
  const share = match[2] === "%" ? Number(match[1]) : (Number(match[1]) / whole) * 100;
  return Math.min(100, Math.max(5, Math.round(share)));
}
