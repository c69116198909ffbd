import { Parser } from "htmlparser2";
import { FeedError } from "./limits.ts";

/** An element of an item; names are in lower case with their prefix, text is its own and that of CDATA sections. */
export type XmlElement = {
  readonly name: string;
  attributes: Record<string, string>;
  text: string;
  children: XmlElement[];
};

const maxDepth = 40;
const maxTextLength = 100_000;
const maxElementsPerItem = 5000;

/** Most elements have neither. */
const noAttributes: Record<string, string> = {};
const noChildren: XmlElement[] = [];

/** Where the items of the known formats are. */
const itemPaths = new Set([
  "rss/channel/item",
  "rdf:rdf/item",
  "feed/entry",
  "shop/shopitem",
  "shop/categories/shopitem",
]);
const roots = new Set(["rss", "rdf:rdf", "feed", "shop"]);

/**
 * The items of an XML feed in groups, while its text arrives. Entities of the document's own are refused, as are documents that
 * are nested too deep or end too early.
 */
export async function* readXmlItems(text: AsyncIterable<string>): AsyncGenerator<XmlElement[]> {
  const reader = createItemReader();
  for await (const piece of text) {
    reader.write(piece);
    const items = reader.take();
    if (items.length > 0) yield items;
  }
  reader.end();
}

function createItemReader() {
  /** The names of the open elements outside of items. */
  const path: string[] = [];
  let items: XmlElement[] = [];
  /** The open elements of the current item. */
  const open: XmlElement[] = [];
  let current: XmlElement | undefined;
  let elements = 0;
  let hasRoot = false;
  const openOutside = (name: string): void => {
    path.push(name);
    if (path.length === 1) {
      if (!roots.has(name)) throw new FeedError(hasRoot ? "xml" : "kind");
      hasRoot = true;
    }
    if (path.length > 3 || !itemPaths.has(path.join("/"))) return;
    path.pop();
    elements = 1;
    current = { name, attributes: noAttributes, text: "", children: noChildren };
    open.push(current);
  };
  const parser = new Parser(
    {
      onopentagname: (name) => {
        if (path.length + open.length === maxDepth) throw new FeedError("xml");
        if (current === undefined) {
          openOutside(name);
          return;
        }
        const element: XmlElement = { name, attributes: noAttributes, text: "", children: noChildren };
        elements += 1;
        if (elements <= maxElementsPerItem) {
          if (current.children === noChildren) current.children = [];
          current.children.push(element);
        }
        open.push(element);
        current = element;
      },
      onattribute: (name, value) => {
        if (current === undefined) return;
        if (current.attributes === noAttributes) current.attributes = {};
        current.attributes[name] ??= value;
      },
      ontext: (part) => {
        if (current !== undefined && current.text.length < maxTextLength) current.text += part;
      },
      onclosetag: () => {
        if (current === undefined) {
          path.pop();
          return;
        }
        if (open.length === 1) items.push(current);
        open.pop();
        current = open.at(-1);
      },
      onprocessinginstruction: (name, data) => {
        if (name === "!doctype" && /\[|\b(system|public|entity)\b/i.test(data)) throw new FeedError("xml");
      },
    },
    { xmlMode: true, lowerCaseTags: true, lowerCaseAttributeNames: true },
  );
  return {
    write: (piece: string) => parser.write(piece),
    take: () => {
      const found = items;
      items = [];
      return found;
    },
    /** A document whose elements are still open was cut off. */
    end: () => {
      if (!hasRoot || path.length > 0 || open.length > 0) throw new FeedError("xml");
      parser.end();
    },
  };
}

/** The first of the named children. */
export const childOf = (element: XmlElement | undefined, ...names: readonly string[]): XmlElement | undefined => {
  for (const name of names) {
    const found = element?.children.find((child) => child.name === name);
    if (found !== undefined) return found;
  }
  return undefined;
};

/** The text of the first of the named children that has any. */
export function textIn(element: XmlElement | undefined, ...names: readonly string[]): string {
  for (const name of names) {
    for (const child of element?.children ?? []) {
      if (child.name !== name) continue;
      const text = child.text.trim();
      if (text !== "") return text;
    }
  }
  return "";
}

/** The text of the element and of everything inside, as in XHTML content. */
export const deepText = (element: XmlElement | undefined): string =>
  element === undefined ? "" : [element.text, ...element.children.map((child) => deepText(child))].join(" ").trim();
