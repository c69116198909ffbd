import { Parser } from "htmlparser2";
import { refuseFile } from "./refuse.ts";
import { allowedAttributes, allowedElements, skippedElements } from "./svg-words.ts";

const maxBytes = 2_097_152;
const maxDepth = 100;
const maxElements = 50_000;

const xlink = "http://www.w3.org/1999/xlink";

/**
 * A drawing written anew from the elements and attributes that only draw. What could run or reach elsewhere (scripts, event
 * handlers, foreign references, documents inside) refuses the whole file, so that nobody wonders where a part of it went;
 * what editors leave behind is left out.
 */
export function cleanSvg(bytes: Buffer): Buffer {
  if (bytes.length > maxBytes) throw refuseFile("broken");
  const text = bytes.toString("utf8").replace(/^\uFEFF/, "");
  if (/<!entity/i.test(text)) throw refuseFile("active");
  const writer = new Writer();
  const parser = new Parser(
    {
      onopentag: (name, attributes) => writer.open(name, attributes),
      ontext: (content) => writer.text(content),
      onclosetag: () => writer.close(),
    },
    { xmlMode: true, decodeEntities: true },
  );
  parser.end(text);
  return writer.finish();
}

class Writer {
  private readonly parts: string[] = [];
  /** For every element that is open, its name or nothing where it is left out. */
  private readonly stack: (string | undefined)[] = [];
  private skippedFrom: number | undefined;
  private elements = 0;
  private style = "";

  open(name: string, attributes: Readonly<Record<string, string>>): void {
    const plain = name.toLowerCase().replace(/^svg:/, "");
    this.elements += 1;
    if (this.stack.length >= maxDepth || this.elements > maxElements) throw refuseFile("broken");
    if (this.elements === 1 ? plain !== "svg" : forbiddenElement(plain)) throw refuseFile("active");
    const known = allowedElements.get(plain);
    const written = Object.entries(attributes).flatMap(([key, value]) => attribute(key, value));
    if (this.skippedFrom === undefined && known === undefined) {
      // What is not known is no danger to those who do not draw it; a word that nobody knows is refused.
      if (!isInert(plain)) throw refuseFile("active");
      this.skippedFrom = this.stack.length;
    }
    const isWritten = this.skippedFrom === undefined;
    this.stack.push(isWritten ? known : undefined);
    if (!isWritten || known === undefined) return;
    const spaces = this.elements === 1 ? ` xmlns="http://www.w3.org/2000/svg" xmlns:xlink="${xlink}"` : "";
    this.parts.push(`<${known}${spaces}${written.join("")}>`);
  }

  text(content: string): void {
    if (this.skippedFrom !== undefined) return;
    const current = this.stack.at(-1);
    // Comes in pieces, between which words could hide: looked at when all of it is there.
    if (current === "style") this.style += content;
    else if (current !== undefined && textElements.has(current)) this.parts.push(escape(content));
  }

  close(): void {
    const name = this.stack.pop();
    if (name === "style") {
      refuseForeignStyle(this.style);
      this.parts.push(escape(this.style));
      this.style = "";
    }
    if (name !== undefined) this.parts.push(`</${name}>`);
    if (this.skippedFrom === this.stack.length) this.skippedFrom = undefined;
  }

  finish(): Buffer {
    if (this.elements === 0) throw refuseFile("broken");
    return Buffer.from(this.parts.join(""));
  }
}

const textElements = new Set(["text", "tspan", "textPath", "title", "desc"]);

/** Could run, or shows another document. */
const forbidden = new Set(
  (
    "script foreignobject iframe object embed handler listener audio video canvas animate animatemotion " +
    "animatetransform animatecolor set feimage a link html body"
  ).split(" "),
);
const forbiddenElement = (name: string) => forbidden.has(name.replace(/^.*:/, ""));

const isInert = (name: string) => name.includes(":") || skippedElements.has(name);

function attribute(key: string, value: string): string[] {
  const name = key.toLowerCase();
  if (/^(.*:)?on/.test(name)) throw refuseFile("active");
  if (isReference(name)) {
    refuseForeignReference(value);
    return name === "src" ? [] : [` xlink:href="${escape(value.trim())}"`];
  }
  const known = allowedAttributes.get(name);
  if (known === undefined) {
    if (hasScript(value)) throw refuseFile("active");
    return [];
  }
  if (name === "style") refuseForeignStyle(value);
  else refuseForeignUrl(value);
  return [` ${known}="${escape(value)}"`];
}

const isReference = (name: string) => name === "href" || name.endsWith(":href") || name === "src";

const picture = /^data:image\/(png|jpeg|gif|webp);base64,[A-Za-z0-9+/=\s]*$/;

/** To a part of the drawing itself, or a picture that it carries along. */
function refuseForeignReference(value: string): void {
  const target = value.trim();
  if (!target.startsWith("#") && !picture.test(target)) throw refuseFile("active");
}

const hasScript = (value: string) => /(java|vb)script\s*:|data\s*:\s*text/i.test(withoutBlanks(value));
// oxlint-disable-next-line no-control-regex
const withoutBlanks = (value: string) => value.replace(/[\u0000-\u0020]+/g, "");

function refuseForeignUrl(value: string): void {
  if (hasScript(value)) throw refuseFile("active");
  for (const [, target = ""] of value.matchAll(/url\(\s*["']?([^)]*)/gi)) {
    if (!target.startsWith("#")) throw refuseFile("active");
  }
}

/** Escapes could hide what is looked for, and no drawing needs them. */
function refuseForeignStyle(value: string): void {
  if (
    /\\|@import|@font-face|@namespace|expression\s*\(|behaviou?r\s*:|-moz-binding|<|image-set|src\s*\(/i.test(value)
  ) {
    throw refuseFile("active");
  }
  refuseForeignUrl(value);
}

const escape = (text: string): string =>
  text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;").replaceAll('"', "&quot;");
