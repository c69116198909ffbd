import { Parser } from "htmlparser2";
import type { ContentIssue } from "./content.ts";
import type { Protected } from "./protect.ts";
import { isNestedTooDeep, voidElements, type Attribute, type Element, type Scan } from "./scan.ts";
import { positionIn } from "./tag-syntax.ts";

/** HTML as its checks see it. */
export type Checked = { source: string; guarded: Protected; scan: Scan };

type Finding = { at: number; params: Record<string, unknown> };
type Check = { code: string; severity: ContentIssue["severity"]; find: (checked: Checked) => Finding[] };

/** No more of one kind than this are listed. */
const MAX_FINDINGS = 20;

const valueOf = ({ guarded }: Checked, { start, end }: Attribute) =>
  guarded.restore(guarded.text.slice(start, end)).trim();

export const attributeOf = (element: Element, name: string) => element.attributes.find((each) => each.name === name);

const named =
  (...names: readonly string[]) =>
  (checked: Checked): Finding[] =>
    checked.scan.elements
      .filter((element) => names.includes(element.name))
      .map((element) => ({ at: element.start, params: { element: element.name } }));

/** Addresses that a person follows, as written. */
export const linksOf = (checked: Checked) =>
  checked.scan.elements
    .filter(({ name }) => name === "a" || name === "area")
    .flatMap((element) => {
      const href = attributeOf(element, "href");
      return href === undefined ? [] : [{ at: element.start, end: element.end, url: valueOf(checked, href) }];
    });

export const imagesOf = (checked: Checked) =>
  checked.scan.elements
    .filter(({ name }) => name === "img")
    .map((element) => {
      const src = attributeOf(element, "src");
      return { at: element.start, element, src: src === undefined ? "" : valueOf(checked, src) };
    });

const links = (test: (url: string) => boolean) => (checked: Checked) =>
  linksOf(checked)
    .filter(({ url }) => test(url))
    .map(({ at, url }) => ({ at, params: { url: url.slice(0, 200) } }));

const images = (test: (src: string) => boolean) => (checked: Checked) =>
  imagesOf(checked)
    .filter(({ src }) => test(src))
    .map(({ at, src }) => ({ at, params: { url: src.slice(0, 200) } }));

const isScript = (url: string) => /^(?:javascript:|vbscript:|data:text\/html)/i.test(url.replace(/[\p{Cc}\s]/gu, ""));
const hasScheme = (url: string) => /^[a-z][a-z0-9+.-]*:/i.test(url);

const checks: readonly Check[] = [
  { code: "script", severity: "error", find: named("script") },
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
  { code: "script_link", severity: "error", find: links(isScript) },
  { code: "embedded", severity: "error", find: named("iframe", "object", "embed", "applet", "frame", "base") },
  { code: "form", severity: "warning", find: named("form", "input", "select", "textarea") },
  { code: "external_style", severity: "warning", find: named("link") },
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
  { code: "html_not_closed", severity: "warning", find: unpaired },
];

/** An empty `alt` is right for decoration. */
function hasAlt(element: Element): boolean {
  return attributeOf(element, "alt") !== undefined || element.bare.includes("alt");
}

/** Elements that HTML closes by itself. */
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

function unpaired({ guarded, scan }: Checked): Finding[] {
  if (isNestedTooDeep(scan)) return [{ at: 0, params: { element: "" } }];
  const findings: Finding[] = [];
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
  parser.end(guarded.text);
  return findings;
}

export function htmlIssues(checked: Checked): ContentIssue[] {
  const position = positionIn(checked.source);
  return checks.flatMap(({ code, severity, find }) =>
    find(checked)
      .slice(0, MAX_FINDINGS)
      .map(({ at, params }) => ({ code, severity, ...position(checked.guarded.sourceAt(at)), params })),
  );
}
