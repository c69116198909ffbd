import { FeedError } from "./limits.ts";
import { XmlScanner } from "./xml-scanner.ts";

/** An element of an item; names are in lower case with their prefix, text is its own and that of CDATA sections. */
export type XmlElement = {
  readonly name: string;
  attributes: Attributes;
  text: string;
  children: XmlElement[];
};

const maxDepth = 40;
const maxTextLength = 100_000;
const maxElementsPerItem = 5000;

type Attributes = Readonly<Record<string, string>>;

/** Most elements have neither. */
const noAttributes: Record<string, string> = {};
const noChildren: XmlElement[] = [];

const newElement = (name: string, attributes: Attributes | undefined): XmlElement => ({
  name,
  attributes: attributes === undefined ? noAttributes : lowerNames(attributes),
  text: "",
  children: noChildren,
});

/** Where the items of the known formats are. */
const itemPaths = new Set([
  "rss/channel/item",
  "rdf:rdf/item",
  "feed/entry",
  "shop/shopitem",
  "shop/categories/shopitem",
]);
const roots = new Set(["rss", "rdf:rdf", "feed", "shop"]);

/** The items of an XML feed in groups, while its text arrives. Documents that are not well-formed or nested too deep are refused. */
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
  const openOutside = (name: string, attributes: Attributes | undefined): void => {
    path.push(name);
    if (path.length === 1 && !roots.has(name)) throw new FeedError("kind");
    if (path.length > 3 || !itemPaths.has(path.join("/"))) return;
    path.pop();
    elements = 1;
    current = newElement(name, attributes);
    open.push(current);
  };
  const openInside = (parent: XmlElement, name: string, attributes: Attributes | undefined): void => {
    const element = newElement(name, attributes);
    elements += 1;
    if (elements <= maxElementsPerItem) {
      if (parent.children === noChildren) parent.children = [];
      parent.children.push(element);
    }
    open.push(element);
    current = element;
  };
  const scanner = new XmlScanner({
    open: (written, attributes) => {
      const name = written.toLowerCase();
      if (path.length + open.length === maxDepth) throw new FeedError("xml");
      if (current === undefined) openOutside(name, attributes);
      else openInside(current, name, attributes);
    },
    text: (part) => {
      if (current !== undefined && current.text.length < maxTextLength) current.text += part;
    },
    close: () => {
      if (current === undefined) {
        path.pop();
        return;
      }
      if (open.length === 1) items.push(current);
      open.pop();
      current = open.at(-1);
    },
  });
  return {
    write: (piece: string) => scanner.write(piece),
    take: () => {
      const found = items;
      items = [];
      return found;
    },
    end: () => scanner.end(),
  };
}

/** Names in lower case; the first of two that differ in case counts. */
function lowerNames(attributes: Attributes): Record<string, string> {
  const lower: Record<string, string> = {};
  for (const [name, value] of Object.entries(attributes)) lower[name.toLowerCase()] ??= value;
  return lower;
}

/** The first of the named children. */
export const findChild = (element: XmlElement | undefined, ...names: readonly string[]): XmlElement | undefined => {
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
