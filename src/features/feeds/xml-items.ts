import { Parser } from "htmlparser2";
import { FeedError } from "./limits.ts";

/** An element of an item; names are in lower case with their prefix, text is its own and that of CDATA sections. */
export type XmlElement = {
  readonly name: string;
  readonly attributes: Readonly<Record<string, string>>;
  text: string;
  readonly children: XmlElement[];
};

const maxDepth = 40;
const maxTextLength = 100_000;
const maxElementsPerItem = 5000;

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
  const path: string[] = [];
  let items: XmlElement[] = [];
  /** The open elements of the current item. */
  let open: XmlElement[] = [];
  let elements = 0;
  let hasRoot = false;
  const parser = new Parser(
    {
      onopentag: (name, attributes) => {
        if (path.length === maxDepth) throw new FeedError("xml");
        path.push(name);
        if (path.length === 1) {
          if (!roots.has(name)) throw new FeedError(hasRoot ? "xml" : "kind");
          hasRoot = true;
        }
        const parent = open.at(-1);
        const isItem = parent === undefined && path.length <= 3 && itemPaths.has(path.join("/"));
        if (parent === undefined && !isItem) return;
        const element: XmlElement = { name, attributes, text: "", children: [] };
        if (isItem) elements = 0;
        elements += 1;
        if (parent !== undefined && elements <= maxElementsPerItem) parent.children.push(element);
        open.push(element);
      },
      ontext: (part) => {
        const element = open.at(-1);
        if (element !== undefined && element.text.length < maxTextLength) element.text += part;
      },
      onclosetag: () => {
        path.pop();
        const element = open.pop();
        if (element !== undefined && open.length === 0) items.push(element);
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
      if (!hasRoot || path.length > 0) throw new FeedError("xml");
      open = [];
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
