import { inline } from "@css-inline/css-inline";
import { inlinedStyleAttribute } from "./inline-css.ts";
import type { MaskedSource } from "./mask-tags.ts";
import { isNestedTooDeep, scanHtml, type HtmlScan } from "./scan.ts";

/** Hosts of style sheets that hold fonts only. */
const fontHost =
  /^(?:https?:)?\/\/(?:fonts\.googleapis\.com|fonts\.bunny\.net|use\.typekit\.net|use\.fontawesome\.com)\//i;

/** Declarations of a condition that could hide text. */
const couldHide =
  /display\s*:\s*none|visibility|opacity|color|background|font|mso-hide|clip|transform|text-indent|(?:left|top)\s*:\s*-|(?:width|height)\s*:\s*[01](?:px|%|;|\s|\})/i;

const maxConditions = 8;

/**
 * The HTML with its style sheets as style attributes: as it looks without any condition, and as it looks where one of the
 * conditions (`@media`, `@supports`) that could hide text holds. Undefined where a style sheet cannot be read.
 */
export function styledVersions({ text, restore }: MaskedSource): string[] | undefined {
  const scan = scanHtml(text);
  if (isNestedTooDeep(scan) || hasForeignSheet(text, scan, restore)) return undefined;
  const { html, css } = withoutSheets(text, scan);
  if (css.trim() === "") return [html];
  if ([...css.matchAll(/@import\s+(?:url\(\s*)?["']?([^"')\s;]*)/gi)].some(([, url = ""]) => !fontHost.test(url)))
    return undefined;
  const { always, conditions } = splitConditions(css.replace(/\/\*[^]{0,5000}?\*\//g, ""));
  const risky = conditions.filter(({ rule, body }) => !/^@media\s+print\b/i.test(rule) && couldHide.test(body));
  if (risky.length > maxConditions) return undefined;
  return ["", ...risky.map(({ body }) => body)].map((body) => inlined(html, `${always}\n${body}`));
}

function hasForeignSheet(text: string, { elements }: HtmlScan, restore: (text: string) => string): boolean {
  return elements
    .filter(({ name }) => name === "link")
    .some(({ attributes }) => {
      const findValue = (name: string) => {
        const found = attributes.find((each) => each.name === name);
        return found === undefined ? "" : restore(text.slice(found.start, found.end)).trim();
      };
      return /stylesheet/i.test(findValue("rel")) && !fontHost.test(findValue("href"));
    });
}

function withoutSheets(text: string, { elements, closing }: HtmlScan): { html: string; css: string } {
  let html = "";
  let css = "";
  let end = 0;
  for (const element of elements.filter(({ name }) => name === "style")) {
    if (element.start < end) continue;
    const close = closing.find(({ name, start }) => name === "style" && start >= element.end);
    html += text.slice(end, element.start);
    css += `${text.slice(element.end, close?.start ?? element.end)}\n`;
    end = close?.end ?? element.end;
  }
  return { html: html + text.slice(end), css };
}

type Conditions = { always: string; conditions: { rule: string; body: string }[] };

/** Rules that always hold, and the content of each block with a condition. */
function splitConditions(css: string): Conditions {
  const conditions: Conditions["conditions"] = [];
  let always = "";
  let end = 0;
  for (const match of css.matchAll(/@(?:media|supports)\b[^{}]{0,500}\{/gi)) {
    if (match.index < end) continue;
    always += css.slice(end, match.index);
    const start = match.index + match[0].length;
    end = blockEnd(css, start);
    conditions.push({ rule: match[0], body: css.slice(start, end - 1) });
  }
  return { always: always + css.slice(end), conditions };
}

/** Behind the brace that closes the block. */
function blockEnd(css: string, start: number): number {
  let depth = 1;
  for (let at = start; at < css.length; at += 1) {
    if (css[at] === "{") depth += 1;
    if (css[at] === "}") depth -= 1;
    if (depth === 0) return at + 1;
  }
  return css.length;
}

const inlined = (html: string, css: string): string =>
  inline(html.replaceAll(inlinedStyleAttribute, ""), {
    extraCss: css,
    keepStyleTags: false,
    keepLinkTags: true,
    loadRemoteStylesheets: false,
  });
