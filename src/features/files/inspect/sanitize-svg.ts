import { Parser } from "htmlparser2";
import { invalidFile } from "./file-types.ts";
import { SvgComplexity } from "./svg-complexity.ts";
import { allowedAttributes, allowedElements, skippedElements } from "./svg-allow-list.ts";

const maxBytes = 2_097_152;
const maxDepth = 100;
const maxElements = 50_000;

const xlink = "http://www.w3.org/1999/xlink";

/**
 * Rewrites an SVG from an allow list of drawing elements and attributes. Active content and external references
 * (scripts, event handlers, links, embedded documents) reject the whole file instead of being dropped silently; editor
 * metadata is dropped. A drawing that would take too long to render is rejected too.
 */
export function sanitizeSvg(bytes: Buffer): Buffer {
  if (bytes.length > maxBytes) throw invalidFile("broken");
  const text = bytes.toString("utf8").replace(/^\uFEFF/, "");
  if (/<!entity/i.test(text)) throw invalidFile("active");
  const writer = new SvgWriter();
  const complexity = new SvgComplexity();
  const parser = new Parser(
    {
      onopentag: (name, attributes) => {
        writer.open(name, attributes);
        complexity.open(name, attributes);
      },
      ontext: (content) => writer.text(content),
      onclosetag: () => {
        writer.close();
        complexity.close();
      },
    },
    { xmlMode: true, decodeEntities: true },
  );
  parser.end(text);
  complexity.finish();
  return writer.finish();
}

class SvgWriter {
  private readonly parts: string[] = [];
  /** Names of the open elements; undefined for a dropped element. */
  private readonly stack: (string | undefined)[] = [];
  private skippedFrom: number | undefined;
  private elements = 0;
  private style = "";

  open(name: string, attributes: Readonly<Record<string, string>>): void {
    const plain = name.toLowerCase().replace(/^svg:/, "");
    this.elements += 1;
    if (this.stack.length >= maxDepth || this.elements > maxElements) throw invalidFile("broken");
    if (this.elements === 1 ? plain !== "svg" : isForbiddenElement(plain)) throw invalidFile("active");
    const known = allowedElements.get(plain);
    const written = Object.entries(attributes).flatMap(([key, value]) => attributeMarkup(key, value));
    if (this.skippedFrom === undefined && known === undefined) {
      // Unknown elements of other namespaces are dropped; unknown SVG elements are rejected.
      if (!isInert(plain)) throw invalidFile("active");
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
    // Text arrives in chunks that could split keywords, so it is checked once complete.
    if (current === "style") this.style += content;
    else if (current !== undefined && textElements.has(current)) this.parts.push(escape(content));
  }

  close(): void {
    const name = this.stack.pop();
    if (name === "style") {
      rejectExternalStyle(this.style);
      this.parts.push(escape(this.style));
      this.style = "";
    }
    if (name !== undefined) this.parts.push(`</${name}>`);
    if (this.skippedFrom === this.stack.length) this.skippedFrom = undefined;
  }

  finish(): Buffer {
    if (this.elements === 0) throw invalidFile("broken");
    return Buffer.from(this.parts.join(""));
  }
}

const textElements = new Set(["text", "tspan", "textPath", "title", "desc"]);

/** Elements that could execute or embed another document. */
const forbidden = new Set(
  (
    "script foreignobject iframe object embed handler listener audio video canvas animate animatemotion " +
    "animatetransform animatecolor set feimage a link html body"
  ).split(" "),
);
const isForbiddenElement = (name: string) => forbidden.has(name.replace(/^.*:/, ""));

const isInert = (name: string) => name.includes(":") || skippedElements.has(name);

function attributeMarkup(key: string, value: string): string[] {
  const name = key.toLowerCase();
  if (/^(.*:)?on/.test(name)) throw invalidFile("active");
  if (isReference(name)) {
    rejectExternalReference(value);
    return name === "src" ? [] : [` xlink:href="${escape(value.trim())}"`];
  }
  const known = allowedAttributes.get(name);
  if (known === undefined) {
    if (hasScript(value)) throw invalidFile("active");
    return [];
  }
  if (name === "style") rejectExternalStyle(value);
  else rejectExternalUrl(value);
  return [` ${known}="${escape(value)}"`];
}

const isReference = (name: string) => name === "href" || name.endsWith(":href") || name === "src";

const embeddedImage = /^data:image\/(png|jpeg|gif|webp);base64,[A-Za-z0-9+/=\s]*$/;

/** Allows only references within the SVG and embedded raster images. */
function rejectExternalReference(value: string): void {
  const target = value.trim();
  if (!target.startsWith("#") && !embeddedImage.test(target)) throw invalidFile("active");
}

const hasScript = (value: string) => /(java|vb)script\s*:|data\s*:\s*text/i.test(withoutControlCharacters(value));
// oxlint-disable-next-line no-control-regex
const withoutControlCharacters = (value: string) => value.replace(/[\u0000-\u0020]+/g, "");

function rejectExternalUrl(value: string): void {
  if (hasScript(value)) throw invalidFile("active");
  for (const [, target = ""] of value.matchAll(/url\(\s*["']?([^)]*)/gi)) {
    if (!target.startsWith("#")) throw invalidFile("active");
  }
}

/** CSS escapes could hide keywords, and no SVG needs them. */
function rejectExternalStyle(value: string): void {
  if (
    /\\|@import|@font-face|@namespace|expression\s*\(|behaviou?r\s*:|-moz-binding|<|image-set|src\s*\(/i.test(value)
  ) {
    throw invalidFile("active");
  }
  rejectExternalUrl(value);
}

const escape = (text: string): string =>
  text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;").replaceAll('"', "&quot;");
