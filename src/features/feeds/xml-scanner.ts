import { FeedError } from "./limits.ts";

/** What is reported about a document while it is read. Names are as written. */
export type XmlHandler = {
  open(name: string, attributes: Readonly<Record<string, string>> | undefined): void;
  text(part: string): void;
  close(): void;
};

const nameStart =
  ":A-Z_a-z\\u00c0-\\u00d6\\u00d8-\\u00f6\\u00f8-\\u02ff\\u0370-\\u037d\\u037f-\\u1fff\\u200c\\u200d\\u2070-\\u218f" +
  "\\u2c00-\\u2fef\\u3001-\\ud7ff\\uf900-\\ufdcf\\ufdf0-\\ufffd";
const name = `[${nameStart}][${nameStart}.0-9\\u00b7\\u0300-\\u036f\\u203f\\u2040-]*`;
const space = "[ \\t\\r\\n]";
const attribute = `${space}+(${name})${space}*=${space}*(?:"([^"<]*)"|'([^'<]*)')`;

const startTag = new RegExp(`^<(${name})((?:${attribute.replaceAll(/\((?!\?)/g, "(?:")})*)${space}*(/?)>$`);
const attributes = new RegExp(attribute, "g");
const endTag = new RegExp(`^</(${name})${space}*>$`);
const instruction = new RegExp(`^<\\?(${name})(?:${space}[^]*)?\\?>$`);
const declaration = new RegExp(
  `^<\\?xml${space}+version${space}*=${space}*(["'])1\\.[0-9]+\\1` +
    `(?:${space}+encoding${space}*=${space}*(["'])[A-Za-z][\\w.-]*\\2)?` +
    `(?:${space}+standalone${space}*=${space}*(["'])(?:yes|no)\\3)?${space}*\\?>$`,
);
const documentType = new RegExp(`^<!doctype${space}+${name}${space}*>$`, "i");

const comment = "<!--";
const cdata = "<![CDATA[";

/** Characters that no document may contain. */
// oxlint-disable-next-line no-control-regex
const forbidden = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/;
const onlySpace = new RegExp(`^${space}*$`);

/** Longer tags and instructions are refused; longer texts and comments are read in parts. */
const maxToken = 262_144;
const textPart = 65_536;

/**
 * Reads a document that arrives in pieces and refuses one that is not well-formed (XML 1.0) with `FeedError`: parsers that repair
 * documents would store a part of a broken feed. A document type may only name the root element, so there are no entities
 * but the five of XML.
 */
export class XmlScanner {
  readonly #handler: XmlHandler;
  readonly #open: string[] = [];
  #pending = "";
  #inside: "comment" | "cdata" | undefined;
  #place: "start" | "before" | "in" | "after" = "start";
  #hasDocumentType = false;

  constructor(handler: XmlHandler) {
    this.#handler = handler;
  }

  write(piece: string): void {
    if (forbidden.test(piece)) throw new FeedError("xml");
    this.#pending += piece;
    let at = 0;
    for (let next = this.#step(at); next > at; next = this.#step(at)) at = next;
    this.#pending = this.#pending.slice(at);
  }

  end(): void {
    if (this.#place !== "after" || this.#inside !== undefined || !onlySpace.test(this.#pending))
      throw new FeedError("xml");
  }

  /** Reads what is complete at the position. Returns where it ends; the same position when more text is needed. */
  #step(at: number): number {
    if (at >= this.#pending.length) return at;
    if (this.#inside !== undefined) return this.#continue(this.#inside, at);
    return this.#pending.startsWith("<", at) ? this.#markup(at) : this.#text(at);
  }

  #text(at: number): number {
    const bracket = this.#pending.indexOf("<", at);
    const end = bracket === -1 ? this.#safeEnd(at) : bracket;
    if (end === at) return at;
    const part = this.#pending.slice(at, end);
    if (this.#place === "in") this.#handler.text(decode(part));
    else if (!onlySpace.test(part)) throw new FeedError("xml");
    else this.#leaveStart();
    return end;
  }

  /** Where a long text may be cut: not inside of a reference or of `]]>`. */
  #safeEnd(at: number): number {
    const { length } = this.#pending;
    if (length - at < textPart) return at;
    const reference = this.#pending.lastIndexOf("&");
    return reference > length - 20 ? reference : length - 2;
  }

  #markup(at: number): number {
    if (this.#startsWith(comment, at)) return this.#begin("comment", at + comment.length);
    if (this.#startsWith(cdata, at)) return this.#begin("cdata", at + cdata.length);
    if (this.#isStartOf(comment, at) || this.#isStartOf(cdata, at)) return at;
    const end = this.#startsWith("<?", at) ? this.#endOf("?>", at) : this.#endOfTag(at);
    if (end === -1) {
      if (this.#pending.length - at > maxToken) throw new FeedError("xml");
      return at;
    }
    this.#read(this.#pending.slice(at, end));
    return end;
  }

  #startsWith(mark: string, at: number): boolean {
    return this.#pending.startsWith(mark, at);
  }

  /** The text ends within the mark. */
  #isStartOf(mark: string, at: number): boolean {
    return this.#pending.length - at < mark.length && mark.startsWith(this.#pending.slice(at));
  }

  #endOf(mark: string, at: number): number {
    const found = this.#pending.indexOf(mark, at);
    return found === -1 ? -1 : found + mark.length;
  }

  /** The next `>` that is in no quoted value. */
  #endOfTag(at: number): number {
    let end = this.#pending.indexOf(">", at);
    for (let from = at; end !== -1; end = this.#pending.indexOf(">", end)) {
      const quote = firstQuote(this.#pending, from, end);
      if (quote === -1) return end + 1;
      const closing = this.#pending.indexOf(this.#pending.charAt(quote), quote + 1);
      if (closing === -1) return -1;
      from = closing + 1;
      end = Math.max(end, from);
    }
    return -1;
  }

  #read(token: string): void {
    if (token.startsWith("</")) this.#close(token);
    else if (token.startsWith("<?")) this.#readInstruction(token);
    else if (token.startsWith("<!")) this.#readDocumentType(token);
    else this.#openTag(token);
    this.#leaveStart();
  }

  #leaveStart(): void {
    if (this.#place === "start") this.#place = "before";
  }

  #openTag(token: string): void {
    const [, tag, written = "", slash] = startTag.exec(token) ?? [];
    if (tag === undefined || this.#place === "after") throw new FeedError("xml");
    this.#place = "in";
    this.#handler.open(tag, written === "" ? undefined : readAttributes(written));
    if (slash === "/") this.#closed();
    else this.#open.push(tag);
  }

  #close(token: string): void {
    const [, tag] = endTag.exec(token) ?? [];
    if (tag === undefined || this.#open.pop() !== tag) throw new FeedError("xml");
    this.#closed();
  }

  #closed(): void {
    this.#handler.close();
    if (this.#open.length === 0) this.#place = "after";
  }

  #readInstruction(token: string): void {
    const [, target] = instruction.exec(token) ?? [];
    if (target === undefined) throw new FeedError("xml");
    if (target.toLowerCase() !== "xml") return;
    if (this.#place !== "start" || !declaration.test(token)) throw new FeedError("xml");
  }

  #readDocumentType(token: string): void {
    const isExpected = (this.#place === "start" || this.#place === "before") && !this.#hasDocumentType;
    if (!isExpected || !documentType.test(token)) throw new FeedError("xml");
    this.#hasDocumentType = true;
  }

  #begin(kind: "comment" | "cdata", at: number): number {
    if (kind === "cdata" && this.#place !== "in") throw new FeedError("xml");
    this.#inside = kind;
    this.#leaveStart();
    return at;
  }

  /** A comment ends at its first `--`, which has to be `-->`. */
  #continue(kind: "comment" | "cdata", at: number): number {
    const mark = kind === "comment" ? "--" : "]]>";
    const found = this.#pending.indexOf(mark, at);
    const end = found === -1 ? Math.max(at, this.#pending.length - 2) : found;
    if (kind === "cdata" && end > at) this.#handler.text(this.#pending.slice(at, end));
    if (found === -1 || this.#pending.length < found + 3) return end;
    if (!this.#pending.startsWith(">", found + 2)) throw new FeedError("xml");
    this.#inside = undefined;
    return found + 3;
  }
}

function firstQuote(text: string, from: number, to: number): number {
  for (let at = from; at < to; at += 1) {
    const code = text.charCodeAt(at);
    if (code === 34 || code === 39) return at;
  }
  return -1;
}

function readAttributes(written: string): Record<string, string> {
  const found: Record<string, string> = {};
  for (const [, key = "", double, single] of written.matchAll(attributes)) {
    if (Object.hasOwn(found, key)) throw new FeedError("xml");
    found[key] = decodeReferences(double ?? single ?? "");
  }
  return found;
}

function decode(text: string): string {
  if (text.includes("]]>")) throw new FeedError("xml");
  return decodeReferences(text);
}

const entities: Readonly<Record<string, string>> = { amp: "&", lt: "<", gt: ">", quot: '"', apos: "'" };

const decodeReferences = (text: string): string =>
  text.includes("&")
    ? text.replace(/&(?:(amp|lt|gt|quot|apos)|#([0-9]{1,10})|#x([\da-fA-F]{1,8}));|&/g, (_, entity, decimal, hex) => {
        if (entity !== undefined) return entities[String(entity)] ?? "";
        return character(hex === undefined ? Number(decimal) : Number.parseInt(String(hex), 16));
      })
    : text;

/** NaN for an ampersand that begins no reference. */
function character(code: number): string {
  const isCharacter = code <= 0x10ffff && !(code >= 0xd800 && code <= 0xdfff);
  const text = isCharacter ? String.fromCodePoint(code) : "\ufffe";
  if (forbidden.test(text)) throw new FeedError("xml");
  return text;
}
