import { Parser } from "htmlparser2";
import { maskTags } from "../../../mail/render/mask-tags.ts";

/** Markup as a tree that keeps the original source of each node. Text is not decoded. */
export type MarkupElement = {
  readonly name: string;
  readonly attributes: Readonly<Record<string, string>>;
  readonly children: readonly MarkupNode[];
  /** The source between the tags. */
  readonly inner: string;
  readonly outer: string;
};
export type MarkupNode = MarkupElement | string;

type OpenElement = {
  name: string;
  attributes: Record<string, string>;
  children: MarkupNode[];
  start: number;
  contentStart: number;
};

/** Merge tags and Twig are replaced before parsing and restored in everything read from the tree. */
export function parseTree(source: string, { isXml }: { isXml: boolean }): readonly MarkupNode[] {
  const { text, restore } = maskTags(source);
  const roots: MarkupNode[] = [];
  const open: OpenElement[] = [];
  const add = (node: MarkupNode) => (open.at(-1)?.children ?? roots).push(node);
  const between = (start: number, end: number) => restore(text.slice(start, Math.max(start, end)));
  const parser = new Parser(
    {
      onopentag: (name, attributes) => {
        open.push({ name, attributes, children: [], start: parser.startIndex, contentStart: parser.endIndex + 1 });
      },
      ontext: () => {
        add(between(parser.startIndex, parser.endIndex + 1));
      },
      onclosetag: (_name, isImplied) => {
        const closed = open.pop();
        if (closed === undefined) return;
        const contentEnd = Math.max(closed.contentStart, parser.startIndex);
        const end = isImplied ? contentEnd : parser.endIndex + 1;
        add({
          name: closed.name,
          attributes: mapValues(closed.attributes, restore),
          children: closed.children,
          // Computed lazily: eager copies would be quadratic for deeply nested elements.
          get inner() {
            return between(closed.contentStart, contentEnd);
          },
          get outer() {
            return between(closed.start, end);
          },
        });
      },
    },
    { xmlMode: isXml, decodeEntities: true, recognizeSelfClosing: true },
  );
  parser.end(text);
  return roots;
}

const mapValues = (record: Readonly<Record<string, string>>, change: (text: string) => string) =>
  Object.fromEntries(Object.entries(record).map(([key, value]) => [key, change(value)]));

export const isElement = (node: MarkupNode): node is MarkupElement => typeof node !== "string";
export const isBlank = (node: MarkupNode): boolean => typeof node === "string" && node.trim() === "";
export const elementsOf = (nodes: readonly MarkupNode[]): MarkupElement[] => nodes.filter(isElement);

export const childNamed = (nodes: readonly MarkupNode[], name: string): MarkupElement | undefined =>
  elementsOf(nodes).find((element) => element.name === name);
