import { Parser } from "htmlparser2";
import type mjml2html from "mjml";
import { findMjmlComplexity } from "./complexity.ts";
import type { CompiledContent, ContentIssue } from "./content-issue.ts";
import { inlinedStyleAttribute } from "./inline-css.ts";
import { maskTags } from "./mask-tags.ts";
import { positionIn } from "./tag-syntax.ts";

type Mjml2Html = typeof mjml2html;

/** Loading takes half a second and 50 MB. Runs in the sandbox. */
export async function loadMjmlCompiler(): Promise<(mjml: string) => Promise<CompiledContent>> {
  const library = await import("mjml");
  return (mjml) => compileMjml(library.default, mjml);
}

/** Adds no fonts and reads no files; errors are returned as issues with their line. */
async function compileMjml(toHtml: Mjml2Html, mjml: string): Promise<CompiledContent> {
  const excess = findMjmlComplexity(mjml);
  if (excess !== undefined) return { html: "", issues: [excess] };
  const masked = maskTags(mjml);
  const broken = structureIssues(masked.text);
  if (broken.length > 0) return { html: "", issues: broken };
  try {
    const { html, errors } = await toHtml(masked.text, {
      fonts: {},
      validationLevel: "soft",
      ignoreIncludes: true,
      keepComments: true,
    });
    const settled = withoutIndents(html.trim()).replace(/<style(?=[\s>])/g, `<style${inlinedStyleAttribute}`);
    return { html: masked.restore(settled), issues: errors.map(toIssue) };
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    return { html: "", issues: [{ code: "mjml_invalid", severity: "error", line: 1, column: 1, params: { reason } }] };
  }

  function toIssue({ line, message, tagName }: { line: number; message: string; tagName: string }): ContentIssue {
    // Masked tags may change the length of a line, but not the number of lines.
    return {
      code: /doesn't exist/.test(message) ? "mjml_unknown_element" : "mjml_invalid",
      severity: /is illegal|invalid value/.test(message) ? "warning" : "error",
      line,
      params: { element: tagName, reason: masked.restore(message) },
    };
  }
}

/** A fifth of MJML's output is indentation; mailbox providers clip long e-mails. */
const withoutIndents = (html: string) =>
  /<(?:pre|textarea)\b|white-space/i.test(html) ? html : html.replace(/\n\s+/g, "\n");

/** MJML's parser accepts unclosed elements and then renders half of the e-mail; it also requires a body. */
function structureIssues(text: string): ContentIssue[] {
  const issues: ContentIssue[] = [];
  const position = positionIn(text);
  const open: { name: string; at: number }[] = [];
  let hasBody = false;
  let isInText = 0;
  const report = (reason: string, element: string, at: number) =>
    issues.push({ code: "mjml_not_closed", severity: "error", ...position(at), params: { element, reason } });
  const parser = new Parser(
    {
      onopentag(name) {
        if (!isMjml(name)) return;
        hasBody ||= name === "mj-body";
        if (isInText === 0) open.push({ name, at: parser.startIndex });
        if (isTextElement(name)) isInText += 1;
      },
      onclosetag(name, isImplied) {
        if (!isMjml(name)) return;
        if (isTextElement(name)) isInText = Math.max(0, isInText - 1);
        if (isInText > 0) return;
        const last = open.pop();
        // Self-closing elements end where they begin.
        if (isImplied && parser.startIndex !== last?.at) report("not closed", name, last?.at ?? 0);
      },
    },
    { xmlMode: true, decodeEntities: false },
  );
  parser.end(text);
  if (issues.length === 0 && !hasBody)
    issues.push({ code: "mjml_invalid", severity: "error", line: 1, column: 1, params: { reason: "no mj-body" } });
  return issues;
}

const isMjml = (name: string) => name === "mjml" || name.startsWith("mj-");
const isTextElement = (name: string) =>
  ["mj-text", "mj-raw", "mj-button", "mj-table", "mj-style", "mj-title", "mj-preview"].includes(name);
