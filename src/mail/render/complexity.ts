import { Parser } from "htmlparser2";
import { ApiError } from "../../kernel/errors.ts";
import type { ContentIssue, Refusal } from "./content-issue.ts";
import { rulesIn, type StyleRule } from "./style-rules.ts";
import { MAX_NESTING, measureNesting, scanHtml, type HtmlScan } from "./scan.ts";

/** Declarations that style sheets would add to elements: 300 000 take half a second in the worst case that people write. */
const MAX_STYLE_MATCHES = 300_000;
const MAX_RULES = 5000;
const MAX_ELEMENTS = 100_000;
/** A section takes three milliseconds and becomes 1.8 KB of HTML. */
const MAX_SECTIONS = 300;
const MAX_COMPONENTS = 2000;
/** MJML inlines with a slower library. */
const MAX_MJML_STYLE_MATCHES = 20_000;
/** Limit of the document with inlined styles. */
export const MAX_COMPILED_CHARS = 1_000_000;

/** What is too much, how much there is and what is allowed; `time` and `memory` were exceeded in the sandbox. */
type Excess = {
  readonly reason:
    | "rules"
    | "elements"
    | "nesting"
    | "style_matches"
    | "sections"
    | "components"
    | "size"
    | "time"
    | "memory";
  readonly count?: number;
  readonly max?: number;
};

export const tooComplex = (field: "html" | "mjml", params: Excess): ContentIssue => ({
  code: `${field}_too_complex`,
  severity: "error",
  params,
});

/** Content that would take too long to compile. Answered as 400 with the issue. */
export class ContentTooComplex extends ApiError {
  readonly issue: ContentIssue;

  constructor(field: "html" | "mjml", issue: ContentIssue) {
    super("validation", field, { params: { issues: [issue] } });
    this.issue = issue;
  }
}

/** Counts in one pass over the HTML and its style sheets. */
export function findHtmlComplexity(html: string): ContentIssue | undefined {
  const scan = scanHtml(html);
  const rules = rulesIn(joinStyleSheets(html, scan));
  return findExcess("html", [
    ["elements", scan.elements.length, MAX_ELEMENTS],
    ["nesting", measureNesting(scan), MAX_NESTING],
    ["rules", rules.length, MAX_RULES],
    ["style_matches", () => countStyleMatches(rules, html, scan), MAX_STYLE_MATCHES],
  ]);
}

export function countHtml(html: string): Record<string, never> | Refusal {
  const excess = findHtmlComplexity(html);
  return excess === undefined ? {} : { refusal: excess };
}

export function findMjmlComplexity(mjml: string): ContentIssue | undefined {
  let [sections, components, depth, nesting] = [0, 0, 0, 0];
  let css = "";
  let isInStyle = false;
  const parser = new Parser(
    {
      onopentag(name, attributes) {
        depth += 1;
        nesting = Math.max(nesting, depth);
        if (nesting > MAX_NESTING) parser.pause();
        if (name.startsWith("mj-")) components += 1;
        if (sectionElements.has(name)) sections += 1;
        isInStyle = name === "mj-style" && attributes["inline"] !== undefined;
      },
      ontext(text) {
        if (isInStyle) css += text;
      },
      onclosetag() {
        depth -= 1;
        isInStyle = false;
      },
    },
    { xmlMode: true, decodeEntities: false },
  );
  parser.end(mjml);
  const rules = rulesIn(css);
  return findExcess("mjml", [
    ["sections", sections, MAX_SECTIONS],
    ["components", components, MAX_COMPONENTS],
    ["nesting", nesting, MAX_NESTING],
    ["rules", rules.length, MAX_RULES],
    ["style_matches", rules.length * components, MAX_MJML_STYLE_MATCHES],
  ]);
}

const sectionElements = new Set(["mj-section", "mj-wrapper", "mj-hero"]);

type Limit = readonly [reason: Excess["reason"], count: number | (() => number), max: number];

function findExcess(field: "html" | "mjml", limits: readonly Limit[]): ContentIssue | undefined {
  for (const [reason, counted, max] of limits) {
    const count = typeof counted === "number" ? counted : counted();
    if (count > max) return tooComplex(field, { reason, count, max });
  }
  return undefined;
}

function joinStyleSheets(html: string, { elements, closing }: HtmlScan): string {
  const ends = closing.filter(({ name }) => name === "style").map(({ start }) => start);
  const sheets: string[] = [];
  let sheetEnd = 0;
  let next = 0;
  for (const { name, start, end } of elements) {
    // A start tag inside a style sheet begins no other one.
    if (name !== "style" || start < sheetEnd) continue;
    while (next < ends.length && (ends[next] ?? 0) < end) next += 1;
    sheetEnd = ends[next] ?? html.length;
    sheets.push(html.slice(end, sheetEnd));
  }
  return sheets.join("\n");
}

/** An upper bound: the elements that the last part of each selector may match, times its declarations. */
function countStyleMatches(rules: readonly StyleRule[], html: string, { elements }: HtmlScan): number {
  const counts = new Map<string, number>();
  const add = (key: string) => counts.set(key, (counts.get(key) ?? 0) + 1);
  for (const { name, attributes } of elements) {
    add(name);
    for (const { name: attribute, start, end } of attributes) {
      const value = html.slice(start, end);
      if (attribute === "id") add(`#${value}`);
      if (attribute === "class") for (const each of new Set(value.split(/\s+/))) add(`.${each}`);
    }
  }
  const candidates = (key: string | undefined) => (key === undefined ? elements.length : (counts.get(key) ?? 0));
  return rules.reduce((sum, { target, declarations }) => sum + candidates(target) * declarations, 0);
}
