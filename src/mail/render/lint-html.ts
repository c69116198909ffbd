import { Parser } from "htmlparser2";
import { isScriptUrl } from "./active-content.ts";
import type { ContentIssue } from "./content-issue.ts";
import type { MaskedSource } from "./mask-tags.ts";
import { isNestedTooDeep, voidElements, type ScannedAttribute, type ScannedElement, type HtmlScan } from "./scan.ts";
import { positionIn } from "./tag-syntax.ts";

/** Parsed HTML, as the checks use it. */
export type ParsedHtml = { source: string; masked: MaskedSource; scan: HtmlScan };

type LintFinding = { at: number; params: Record<string, unknown> };
type LintCheck = { code: string; severity: ContentIssue["severity"]; find: (checked: ParsedHtml) => LintFinding[] };

/** The maximum number of issues of one kind. */
const MAX_FINDINGS = 20;

const attributeValue = ({ masked }: ParsedHtml, { start, end }: ScannedAttribute) =>
  masked.restore(masked.text.slice(start, end)).trim();

export const getAttribute = (element: ScannedElement, name: string) =>
  element.attributes.find((each) => each.name === name);

const elementsNamed =
  (...names: readonly string[]) =>
  (checked: ParsedHtml): LintFinding[] =>
    checked.scan.elements
      .filter((element) => names.includes(element.name))
      .map((element) => ({ at: element.start, params: { element: element.name } }));

/** Addresses of links, as written. */
export const linksOf = (checked: ParsedHtml) =>
  checked.scan.elements
    .filter(({ name }) => name === "a" || name === "area")
    .flatMap((element) => {
      const href = getAttribute(element, "href");
      return href === undefined ? [] : [{ at: element.start, end: element.end, url: attributeValue(checked, href) }];
    });

export const imagesOf = (checked: ParsedHtml) =>
  checked.scan.elements
    .filter(({ name }) => name === "img")
    .map((element) => {
      const src = getAttribute(element, "src");
      return { at: element.start, element, src: src === undefined ? "" : attributeValue(checked, src) };
    });

const links = (test: (url: string) => boolean) => (checked: ParsedHtml) =>
  linksOf(checked)
    .filter(({ url }) => test(url))
    .map(({ at, url }) => ({ at, params: { url: url.slice(0, 200) } }));

const images = (test: (src: string) => boolean) => (checked: ParsedHtml) =>
  imagesOf(checked)
    .filter(({ src }) => test(src))
    .map(({ at, src }) => ({ at, params: { url: src.slice(0, 200) } }));

const hasScheme = (url: string) => /^[a-z][a-z0-9+.-]*:/i.test(url);

const checks: readonly LintCheck[] = [
  { code: "script", severity: "error", find: elementsNamed("script") },
  {
    code: "script_handler",
    severity: "error",
    find: ({ scan }) =>
      scan.elements.flatMap((element) =>
        element.attributes
          .filter(({ name }) => /^on[a-z]/.test(name))
          .map(({ name }) => ({ at: element.start, params: { element: element.name, attribute: name } })),
      ),
  },
  { code: "script_link", severity: "error", find: links(isScriptUrl) },
  { code: "embedded", severity: "error", find: elementsNamed("iframe", "object", "embed", "applet", "frame", "base") },
  { code: "form", severity: "error", find: elementsNamed("form", "input", "select", "textarea") },
  { code: "external_style", severity: "warning", find: elementsNamed("link") },
  {
    code: "image_alt_missing",
    severity: "warning",
    find: (checked) =>
      imagesOf(checked)
        .filter(({ element }) => !hasAlt(element))
        .map(({ at, src }) => ({ at, params: { url: src.slice(0, 200) } })),
  },
  { code: "image_source_missing", severity: "error", find: images((src) => src === "") },
  { code: "image_insecure", severity: "warning", find: images((src) => /^http:/i.test(src)) },
  { code: "image_embedded", severity: "warning", find: images((src) => /^data:/i.test(src)) },
  {
    code: "image_relative",
    severity: "error",
    find: images((src) => src !== "" && !hasScheme(src) && !/^(?:\{\{|\{%|\/\/)/.test(src)),
  },
  { code: "link_empty", severity: "warning", find: links((url) => url === "" || url === "#") },
  {
    code: "link_relative",
    severity: "error",
    find: links((url) => url !== "" && !url.startsWith("#") && !hasScheme(url) && !/^(?:\{\{|\{%|\/\/)/.test(url)),
  },
  { code: "html_not_closed", severity: "warning", find: findUnclosedElements },
];

/** An empty `alt` is right for decoration. */
function hasAlt(element: ScannedElement): boolean {
  return getAttribute(element, "alt") !== undefined || element.bare.includes("alt");
}

/** Elements that need no end tag. */
const selfClosing = new Set([
  "html",
  "head",
  "body",
  "p",
  "li",
  "dt",
  "dd",
  "tr",
  "td",
  "th",
  "thead",
  "tbody",
  "tfoot",
  "option",
  "colgroup",
]);

function findUnclosedElements({ masked, scan }: ParsedHtml): LintFinding[] {
  if (isNestedTooDeep(scan)) return [{ at: 0, params: { element: "" } }];
  const findings: LintFinding[] = [];
  const open: { name: string; at: number }[] = [];
  const parser = new Parser({
    onopentag: (name) => {
      open.push({ name, at: parser.startIndex });
    },
    onclosetag: (name, isImplied) => {
      const last = open.pop();
      if (isImplied && last !== undefined && !selfClosing.has(name) && !voidElements.has(name))
        findings.push({ at: last.at, params: { element: name } });
    },
  });
  parser.end(masked.text);
  return findings;
}

export function htmlIssues(checked: ParsedHtml): ContentIssue[] {
  const position = positionIn(checked.source);
  return checks.flatMap(({ code, severity, find }) =>
    find(checked)
      .slice(0, MAX_FINDINGS)
      .map(({ at, params }) => ({ code, severity, ...position(checked.masked.sourceAt(at)), params })),
  );
}
