import type { Static } from "typebox";
import type { Blocks, Column, Section } from "../../../mail/render/blocks.ts";
import { toHtml } from "../../../mail/render/content.ts";
import type { CompanySandbox } from "../../../sandbox/sandbox.ts";
import { extractBody, htmlSection } from "./from-html.ts";
import { readBlock, type VisualBlock } from "./mjml-blocks.ts";
import { readHead, type MjmlHead } from "./mjml-head.ts";
import {
  childNamed,
  elementsOf,
  isBlank,
  isElement,
  parseTree,
  type MarkupElement,
  type MarkupNode,
} from "./markup-tree.ts";
import { parseColor, withoutUndefined, noPadding, parseWord, parsePadding } from "./mjml-values.ts";

type VisualSection = Static<typeof Section>;
type VisualColumn = Static<typeof Column>;

/** Undefined if blocks cannot represent the structure, such as Twig around sections. */
export async function fromMjml(sandbox: CompanySandbox, mjml: string): Promise<Blocks | undefined> {
  const root = childNamed(parseTree(mjml, { isXml: true }), "mjml");
  const body = root && childNamed(root.children, "mj-body");
  if (root === undefined || body === undefined) return undefined;
  const parts = flattenSections(body.children);
  if (parts === undefined) return undefined;
  const head = readHead(root, body);
  const headSource = childNamed(root.children, "mj-head")?.outer ?? "";
  const compileAlone = async (part: string) =>
    extractBody(
      (await toHtml(sandbox, { kind: "mjml", mjml: `<mjml>${headSource}<mj-body>${part}</mj-body></mjml>` })).html,
    );
  const sections: VisualSection[] = [];
  for (const part of parts) sections.push(await toSection(part, head, compileAlone));
  if (sections.length > 200) return undefined;
  const styles = head.styles === "" ? [] : [htmlSection(`<style>${head.styles}</style>`)];
  return { settings: head.settings, sections: [...sections, ...styles] };
}

/** Sections in order; wrappers that only group are flattened. */
function flattenSections(nodes: readonly MarkupNode[], depth = 3): MarkupElement[] | undefined {
  const parts: MarkupElement[] = [];
  for (const node of nodes) {
    if (isBlank(node)) continue;
    if (!isElement(node) || (node.name === "mj-raw" && node.inner.includes("{%"))) return undefined;
    const inside = depth > 0 && isPlainWrapper(node) ? flattenSections(node.children, depth - 1) : [node];
    if (inside === undefined) return undefined;
    parts.push(...inside);
  }
  return parts;
}

const isPlainWrapper = ({ name, attributes }: MarkupElement) =>
  name === "mj-wrapper" && Object.keys(attributes).length === 0;

type CompilePart = (part: string) => Promise<string>;

async function toSection(element: MarkupElement, head: MjmlHead, compileAlone: CompilePart): Promise<VisualSection> {
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
  for (const column of columns) read.push(await toColumn(column, head, compileAlone));
  return withoutUndefined({
    kind: "section" as const,
    backgroundColor: parseColor(attributes["background-color"]),
    backgroundImage: attributes["background-url"],
    padding: parsePadding(attributes, { ...noPadding, top: 20, bottom: 20 }),
    fullWidth: attributes["full-width"] === "full-width" ? true : undefined,
    stackOnMobile: isGrouped ? false : undefined,
    columns: read,
  });
}

async function toColumn(element: MarkupElement, head: MjmlHead, compileAlone: CompilePart): Promise<VisualColumn> {
  const attributes = head.attributesOf(element);
  const blocks: VisualBlock[] = [];
  for (const child of elementsOf(element.children)) {
    const alone = () => compileAlone(`<mj-section padding="0"><mj-column>${child.outer}</mj-column></mj-section>`);
    blocks.push(readBlock(child, head) ?? { kind: "html", padding: noPadding, html: await alone() });
  }
  return withoutUndefined({
    width: parsePercent(attributes["width"], head.settings.width ?? 600),
    backgroundColor: parseColor(attributes["background-color"]),
    padding: parsePadding(attributes, noPadding),
    verticalAlign: parseWord(attributes["vertical-align"], ["top", "middle", "bottom"]),
    blocks: blocks.slice(0, 100),
  });
}

function parsePercent(text: string | undefined, total: number): number | undefined {
  const match = /^(\d+(?:\.\d+)?)(%|px)?$/.exec(text?.trim() ?? "");
  if (match === null) return undefined;
  const share = match[2] === "%" ? Number(match[1]) : (Number(match[1]) / total) * 100;
  return Math.min(100, Math.max(5, Math.round(share)));
}
