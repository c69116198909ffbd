import { escapeHtml } from "./escape.ts";
import { maskTags } from "./mask-tags.ts";
import { scanHtml, type HtmlScan } from "./scan.ts";
import { findTags } from "./tag-syntax.ts";

/** Insert positions in HTML; a fragment has them at its ends. */
export type Outline = { headEnd: number; bodyStart: number; bodyEnd: number };

export function findOutline(html: string, { elements, closing }: HtmlScan): Outline {
  const body = elements.find(({ name }) => name === "body");
  const end = (name: string) => closing.findLast((each) => each.name === name)?.start;
  const bodyStart = body?.end ?? end("head") ?? 0;
  return {
    headEnd: end("head") ?? body?.start ?? 0,
    bodyStart,
    bodyEnd: Math.max(bodyStart, end("body") ?? end("html") ?? html.length),
  };
}

export type DocumentParts = { html: string; preheader: string; footerHtml: string; lastLine: string };

/** One document: the hidden preheader first, then the content, the footer and one more line. */
export function assembleDocument({ html, preheader, footerHtml, lastLine }: DocumentParts): string {
  if (preheader === "" && footerHtml === "" && lastLine === "") return html;
  const masked = maskTags(html);
  const { headEnd, bodyStart, bodyEnd } = findOutline(masked.text, scanHtml(masked.text));
  const footer = footerParts(footerHtml);
  const part = (start: number, end?: number) => masked.restore(masked.text.slice(start, end));
  return [
    part(0, headEnd),
    footer.styles,
    part(headEnd, bodyStart),
    preheader === "" ? "" : hiddenPreheader(preheader),
    part(bodyStart, bodyEnd),
    footer.isFragment ? inColumn(html, footer.content) : footer.content,
    lastLine,
    part(bodyEnd),
  ].join("");
}

/** A footer may be a whole document (MJML makes one): its content and its styles are taken out. */
function footerParts(footerHtml: string): { styles: string; content: string; isFragment: boolean } {
  const masked = maskTags(footerHtml);
  const scan = scanHtml(masked.text);
  if (!scan.elements.some(({ name }) => name === "body"))
    return { styles: "", content: footerHtml, isFragment: footerHtml !== "" };
  const { bodyStart, bodyEnd } = findOutline(masked.text, scan);
  const styles = scan.elements
    .filter(({ name, start }) => name === "style" && start < bodyStart)
    .map(({ start }) =>
      masked.text.slice(start, scan.closing.find((each) => each.name === "style" && each.start > start)?.end),
    );
  return {
    styles: masked.restore(styles.join("\n")),
    content: masked.restore(masked.text.slice(bodyStart, bodyEnd)),
    isFragment: false,
  };
}

/** The sections that MJML writes. */
const columnWidth = /<div[^>]{0,300}\bstyle="[^"]{0,500}margin:\s?0(?:px)? auto;[^"]{0,300}max-width:\s?(\d{3,4})px/;

/** A footer without a layout of its own has the width of the content above it. */
function inColumn(html: string, footer: string): string {
  const [, width] = columnWidth.exec(html) ?? [];
  return width === undefined ? footer : `<div style="margin:0px auto;max-width:${width}px">${footer}</div>`;
}

const hiddenStyle =
  "display:none;font-size:1px;line-height:1px;max-height:0;max-width:0;opacity:0;overflow:hidden;mso-hide:all";
/** Keeps the body text out of the inbox preview. */
const filler = "&#847;&zwnj;&nbsp;".repeat(20);

function hiddenPreheader(preheader: string): string {
  let text = "";
  let end = 0;
  for (const { at, source } of findTags(preheader)) {
    text += escapeHtml(preheader.slice(end, at)) + source;
    end = at + source.length;
  }
  text += escapeHtml(preheader.slice(end));
  return `<div style="${hiddenStyle}">${text}${filler}</div>`;
}
