import { QuoteType, Tokenizer } from "htmlparser2";
import type { EscapeContext } from "./escape.ts";

export type ScannedAttribute = {
  element: string;
  name: string;
  nameStart: number;
  /** Start of the value, without its quotes. */
  start: number;
  end: number;
  isQuoted: boolean;
};

export type ScannedElement = {
  name: string;
  start: number;
  end: number;
  attributes: readonly ScannedAttribute[];
  /** Attributes with an empty or missing value. */
  bare: readonly string[];
};

/** The structure of HTML by position: nothing is serialized, so the author's text stays unchanged. */
export type HtmlScan = {
  elements: readonly ScannedElement[];
  /** Contiguous; starts are ascending. */
  spans: readonly { start: number; end: number; place: "text" | "raw" | "comment" }[];
  closing: readonly { name: string; start: number; end: number }[];
};

const rawElements = new Set(["style", "script"]);

export function scanHtml(html: string): HtmlScan {
  const elements: ScannedElement[] = [];
  const spans: { start: number; end: number; place: "text" | "raw" | "comment" }[] = [];
  const closing: { name: string; start: number; end: number }[] = [];
  scanInto({ elements, spans, closing }, html, 0);
  return { elements, spans, closing };
}

type Sink = {
  elements: ScannedElement[];
  spans: { start: number; end: number; place: "text" | "raw" | "comment" }[];
  closing: { name: string; start: number; end: number }[];
};

function scanInto(sink: Sink, html: string, offset: number) {
  let name = "";
  let tagStart = 0;
  let attributes: ScannedAttribute[] = [];
  let bare: string[] = [];
  let attributeName = "";
  let nameStart = -1;
  let valueStart = -1;
  let valueEnd = -1;
  let rawUntilClosed = "";
  const openTagEnds = (end: number) => {
    sink.elements.push({ name, start: tagStart + offset, end: end + 1 + offset, attributes, bare });
    if (rawElements.has(name)) rawUntilClosed = name;
  };
  const tokenizer = new Tokenizer(
    { decodeEntities: false },
    {
      onopentagname(start, end) {
        name = html.slice(start, end).toLowerCase();
        tagStart = start - 1;
        attributes = [];
        bare = [];
      },
      onattribname(start, end) {
        attributeName = html.slice(start, end).toLowerCase();
        nameStart = start;
        valueStart = -1;
      },
      onattribdata(start, end) {
        if (valueStart === -1) valueStart = start;
        valueEnd = end;
      },
      onattribend(quote) {
        if (valueStart === -1) {
          bare.push(attributeName);
          return;
        }
        attributes.push({
          element: name,
          name: attributeName,
          nameStart: nameStart + offset,
          start: valueStart + offset,
          end: valueEnd + offset,
          isQuoted: quote !== QuoteType.Unquoted,
        });
      },
      onattribentity() {},
      onopentagend: openTagEnds,
      onselfclosingtag: openTagEnds,
      onclosetag(start, end) {
        const closed = html.slice(start, end).trim().toLowerCase();
        if (closed === rawUntilClosed) rawUntilClosed = "";
        sink.closing.push({ name: closed, start: start - 2 + offset, end: html.indexOf(">", end) + 1 + offset });
      },
      ontext(start, end) {
        sink.spans.push({ start: start + offset, end: end + offset, place: rawUntilClosed === "" ? "text" : "raw" });
      },
      ontextentity() {},
      oncomment(start, end, endOffset) {
        const inner = html.slice(start, end - endOffset);
        // Outlook parses the content of conditional comments as HTML.
        const [condition] = /^\[if [^\]]*\]>/i.exec(inner) ?? [];
        if (condition === undefined) {
          sink.spans.push({ start: start + offset, end: end - endOffset + offset, place: "comment" });
          return;
        }
        const from = start + condition.length;
        scanInto(sink, html.slice(from, end - endOffset).replace(/<!\[endif\]$/i, ""), from + offset);
      },
      oncdata() {},
      ondeclaration() {},
      onprocessinginstruction() {},
      onend() {},
    },
  );
  tokenizer.write(html);
  tokenizer.end();
}

const addressAttributes = new Set(["href", "src", "action", "background", "formaction", "poster", "cite", "longdesc"]);

/** The escaping context of each position in an attribute or text. */
export function escapeContextFinder(html: string, { elements, spans }: HtmlScan): (at: number) => EscapeContext {
  const attributes = elements.flatMap((element) => element.attributes);
  const attributeAt = finder(attributes);
  const spanAt = finder(spans);
  return (at) => {
    const attribute = attributeAt(at);
    if (attribute !== undefined) return contextInAttribute(html, attribute, at);
    const span = spanAt(at);
    // Between attributes or in a tag name: only letters are safe.
    if (span === undefined) return "raw";
    return span.place === "text" ? "text" : "raw";
  };
}

function contextInAttribute(html: string, { name, start, isQuoted }: ScannedAttribute, at: number): EscapeContext {
  if (addressAttributes.has(name)) return html.slice(start, at).trim() === "" ? "address" : "url";
  return isQuoted ? "attribute" : "unquoted";
}

function finder<Item extends { start: number; end: number }>(items: readonly Item[]) {
  const sorted = items.toSorted((a, b) => a.start - b.start);
  return (at: number): Item | undefined => {
    let [low, high] = [0, sorted.length - 1];
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if ((sorted[middle]?.start ?? 0) <= at) low = middle;
      else high = middle - 1;
    }
    const item = sorted[low];
    return item !== undefined && item.start <= at && at < item.end ? item : undefined;
  };
}

export const MAX_NESTING = 300;

export const voidElements = new Set("area base br col embed hr img input link meta source track wbr".split(" "));

/** Parsing time grows with the square of the nesting depth. */
export const isNestedTooDeep = (scan: HtmlScan): boolean => measureNesting(scan) > MAX_NESTING;

/** The largest depth; the end tags that the author left out count as missing. */
export function measureNesting({ elements, closing }: HtmlScan): number {
  const steps = [
    ...elements.filter(({ name }) => !voidElements.has(name)).map(({ start }) => ({ start, by: 1 })),
    ...closing.map(({ start }) => ({ start, by: -1 })),
  ].sort((a, b) => a.start - b.start);
  let depth = 0;
  let deepest = 0;
  for (const { by } of steps) {
    depth = Math.max(0, depth + by);
    deepest = Math.max(deepest, depth);
  }
  return deepest;
}
