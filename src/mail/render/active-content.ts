import { removeParsedActiveContent } from "./parsed-active-content.ts";
import { scanHtml, type HtmlScan, type ScannedAttribute, type ScannedElement } from "./scan.ts";

/** Elements that are removed together with their content. */
const removedWithContent = new Set(["script", "iframe", "applet", "select", "textarea"]);
/** Elements of which only the tags are removed. */
const removedTags = new Set(["form", "input", "object", "embed", "frame", "frameset", "base"]);

/** Opening and closing tags that no scan has found, for example in an unclosed tag or after an unusual comment. */
const leftOverTag =
  /<(?=\/?(?:script|iframe|applet|select|textarea|form|input|object|embed|frame|frameset|base)(?![\w-]))/gi;

const scriptUrl = /^(?:(?:java|vb)script:|data:text\/html)/i;
const scriptInCss = /(?:java|vb)script\s*:|expression\s*\(|-moz-binding/gi;
/** Attributes that hold words for people. */
const wordAttributes = new Set(["alt", "title", "summary", "aria-label"]);

const namedReferences: Readonly<Record<string, string>> = { colon: ":", tab: "", newline: "" };

/** The value as a browser reads it: character references decoded, white space and control characters removed. */
const readUrl = (value: string) =>
  value
    .replace(/&(?:#(\d{1,7})|#x([\da-f]{1,6})|(colon|tab|newline));?/gi, (reference, decimal, hex, name) => {
      if (name !== undefined) return namedReferences[String(name).toLowerCase()] ?? reference;
      const code = decimal === undefined ? Number.parseInt(String(hex), 16) : Number(decimal);
      return code <= 0x10ffff ? String.fromCodePoint(code) : reference;
    })
    .replace(/[\p{Cc}\s]/gu, "");

export const isScriptUrl = (value: string): boolean => scriptUrl.test(readUrl(value));

export type ActiveContentOptions = {
  /** Matches what stands for a merge value; its group is the value's index. Values are filled in later. */
  placeholder: RegExp;
  /** Whether the value of this index can only be an http(s) URL where it begins a URL. */
  isWebAddress: (index: number) => boolean;
};

/** A document that still changes after this many passes is an attempt to bypass the filter. */
const maxRounds = 10;

/**
 * Removes scripts, event handlers, forms, frames and URLs that run scripts; everything else stays to the byte. Removing
 * one element can reveal another, so it is repeated until nothing changes.
 */
export function stripActiveContent(html: string, { placeholder, isWebAddress }: ActiveContentOptions): string {
  const values = {
    all: new RegExp(placeholder.source, "g"),
    first: new RegExp(`^\\s*${placeholder.source}`),
    isWebAddress,
  };
  let text = html;
  for (let round = 0; round < maxRounds; round += 1) {
    const stripped = stripOnce(text, values);
    if (stripped === text) return removeParsedActiveContent(text.replace(leftOverTag, "&lt;"));
    text = stripped;
  }
  return text.replaceAll("<", "&lt;");
}

type Cut = { start: number; end: number };
type ValuePatterns = { all: RegExp; first: RegExp; isWebAddress: (index: number) => boolean };

function stripOnce(text: string, values: ValuePatterns): string {
  const scan = scanHtml(text);
  const cuts = [
    ...scan.elements.flatMap((element) => cutsIn(text, element, scan, values)),
    ...scan.closing.filter(({ name }) => isRemoved(name)),
    ...scan.spans.filter(({ place }) => place === "raw").flatMap((span) => cssCuts(text, span)),
  ].toSorted((a, b) => a.start - b.start);
  if (cuts.length === 0) return text;
  let kept = "";
  let end = 0;
  for (const cut of cuts) {
    kept += text.slice(end, Math.max(end, cut.start));
    end = Math.max(end, cut.end);
  }
  return kept + text.slice(end);
}

const isRemoved = (name: string) => removedWithContent.has(name) || removedTags.has(name);

function cutsIn(text: string, element: ScannedElement, scan: HtmlScan, values: ValuePatterns): Cut[] {
  const { name, start, end } = element;
  if (removedWithContent.has(name)) {
    const closing = scan.closing.find((each) => each.name === name && each.start >= end);
    return [{ start, end: closing?.end ?? end }];
  }
  // A merge value in the name of an element could complete the name of a removed one.
  if (removedTags.has(name) || name.search(values.all) !== -1 || isRefresh(text, element)) return [{ start, end }];
  return element.attributes
    .filter((attribute) => isActive(attribute, text.slice(attribute.start, attribute.end), values))
    .map(({ nameStart, end: valueEnd, isQuoted }) => ({ start: nameStart, end: valueEnd + (isQuoted ? 1 : 0) }));
}

const isRefresh = (text: string, { name, attributes }: ScannedElement) =>
  name === "meta" &&
  attributes.some((each) => each.name === "http-equiv" && /refresh/i.test(text.slice(each.start, each.end)));

function isActive({ name }: ScannedAttribute, value: string, values: ValuePatterns): boolean {
  if (/^on[a-z]/.test(name) || name === "srcdoc" || name === "formaction" || name.search(values.all) !== -1)
    return true;
  if (name === "style") return value.search(scriptInCss) !== -1;
  if (wordAttributes.has(name)) return false;
  if (isScriptUrl(value.replace(values.all, ""))) return true;
  const [, first] = urlAttributes.has(name) ? (values.first.exec(value) ?? []) : [];
  return first !== undefined && !values.isWebAddress(Number(first));
}

const urlAttributes = new Set(["href", "src", "action", "background", "xlink:href", "poster"]);

function cssCuts(text: string, { start, end }: Cut): Cut[] {
  return [...text.slice(start, end).matchAll(scriptInCss)].map(({ index, 0: { length } }) => ({
    start: start + index,
    end: start + index + length,
  }));
}
